package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Deadlocks of feeds. */
class FeedDeadlocksTest {
  private static void nested(NamedEvents feed, String thread, String outer, String inner) {
    feed.acquire(thread, outer, thread + ":1");
    feed.acquire(thread, inner, thread + ":2");
    feed.release(thread, inner, thread + ":3");
    feed.release(thread, outer, thread + ":4");
  }

  @Test
  void locksInBothOrders_arePredicted() {
    RaceFeed feed = RaceFeed.with("fasttrack").deadlocks(true).open();
    nested(feed, "one", "a", "b");
    nested(feed, "two", "b", "a");
    assertThat(feed.finish().races()).isEmpty();
    DeadlockReport report = feed.deadlocks();
    assertThat(report.deadlocks()).extracting(Deadlock::grade).containsExactly(Grade.PREDICTED);
    assertThat(report.deadlocks().get(0).requests())
        .extracting(Deadlock.Request::location)
        .containsExactly("one:2", "two:2");
    assertThat(report.events()).isEqualTo(8);
    assertThat(feed.deadlocks()).isSameAs(report);
  }

  @Test
  void withWitnesses_theyAreProvedOrRefuted() {
    RaceFeed proved = RaceFeed.with("fasttrack").deadlocks(true).witnesses(10_000).open();
    nested(proved, "one", "a", "b");
    nested(proved, "two", "b", "a");
    proved.finish();
    assertThat(proved.deadlocks().deadlocks())
        .extracting(Deadlock::grade)
        .containsExactly(Grade.WITNESSED);

    RaceFeed refuted = RaceFeed.with("fasttrack").deadlocks(true).witnesses(10_000).open();
    nested(refuted, "one", "a", "b");
    refuted.fork("one", "two", "");
    nested(refuted, "two", "b", "a");
    refuted.finish();
    assertThat(refuted.deadlocks().deadlocks()).isEmpty();
    assertThat(refuted.deadlocks().refuted()).hasSize(1);
  }

  /* A lock that is forgotten is another one than a later one of its name. */
  @Test
  void forgottenLocks_areKeptApart() {
    RaceFeed feed = RaceFeed.with("fasttrack").deadlocks(true).open();
    nested(feed, "one", "a", "b");
    feed.forget(Operand.LOCK, feed.handle(Operand.LOCK, "a"));
    feed.forget(Operand.LOCK, feed.handle(Operand.LOCK, "b"));
    nested(feed, "two", "b", "a");
    feed.finish();
    assertThat(feed.deadlocks().deadlocks()).isEmpty();
  }

  @Test
  void manyThreadsAndLocks_afterOneAnother_giveNoneThatIsNotThere() {
    SharedFeed feed = new SharedFeed(RaceFeed.with("fasttrack").deadlocks(true).open());
    for (int i = 0; i < 20_000; i++) {
      String worker = "worker" + i;
      feed.fork("main", worker, "");
      nested(feed, worker, "a" + i, "b" + i);
      feed.join("main", worker, "");
      int thread = feed.handle(Operand.THREAD, worker);
      feed.forget(Operand.LOCK, feed.handle(Operand.LOCK, "a" + i));
      feed.forget(Operand.THREAD, thread);
    }
    feed.finish();
    assertThat(feed.deadlocks().deadlocks()).isEmpty();
    assertThat(feed.deadlocks().problems()).isEmpty();
  }

  /* Races and deadlocks are searched in the same recording of the trace. */
  @Test
  void withWitnesses_theTraceIsRecordedOnce() {
    int events = 200_000;
    allocated(events, true); // loads classes
    long both = allocated(events, true);
    long races = allocated(events, false);
    assertThat(both - races).isLessThan(events); // bytes
  }

  private static long allocated(int events, boolean deadlocks) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    RaceFeed feed = RaceFeed.with("fasttrack").deadlocks(deadlocks).witnesses(10_000).open();
    int thread = feed.handle(Operand.THREAD, "one");
    int variable = feed.handle(Operand.VARIABLE, "x");
    for (int i = 0; i < events; i++) {
      feed.event(Op.WRITE, thread, variable, RaceFeed.NO_LOCATION);
    }
    feed.finish();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void withoutThem_orBeforeTheEnd_theyAreRefused() {
    RaceFeed without = RaceFeed.with("fasttrack").open();
    without.event(Op.ACQUIRE, "one", "a", "");
    without.finish();
    assertThatThrownBy(without::deadlocks)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("deadlocks are not searched for");
    RaceFeed open = RaceFeed.with("fasttrack").deadlocks(true).open();
    assertThatThrownBy(open::deadlocks)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the trace has not ended");
  }
}
