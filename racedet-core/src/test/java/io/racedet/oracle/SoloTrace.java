package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Traces without what their first thread does before it starts another one, as far as that cannot
 * matter. All other threads of the whole trace must be forked.
 */
public final class SoloTrace {
  private static final Set<Op> ACQUIRES = Set.of(Op.ACQUIRE, Op.ACQUIRE_SHARED);
  private static final Set<Op> RELEASES = Set.of(Op.RELEASE, Op.RELEASE_SHARED);
  private static final Set<Op> PLAIN = Set.of(Op.READ, Op.WRITE, Op.AGAIN);
  private static final Set<Op> ACCESSES =
      Set.of(Op.READ, Op.WRITE, Op.AGAIN, Op.ATOMIC_READ, Op.ATOMIC_WRITE);

  private static final Set<Op> ORDERING =
      EnumSet.of(
          Op.ACQUIRE,
          Op.ACQUIRE_SHARED,
          Op.RELEASE,
          Op.RELEASE_SHARED,
          Op.SYNC_READ,
          Op.SYNC_WRITE,
          Op.SEND,
          Op.RECEIVE,
          Op.NOTIFY,
          Op.WAKE);

  private SoloTrace() {}

  /** Without plain accesses that it makes without a lock. */
  public static PartialTrace withoutAccesses(TestTrace whole) {
    BitSet without = new BitSet();
    int held = 0;
    for (int i = 1; i < begin(whole); i++) {
      Op op = whole.event(i).op();
      held += ACQUIRES.contains(op) ? 1 : RELEASES.contains(op) ? -1 : 0;
      without.set(i, held == 0 && PLAIN.contains(op));
    }
    return new PartialTrace(whole, without);
  }

  /**
   * Without any synchronisation but the acquires of the locks that it holds at the end, and without
   * accesses but for those in their critical sections. It begins to wait only at the end.
   */
  public static PartialTrace withoutAll(TestTrace whole) {
    BitSet without = new BitSet();
    List<Integer> open = new ArrayList<>(); // acquires
    int end = beginOfWait(whole, begin(whole));
    for (int i = 1; i < end; i++) {
      TraceEvent event = whole.event(i);
      if (ACQUIRES.contains(event.op())) {
        open.add(i);
      } else if (RELEASES.contains(event.op())) {
        open.remove(lastOf(whole, event, open));
      }
    }
    int first = open.isEmpty() ? end : open.get(0);
    for (int i = 1; i < end; i++) {
      Op op = whole.event(i).op();
      boolean isOver = ORDERING.contains(op) && !open.contains(i);
      without.set(i, isOver || i < first && ACCESSES.contains(op));
    }
    return new PartialTrace(whole, without);
  }

  private static Integer lastOf(TestTrace whole, TraceEvent release, List<Integer> open) {
    Op op = release.op() == Op.RELEASE ? Op.ACQUIRE : Op.ACQUIRE_SHARED;
    return open.stream()
        .filter(i -> whole.event(i).op() == op && whole.event(i).operand() == release.operand())
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  /** The index of the first release that may begin a wait, if it is before an end. */
  private static int beginOfWait(TestTrace whole, int end) {
    for (int i = 1; i < end; i++) {
      TraceEvent event = whole.event(i);
      if (RELEASES.contains(event.op()) && isWait(whole, i)) {
        return i;
      }
    }
    return end;
  }

  private static boolean isWait(TestTrace whole, int release) {
    TraceEvent begun = whole.event(release);
    List<TraceEvent> later =
        whole.events().subList(release, whole.size()).stream()
            .filter(event -> event.thread() == begun.thread())
            .toList();
    return later.stream()
            .filter(event -> event.op() == Op.ACQUIRE)
            .findFirst()
            .filter(event -> event.operand() == begun.operand())
            .isPresent()
        && later.stream().anyMatch(event -> event.op() == Op.WAKE);
  }

  /** The index of the first fork, or behind the last event. */
  private static int begin(TestTrace whole) {
    int i = 1;
    while (i <= whole.size() && whole.event(i).op() != Op.FORK) {
      i++;
    }
    return i;
  }
}
