package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A trace without the accesses that earlier ones of their spans cover: an access covers a later one
 * of its thread and variable if it writes or the later one reads, and the thread has only plain
 * accesses between them. In place of the first one that an access covers there is an event AGAIN.
 */
public final class ReducedTrace {
  private final TestTrace whole;
  private final TestTrace.Builder kept = new TestTrace.Builder();
  private final List<Integer> originals =
      new ArrayList<>(); // by index - 1; of AGAIN the covered one
  private final Map<Integer, Map<Integer, Boolean>> spans = new HashMap<>(); // write by variable
  private final Map<Integer, List<Integer>> repeated = new HashMap<>();

  public ReducedTrace(TestTrace whole) {
    this.whole = whole;
    for (int i = 1; i <= whole.size(); i++) {
      add(i, whole.event(i));
    }
  }

  private void add(int index, TraceEvent event) {
    Map<Integer, Boolean> span = spans.computeIfAbsent(event.thread(), unseen -> new HashMap<>());
    List<Integer> again = repeated.computeIfAbsent(event.thread(), unseen -> new ArrayList<>());
    int variable = event.operand();
    if (event.op() != Op.READ && event.op() != Op.WRITE) {
      span.clear();
      again.clear();
      keep(index, event, event.op());
    } else if (span.containsKey(variable) && (span.get(variable) || event.op() == Op.READ)) {
      if (!again.contains(variable)) {
        again.add(variable);
        keep(index, event, Op.AGAIN);
      }
    } else {
      again.remove((Integer) variable);
      span.put(variable, event.op() == Op.WRITE);
      keep(index, event, event.op());
    }
  }

  private void keep(int index, TraceEvent event, Op op) {
    boolean hasOperand = op.operand() != Op.Operand.NONE;
    String operand = hasOperand ? whole.name(op.operand(), event.operand()) : "";
    kept.add(whole.name(Op.Operand.THREAD, event.thread()), op, operand);
    originals.add(index);
  }

  public TestTrace trace() {
    return kept.build();
  }

  /** The index in the whole trace of an event; of AGAIN that of the first access it stands for. */
  public int original(int index) {
    return originals.get(index - 1);
  }

  /** The indices in the whole trace of all events that have one. */
  public Set<Integer> recorded() {
    return Set.copyOf(originals);
  }

  public boolean isSmaller() {
    return originals.size() < whole.size() || trace().uses(Op.AGAIN);
  }
}
