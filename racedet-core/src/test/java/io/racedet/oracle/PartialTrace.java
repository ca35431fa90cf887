package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A trace without some of its events. */
public final class PartialTrace {
  private final TestTrace trace;
  private final List<Integer> originals = new ArrayList<>(); // by index - 1
  private final int leftOut;

  /**
   * Leaves events out.
   *
   * @param without their indices, from 1
   */
  PartialTrace(TestTrace whole, BitSet without) {
    TestTrace.Builder kept = new TestTrace.Builder();
    for (int i = 1; i <= whole.size(); i++) {
      TraceEvent event = whole.event(i);
      if (!without.get(i)) {
        boolean hasOperand = event.op().operand() != Op.Operand.NONE;
        String operand = hasOperand ? whole.name(event.op().operand(), event.operand()) : "";
        kept.add(whole.name(Op.Operand.THREAD, event.thread()), event.op(), operand);
        originals.add(i);
      }
    }
    trace = kept.build();
    leftOut = without.cardinality();
  }

  /** The events that are left. */
  public TestTrace trace() {
    return trace;
  }

  /** The pairs in the whole trace; an index of 0, which an engine does not know, stays so. */
  public SortedSet<Pair> originals(SortedSet<Pair> pairs) {
    SortedSet<Pair> originals = new TreeSet<>();
    pairs.forEach(pair -> originals.add(new Pair(original(pair.first()), original(pair.second()))));
    return originals;
  }

  private int original(int index) {
    return index == 0 ? 0 : originals.get(index - 1);
  }

  /** How many events are left out. */
  public int leftOut() {
    return leftOut;
  }
}
