package io.racedet.engine.goldilocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.FedTrace;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.history.Epoch;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Order;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the update list answers, and at what cost. */
class GoldilocksListTest {
  private static final int TRACES = 170;
  private static final int OWNER = 1;
  private static final int OTHER = 2;
  private static final int CHILD = 3;
  private static final int CAPACITY = 100;
  private static final int STEPS_A_CELL = 4;

  private final GoldilocksList list = new GoldilocksList(CAPACITY);
  private long time;

  /** Asks for each access whether each earlier one of another thread happens before it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10, CAPACITY})
  void answers_areThoseOfTheDefinition(int capacity) {
    Stream<TestTrace> traces = RandomRuns.some();
    traces.limit(TRACES).forEach(trace -> check(trace, capacity));
  }

  private static void check(TestTrace trace, int capacity) {
    FedTrace fed = FedTrace.of(trace);
    Order order = new HappensBefore(trace).order();
    GoldilocksList list = new GoldilocksList(capacity);
    long asked = 0;
    for (int later = 0; later < fed.size(); later++) {
      TraceEvent event = fed.event(later);
      if (!event.isAccess()) {
        list.add(EventBlock.word(event.op(), event.thread(), event.operand()), fed.index(later));
        continue;
      }
      for (int first = 0; first < later; first++) {
        int owner = fed.event(first).thread();
        if (fed.event(first).isAccess() && owner != event.thread()) {
          asked++;
          assertThat(list.isOrdered(Epoch.of(owner, fed.index(first)), event.thread()))
              .as("%s%d %d", trace, fed.index(first), fed.index(later))
              .isEqualTo(order.before(fed.index(first), fed.index(later)));
        }
      }
    }
    GoldilocksCounts counts = list.counts(0, 0);
    assertThat(counts.checks()).isEqualTo(asked);
    assertThat(counts.cells() - counts.cellsReclaimed()).isBetween(0L, (long) capacity);
  }

  /** A replay to the end of a list of n events takes n of the 4n steps that they allow. */
  @Test
  void replaysToTheEnd_takeFourStepsForEachEvent() {
    long access = access();
    add(Op.SYNC_WRITE, OWNER, 10);
    for (int i = 1; i <= STEPS_A_CELL; i++) {
      assertThat(list.isOrdered(access, OTHER)).isFalse();
      assertCounts(0, 0, i, 10, 0);
    }
    assertThat(list.isOrdered(access, OTHER)).isFalse(); // empties the list
    assertCounts(1, 0, STEPS_A_CELL, 10, 10);
    assertThat(list.isOrdered(access, OTHER)).isFalse();
    assertCounts(2, 0, STEPS_A_CELL, 10, 10);
  }

  /** Steps that are left are not lost: the next replay starts with the events after the access. */
  @Test
  void replay_startsAfterTheAccess_withStepsOfEarlierEvents() {
    add(Op.SYNC_WRITE, OWNER, 6);
    long access = access();
    add(Op.SYNC_WRITE, OWNER, 4);
    for (int i = 1; i <= 10; i++) {
      assertThat(list.isOrdered(access, OTHER)).isFalse(); // 4 steps of 40
      assertCounts(0, 0, i, 10, 0);
    }
    assertThat(list.isOrdered(access, OTHER)).isFalse();
    assertCounts(1, 0, 10, 10, 10);
  }

  /** A replay of which the last step is allowed is made. */
  @Test
  void replay_ofAsManyEventsAsStepsAreLeft_isMade() {
    long access = access();
    add(Op.SYNC_WRITE, OWNER, 1);
    for (int i = 1; i <= STEPS_A_CELL; i++) {
      assertThat(list.isOrdered(access, OTHER)).isFalse();
    }
    assertCounts(0, 0, STEPS_A_CELL, 1, 0);
    long newer = access();
    assertThat(list.isOrdered(newer, OTHER)).isFalse(); // no event, no step
    assertCounts(0, 0, STEPS_A_CELL + 1, 1, 0);
  }

  @Test
  void replay_thatStops_takesTheStepsBeforeIt() {
    long access = access();
    add(Op.SYNC_WRITE, OWNER, 6);
    list.add(EventBlock.word(Op.FORK, OWNER, CHILD), ++time);
    add(Op.SYNC_WRITE, OWNER, 3);
    for (int i = 1; i <= 6; i++) {
      assertThat(list.isOrdered(access, CHILD)).isTrue(); // 6 steps of 40
      assertCounts(0, i, 0, 10, 0);
    }
    assertThat(list.isOrdered(access, CHILD)).isTrue(); // 4 are left, of 10
    assertCounts(1, 6, 0, 10, 10);
  }

  /** The events before the access take no step, wherever the replay stops. */
  @Test
  void replay_thatStartsLateAndStops_takesTheStepsBetween() {
    add(Op.SYNC_WRITE, OWNER, 12);
    long access = access();
    add(Op.SYNC_WRITE, OWNER, 5);
    list.add(EventBlock.word(Op.FORK, OWNER, CHILD), ++time);
    add(Op.SYNC_WRITE, OWNER, 2);
    for (int i = 1; i <= 15; i++) {
      assertThat(list.isOrdered(access, CHILD)).isTrue(); // 5 steps of 80
      assertCounts(0, i, 0, 20, 0);
    }
    assertThat(list.isOrdered(access, CHILD)).isTrue(); // 5 are left, of 8
    assertCounts(1, 15, 0, 20, 20);
  }

  @Test
  void fullList_isEmptiedAndFilledAgain() {
    long access = access();
    add(Op.SYNC_WRITE, OWNER, CAPACITY);
    assertCounts(0, 0, 0, CAPACITY, 0);
    add(Op.SYNC_WRITE, OWNER, 1);
    assertCounts(0, 0, 0, CAPACITY + 1, CAPACITY);
    assertThat(list.isOrdered(access, OTHER)).isFalse();
    assertCounts(1, 0, 0, CAPACITY + 1, CAPACITY + 1);
    long newer = access();
    assertThat(list.isOrdered(newer, OTHER)).isFalse();
    assertCounts(1, 0, 1, CAPACITY + 1, CAPACITY + 1);
  }

  /** What the clocks know needs no event of the list. */
  @Test
  void answerByTheClocks_leavesTheListAsItIs() {
    long access = access();
    list.add(EventBlock.word(Op.FORK, OWNER, CHILD), ++time);
    add(Op.SYNC_WRITE, OWNER, CAPACITY);
    assertThat(list.isOrdered(access, CHILD)).isTrue();
    assertCounts(1, 0, 0, CAPACITY + 1, CAPACITY);
  }

  @Test
  void eventsWithoutOrder_enterNoList_andAWakeEmptiesIt() {
    for (Op op : new Op[] {Op.BEGIN, Op.END, Op.ALLOC}) {
      list.add(EventBlock.word(op, OWNER, 0), ++time);
    }
    assertCounts(0, 0, 0, 0, 0);
    add(Op.NOTIFY, OWNER, 5);
    list.add(EventBlock.word(Op.WAKE, OTHER, 0), ++time);
    assertCounts(0, 0, 0, 5, 5);
  }

  @Test
  void counts_areOfAllChecks() {
    GoldilocksCounts counts = new GoldilocksCounts(4, 2, 1, 5, 8, 100, 90);
    assertThat(counts.checks()).isEqualTo(20);
    assertThat(list.counts(3, 4)).isEqualTo(new GoldilocksCounts(3, 4, 0, 0, 0, 0, 0));
  }

  private long access() {
    return Epoch.of(OWNER, ++time);
  }

  private void add(Op op, int thread, int times) {
    for (int i = 0; i < times; i++) {
      list.add(EventBlock.word(op, thread, 0), ++time);
    }
  }

  private void assertCounts(long settled, long stopped, long toTheEnd, long cells, long reclaimed) {
    assertThat(list.counts(0, 0))
        .isEqualTo(new GoldilocksCounts(0, 0, settled, stopped, toTheEnd, cells, reclaimed));
  }
}
