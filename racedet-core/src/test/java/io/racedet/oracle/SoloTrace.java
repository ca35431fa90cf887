package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A trace without the plain accesses that its first thread makes, without a lock, before it starts
 * another one. All other threads of the whole trace must be forked.
 */
public final class SoloTrace {
  private static final Set<Op> LEFT_OUT = Set.of(Op.READ, Op.WRITE, Op.AGAIN);

  private static final Set<Op> ACQUIRES = Set.of(Op.ACQUIRE, Op.ACQUIRE_SHARED);
  private static final Set<Op> RELEASES = Set.of(Op.RELEASE, Op.RELEASE_SHARED);

  private final TestTrace trace;
  private final List<Integer> originals = new ArrayList<>(); // by index - 1
  private final int leftOut;

  public SoloTrace(TestTrace whole) {
    TestTrace.Builder kept = new TestTrace.Builder();
    boolean isAlone = true;
    int held = 0;
    for (int i = 1; i <= whole.size(); i++) {
      TraceEvent event = whole.event(i);
      isAlone &= event.op() != Op.FORK;
      held += ACQUIRES.contains(event.op()) ? 1 : RELEASES.contains(event.op()) ? -1 : 0;
      if (!isAlone || held > 0 || !LEFT_OUT.contains(event.op())) {
        boolean hasOperand = event.op().operand() != Op.Operand.NONE;
        String operand = hasOperand ? whole.name(event.op().operand(), event.operand()) : "";
        kept.add(whole.name(Op.Operand.THREAD, event.thread()), event.op(), operand);
        originals.add(i);
      }
    }
    trace = kept.build();
    leftOut = whole.size() - originals.size();
  }

  public TestTrace trace() {
    return trace;
  }

  /** The pair in the whole trace. */
  public Pair original(Pair pair) {
    return new Pair(originals.get(pair.first() - 1), originals.get(pair.second() - 1));
  }

  /** How many accesses are left out. */
  public int leftOut() {
    return leftOut;
  }
}
