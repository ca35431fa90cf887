package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.MalformedEventException;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Several threads feed their own operations, in the order in which they happen. */
class SharedFeedTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 2_000;

  private final SharedFeed feed = new SharedFeed(RaceFeed.with("fasttrack").open());
  private final ReentrantLock lock = new ReentrantLock();

  @Test
  void threads_thatShareUnderALock_haveNoRace_andNoEventIsLost() throws InterruptedException {
    RaceReport report = run(this::guarded);

    assertThat(report.races()).isEmpty();
    assertThat(report.events()).isEqualTo(THREADS * (ROUNDS * 3L + 2L));
  }

  @Test
  void threads_thatShareWithoutALock_raceOnThatVariableOnly() throws InterruptedException {
    RaceReport report =
        run(
            thread -> {
              guarded(thread);
              feed.write(thread, "bare", "B:1");
            });

    assertThat(report.races()).extracting(Race::variable).containsExactly("bare");
  }

  @Test
  void threads_thatCountThemselvesInOneStep_areOrderedByTheCount() throws InterruptedException {
    AtomicInteger counter = new AtomicInteger();
    RaceReport report =
        run(
            thread -> {
              boolean mine;
              synchronized (feed) {
                mine = counter.compareAndSet(0, 1);
                feed.syncRead(thread, "counter", "C:1");
                if (mine) {
                  feed.syncWrite(thread, "counter", "C:1");
                }
              }
              if (mine) {
                feed.write(thread, "claimed", "C:2");
                feed.syncWrite(thread, "counter", "C:3");
                counter.set(0);
              }
            });

    assertThat(report.races()).isEmpty();
  }

  @Test
  void malformedEventOfOneThread_leavesTheOthersAlone() throws InterruptedException {
    AtomicInteger refused = new AtomicInteger();
    RaceReport report =
        run(
            thread -> {
              try {
                feed.release(thread, "never acquired", "D:1");
              } catch (MalformedEventException e) {
                refused.incrementAndGet();
              }
              guarded(thread);
            });

    assertThat(refused).hasValue(THREADS * ROUNDS);
    assertThat(report.races()).isEmpty();
    assertThat(report.events()).isEqualTo(THREADS * (ROUNDS * 3L + 2L));
  }

  private interface Body {
    void run(String thread);
  }

  private void guarded(String thread) {
    lock.lock();
    feed.acquire(thread, "lock", "A:1");
    feed.write(thread, "guarded", "A:2");
    feed.release(thread, "lock", "A:3");
    lock.unlock();
  }

  private RaceReport run(Body body) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      String name = "T" + i;
      feed.fork("main", name, "");
      Thread thread =
          new Thread(
              () -> {
                for (int round = 0; round < ROUNDS; round++) {
                  body.run(name);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (int i = 0; i < THREADS; i++) {
      threads.get(i).join();
      feed.join("main", "T" + i, "");
    }
    return feed.finish();
  }
}
