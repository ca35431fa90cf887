package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * What subscribers get from a publisher; signals to one that is busy, from threads that do not
 * start it.
 */
class PublisherEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(items(), signals(), endsOfSubscriptions()).flatMap(all -> all);
  }

  /** Counts the items that it receives. */
  private static final class Counter implements Flow.Subscriber<Cell> {
    private final CountDownLatch done = new CountDownLatch(1);
    private Flow.Subscription subscription;
    private int received;

    @Override
    public void onSubscribe(Flow.Subscription mine) {
      subscription = mine;
      mine.request(1);
    }

    @Override
    public void onNext(Cell item) {
      received += ++item.data;
      subscription.request(1);
    }

    @Override
    public void onError(Throwable thrown) {
      done.countDown();
    }

    @Override
    public void onComplete() {
      received++;
      done.countDown();
    }
  }

  private static Stream<Arguments> items() {
    return Stream.of(
        edge(
            "SubmissionPublisher",
            () -> {
              ExecutorService executor = Executors.newFixedThreadPool(2);
              Counter counter = new Counter();
              try (SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>(executor, 4)) {
                publisher.subscribe(counter);
                for (int i = 0; i < 20; i++) {
                  Cell cell = new Cell();
                  cell.data++;
                  publisher.submit(cell);
                }
              }
              counter.done.await();
              int seen = counter.received;
              executor.shutdown();
            }),
        edge(
            "consumer of a publisher",
            () -> {
              Cell sum = new Cell();
              SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>();
              CompletableFuture<Void> done = publisher.consume(cell -> sum.data += ++cell.data);
              for (int i = 0; i < 5; i++) {
                Cell cell = new Cell();
                cell.data++;
                publisher.offer(cell, null);
              }
              publisher.close();
              done.get();
              sum.data++;
            }));
  }

  /** Adds to what it is about, and to what it gets; it is busy with its first item for a while. */
  private static final class Busy implements Flow.Subscriber<Cell> {
    private Cell cell = new Cell();
    private final AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
    private int items;
    private boolean isBusyAgain;

    void request(int count) {
      subscription.getOpaque().request(count);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription.setOpaque(given);
      if (items == 0) {
        given.request(1);
      }
      whisper("subscribed");
      if (items > 0) {
        hear("go on");
      }
    }

    @Override
    public void onNext(Cell item) {
      if (items++ == 0) {
        whisper("busy");
        hear("go on");
      } else {
        cell.data++;
        item.data++;
        whisper("next item");
        if (isBusyAgain && items == 2) {
          hear("offered again");
        }
      }
    }

    @Override
    public void onError(Throwable e) {
      cell.data++;
      whisper("ended");
    }

    @Override
    public void onComplete() {
      cell.data++;
      whisper("ended");
    }
  }

  private static SubmissionPublisher<Cell> publisher() {
    return new SubmissionPublisher<>(body -> new Thread(body).start(), 1);
  }

  private interface Signal {
    void of(SubmissionPublisher<Cell> publisher, Busy subscriber) throws Exception;
  }

  private static Arguments whileBusy(String name, String until, Signal signal) {
    return edge(
        name,
        () -> {
          SubmissionPublisher<Cell> publisher = publisher();
          Busy subscriber = new Busy();
          publisher.subscribe(subscriber);
          hear("subscribed");
          publisher.offer(new Cell(), null);
          hear("busy");
          subscriber.cell.data++;
          signal.of(publisher, subscriber);
          whisper("go on");
          hear(until);
          publisher.close();
        });
  }

  private static Stream<Arguments> signals() {
    return Stream.of(
        whileBusy("close", "ended", (p, s) -> p.close()),
        whileBusy(
            "closeExceptionally",
            "ended",
            (p, s) -> p.closeExceptionally(new IllegalStateException("wanted"))),
        edge("request of another thread", PublisherEdgesTest::requestByAnother),
        edge("request while it is subscribed", PublisherEdgesTest::requestMeanwhile),
        edge("item that was refused at first", PublisherEdgesTest::offerAgain),
        edge("signals in a thread each", PublisherEdgesTest::signalInTurn),
        edge(
            "isClosed",
            () -> {
              SubmissionPublisher<Cell> publisher = publisher();
              inTurn(publisher::close, () -> check(publisher.isClosed()));
            }),
        edge(
            "getClosedException",
            () -> {
              SubmissionPublisher<Cell> publisher = publisher();
              Exception wanted = new IllegalStateException("wanted");
              inTurn(
                  () -> publisher.closeExceptionally(wanted),
                  () -> check(publisher.getClosedException() == wanted));
            }));
  }

  /** Fails at its first item, which ends its subscription. */
  private static final class Failing implements Flow.Subscriber<Cell> {
    private final Cell cell = new Cell();

    @Override
    public void onSubscribe(Flow.Subscription given) {
      given.request(1);
    }

    @Override
    public void onNext(Cell item) {
      cell.data++;
      throw new IllegalStateException("wanted");
    }

    @Override
    public void onError(Throwable e) {
      whisper("ended");
    }

    @Override
    public void onComplete() {}
  }

  private interface Look {
    boolean findsNone(SubmissionPublisher<Cell> publisher, Failing subscriber);
  }

  /** Who finds that the subscription has ended knows what the subscriber did before. */
  private static Arguments ended(String name, Look look) {
    return edge(
        "end of a subscription, " + name,
        () -> {
          SubmissionPublisher<Cell> publisher = publisher();
          Failing subscriber = new Failing();
          publisher.subscribe(subscriber);
          publisher.offer(new Cell(), null);
          hear("ended");
          check(look.findsNone(publisher, subscriber));
          subscriber.cell.data++;
        });
  }

  private static Stream<Arguments> endsOfSubscriptions() {
    return Stream.of(
        ended("hasSubscribers", (p, s) -> !p.hasSubscribers()),
        ended("getNumberOfSubscribers", (p, s) -> p.getNumberOfSubscribers() == 0),
        ended("getSubscribers", (p, s) -> p.getSubscribers().isEmpty()),
        ended("isSubscribed", (p, s) -> !p.isSubscribed(s)),
        ended("estimateMaximumLag", (p, s) -> p.estimateMaximumLag() == 0),
        ended("estimateMinimumDemand", (p, s) -> p.estimateMinimumDemand() == 0),
        ended("submit", (p, s) -> p.submit(new Cell()) == 0),
        ended("offer", (p, s) -> p.offer(new Cell(), null) == 0));
  }

  /** The item is there before; the request alone lets the subscriber have it. */
  private static void requestByAnother() {
    SubmissionPublisher<Cell> publisher = publisher();
    Busy subscriber = new Busy();
    publisher.subscribe(subscriber);
    hear("subscribed");
    publisher.offer(new Cell(), null);
    hear("busy");
    publisher.offer(new Cell(), null);
    subscriber.cell.data++;
    subscriber.request(1);
    whisper("go on");
    hear("next item");
    publisher.close();
    hear("ended");
  }

  /** The item is there before the subscriber, which has asked for none, looks for one. */
  private static void requestMeanwhile() {
    SubmissionPublisher<Cell> publisher = publisher();
    Busy subscriber = new Busy();
    subscriber.items = 1;
    publisher.subscribe(subscriber);
    hear("subscribed");
    publisher.offer(new Cell(), null);
    subscriber.cell.data++;
    subscriber.request(1);
    whisper("go on");
    hear("next item");
    publisher.close();
    hear("ended");
  }

  /** What the publisher does when it finds no space precedes the item that it offers again. */
  private static void offerAgain() {
    SubmissionPublisher<Cell> publisher = publisher();
    Busy subscriber = new Busy();
    subscriber.isBusyAgain = true;
    publisher.subscribe(subscriber);
    hear("subscribed");
    publisher.offer(new Cell(), null);
    hear("busy");
    publisher.offer(new Cell(), null);
    publisher.offer(
        new Cell(),
        (refusing, item) -> {
          subscriber.request(2);
          whisper("go on");
          hear("next item");
          item.data++;
          return true;
        });
    whisper("offered again");
    hear("next item");
    publisher.close();
    hear("ended");
  }

  /** Wants all at once: what it does after its request is seen by its next thread alone. */
  private static final class Eager implements Flow.Subscriber<Cell> {
    private final Cell cell = new Cell();

    @Override
    public void onSubscribe(Flow.Subscription given) {
      given.request(2);
      cell.data++;
    }

    @Override
    public void onNext(Cell item) {
      cell.data++;
    }

    @Override
    public void onError(Throwable e) {
      throw new IllegalStateException(e);
    }

    @Override
    public void onComplete() {
      cell.data++;
    }
  }

  private static void signalInTurn() {
    Executor each =
        body ->
            new Thread(
                    () -> {
                      body.run();
                      whisper("signalled");
                    })
                .start();
    SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>(each, 1);
    publisher.subscribe(new Eager());
    hear("signalled");
    for (int i = 0; i < 2; i++) {
      publisher.submit(new Cell());
      hear("signalled");
    }
    publisher.close();
    hear("signalled");
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "subscribers of one publisher",
            () -> {
              Cell sum = new Cell();
              ExecutorService executor = Executors.newFixedThreadPool(2);
              CountDownLatch both = new CountDownLatch(2);
              SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(executor, 4);
              for (int i = 0; i < 2; i++) {
                publisher.consume(
                    x -> {
                      sum.data += x;
                      both.countDown();
                      Programs.run(both::await);
                    });
              }
              publisher.submit(1);
              both.await();
              publisher.close();
              executor.shutdown();
            }),
        edge(
            "two publishers",
            () -> {
              SubmissionPublisher<Cell> first = publisher();
              SubmissionPublisher<Cell> second = publisher();
              inTurn(first::close, () -> check(!second.isClosed()));
            }));
  }
}
