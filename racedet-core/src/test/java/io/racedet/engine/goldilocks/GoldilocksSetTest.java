package io.racedet.engine.goldilocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.WakeCauses;
import io.racedet.engine.FedTrace;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.growth.RetainedBytes;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Order;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The threads in the lockset of an access: those whose later events it happens before. */
class GoldilocksSetTest {
  private static final int TRACES = 340;
  private static final int MANY = 100_000;

  private final Set<Op> entered = EnumSet.noneOf(Op.class); // operations that put a thread in

  @Test
  void threads_afterEachEvent_areThoseThatTheAccessHappensBefore() {
    RandomRuns.some().limit(TRACES).forEach(this::check);
    assertThat(entered)
        .containsExactlyInAnyOrder(
            Op.ACQUIRE, Op.ACQUIRE_SHARED, Op.SYNC_READ, Op.RECEIVE, Op.WAKE, Op.JOIN, Op.FORK);
  }

  private void check(TestTrace trace) {
    FedTrace fed = FedTrace.of(trace);
    long[] notifies = notifies(fed);
    Order order = new HappensBefore(trace).order();
    GoldilocksSet lockset = new GoldilocksSet();
    for (int first = 0; first < fed.size(); first++) {
      lockset.start(fed.event(first).thread());
      boolean isOwner = fed.event(first).isAccess();
      for (int later = first + 1; isOwner && later < fed.size(); later++) {
        TraceEvent event = fed.event(later);
        BitSet before = threads(lockset, trace);
        int thread = lockset.apply(event.op(), event.thread(), event.operand(), notifies[later]);
        BitSet after = threads(lockset, trace);
        assertThat(lockset.hasThread(event.thread()))
            .as("%s%d %d", trace, fed.index(first), fed.index(later))
            .isEqualTo(order.before(fed.index(first), fed.index(later)));
        if (thread != GoldilocksSet.NOBODY) {
          assertThat(after.get(thread)).isTrue();
          before.set(thread);
          entered.add(event.op());
        }
        assertThat(after).isEqualTo(before);
      }
    }
  }

  private static BitSet threads(GoldilocksSet lockset, TestTrace trace) {
    BitSet threads = new BitSet();
    for (int thread = 0; thread < trace.count(Op.Operand.THREAD); thread++) {
      threads.set(thread, lockset.hasThread(thread));
    }
    return threads;
  }

  /** The index of each notify, and for each wake that of the notify that caused it. */
  private static long[] notifies(FedTrace fed) {
    WakeCauses<Long> wakes = new WakeCauses<>();
    long[] notifies = new long[fed.size()];
    for (int i = 0; i < fed.size(); i++) {
      TraceEvent e = fed.event(i);
      switch (e.op()) {
        case ACQUIRE -> wakes.acquire(e.thread(), e.operand(), fed.index(i));
        case RELEASE -> wakes.release(e.thread(), e.operand(), fed.index(i));
        case NOTIFY -> {
          wakes.signal(e.operand(), fed.index(i), (long) fed.index(i));
          notifies[i] = fed.index(i);
        }
        case WAKE -> {
          Long cause = wakes.cause(e.thread(), e.operand());
          notifies[i] = cause == null ? 0 : cause;
        }
        default -> {
          /* Not part of a wait. */
        }
      }
    }
    return notifies;
  }

  /** One large set does not make all later ones large. */
  @Test
  void start_afterALargeSet_keepsNoRoomForIt() {
    GoldilocksSet lockset = new GoldilocksSet();
    lockset.start(0);
    for (int lock = 0; lock < MANY; lock++) {
      lockset.apply(Op.RELEASE, 0, lock, 0);
    }
    assertThat(new RetainedBytes().of(lockset)).isGreaterThan(MANY);
    lockset.start(1);
    assertThat(new RetainedBytes().of(lockset)).isLessThan(MANY / 10);
    assertThat(lockset.hasThread(0)).isFalse();
    assertThat(lockset.hasThread(1)).isTrue();
  }
}
