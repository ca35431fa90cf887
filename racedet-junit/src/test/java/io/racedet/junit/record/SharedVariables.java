package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The data variables that more than one thread accesses. */
public final class SharedVariables implements EventSink {
  private final Map<Integer, Set<Integer>> users = new HashMap<>();

  private SharedVariables() {}

  /** The names of those of a trace. */
  public static Set<String> of(RecordedTrace trace) {
    SharedVariables shared = new SharedVariables();
    trace.replay(shared);
    Set<String> names = new TreeSet<>();
    shared.users.forEach(
        (variable, threads) -> {
          if (threads.size() > 1) {
            names.add(trace.names().name(Operand.VARIABLE, variable));
          }
        });
    return names;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    if (op.operand() == Operand.VARIABLE) {
      users.computeIfAbsent(operand, unused -> new HashSet<>()).add(thread);
    }
  }
}
