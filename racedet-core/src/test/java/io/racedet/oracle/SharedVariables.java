package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Traces without accesses of variables that one thread alone uses. */
public final class SharedVariables {
  private SharedVariables() {}

  /** Leaves out the accesses of variables that one thread alone uses. */
  public static PartialTrace only(TestTrace whole) {
    Map<Integer, Set<Integer>> users = new HashMap<>();
    for (TraceEvent event : whole.events()) {
      if (isAccess(event)) {
        users.computeIfAbsent(event.operand(), none -> new HashSet<>()).add(event.thread());
      }
    }
    BitSet without = new BitSet();
    for (int i = 1; i <= whole.size(); i++) {
      TraceEvent event = whole.event(i);
      without.set(i, isAccess(event) && users.get(event.operand()).size() == 1);
    }
    return new PartialTrace(whole, without);
  }

  private static boolean isAccess(TraceEvent event) {
    return event.op().operand() == Op.Operand.VARIABLE;
  }
}
