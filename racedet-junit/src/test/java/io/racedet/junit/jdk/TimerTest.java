package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Timers and publishers. */
@RaceFree
class TimerTest extends JdkPrograms {

  private static TimerTask task(Runnable r) {
    return new TimerTask() {
      @Override
      public void run() {
        r.run();
      }
    };
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void timer_tasksOfOneTimer() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    CountDownLatch l = new CountDownLatch(2);
    c.add();
    timer.schedule(
        task(
            () -> {
              c.add();
              l.countDown();
            }),
        0);
    timer.schedule(
        task(
            () -> {
              c.add();
              l.countDown();
            }),
        0);
    l.await();
    c.add();
    timer.cancel();
  }

  @Test
  @Tag(PROMISED)
  void timer_tasksOfTwoThreads() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    CountDownLatch l = new CountDownLatch(2);
    Step schedule =
        () -> {
          Cell own = new Cell();
          own.add();
          timer.schedule(
              task(
                  () -> {
                    own.add();
                    c.add();
                    l.countDown();
                  }),
              0);
        };
    inParallel(schedule, schedule);
    l.await();
    c.add();
    timer.cancel();
  }

  @Test
  @Tag(PROMISED)
  void timer_periodic_cancelsItself() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    CountDownLatch l = new CountDownLatch(1);
    c.add();
    timer.scheduleAtFixedRate(
        new TimerTask() {
          @Override
          public void run() {
            if (c.add() == 4) {
              cancel();
              l.countDown();
            }
          }
        },
        0,
        1);
    l.await();
    c.add();
    timer.cancel();
  }

  /** Adds what it gets, and asks for the next. */
  private static final class Adding implements Flow.Subscriber<Cell> {
    private final Cell seen = new Cell();
    private final CountDownLatch end;
    private final int ahead;
    private Flow.Subscription subscription;

    Adding(CountDownLatch end, int ahead) {
      this.end = end;
      this.ahead = ahead;
    }

    @Override
    public void onSubscribe(Flow.Subscription s) {
      seen.add();
      subscription = s;
      s.request(ahead);
    }

    @Override
    public void onNext(Cell c) {
      seen.add();
      c.add();
      subscription.request(1);
    }

    @Override
    public void onError(Throwable t) {
      seen.add();
      end.countDown();
    }

    @Override
    public void onComplete() {
      seen.add();
      end.countDown();
    }
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void publisher_itemsInTheirOrder() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Adding a = new Adding(end, 1);
    try (SubmissionPublisher<Cell> p = new SubmissionPublisher<>()) {
      a.seen.add();
      p.subscribe(a);
      for (int i = 0; i < 4; i++) {
        Cell c = new Cell();
        c.add();
        p.submit(c);
      }
    }
    end.await();
    a.seen.add();
  }

  @Test
  @Tag(PROMISED)
  void publisher_smallBuffers_twoSubscribers() throws Exception {
    CountDownLatch end = new CountDownLatch(2);
    Adding a = new Adding(end, 1);
    Flow.Subscriber<Cell> b =
        new Flow.Subscriber<>() {
          private final Cell seen = new Cell();

          @Override
          public void onSubscribe(Flow.Subscription s) {
            seen.add();
            s.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(Cell c) {
            seen.add();
          }

          @Override
          public void onError(Throwable t) {
            seen.add();
            end.countDown();
          }

          @Override
          public void onComplete() {
            seen.add();
            end.countDown();
          }
        };
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (SubmissionPublisher<Cell> p = new SubmissionPublisher<>(pool, 1)) {
      p.subscribe(a);
      p.subscribe(b);
      for (int i = 0; i < 4; i++) {
        p.submit(new Cell());
      }
    }
    end.await();
    a.seen.add();
    pool.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void publisher_closedExceptionally() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Adding a = new Adding(end, 5);
    SubmissionPublisher<Cell> p = new SubmissionPublisher<>();
    p.subscribe(a);
    p.submit(new Cell());
    p.closeExceptionally(new IllegalStateException("wanted"));
    end.await();
    a.seen.add();
  }

  @Test
  @Tag(PROMISED)
  void publisher_consumedAsAFuture() throws Exception {
    Cell c = new Cell();
    SubmissionPublisher<Cell> p = new SubmissionPublisher<>();
    CompletableFuture<Void> end =
        p.consume(
            x -> {
              x.add();
              c.add();
            });
    for (int i = 0; i < 3; i++) {
      Cell x = new Cell();
      x.add();
      p.submit(x);
    }
    p.close();
    end.join();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void publisher_offeredByTwoThreads() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Adding a = new Adding(end, 3);
    SubmissionPublisher<Cell> p = new SubmissionPublisher<>();
    p.subscribe(a);
    Step offer =
        () -> {
          for (int i = 0; i < 3; i++) {
            Cell c = new Cell();
            c.add();
            p.offer(c, null);
          }
        };
    inParallel(offer, offer);
    p.close();
    end.await();
    a.seen.add();
  }
}
