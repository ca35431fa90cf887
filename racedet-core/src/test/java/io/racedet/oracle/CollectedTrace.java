package io.racedet.oracle;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A trace in which some of the walks of the threads are ranges: accesses by a thread, with only
 * plain accesses between them, of variables at equal distances, that are all recorded at the place
 * of the first one. The variables of the trace are those of one array, in the order of their ids.
 */
public final class CollectedTrace {
  private static final int SHORTEST = 2;

  private final TestTrace whole;
  private final TestTrace.Builder kept = new TestTrace.Builder();
  private final List<Integer> originals = new ArrayList<>(); // by index - 1
  private final Map<Integer, Long> walks = new HashMap<>();
  private final Map<Integer, List<Integer>> collected = new TreeMap<>(); // by first index

  public CollectedTrace(TestTrace whole, long seed) {
    this.whole = whole;
    SplittableRandom random = new SplittableRandom(seed);
    Map<Integer, Integer> firstOf = new HashMap<>();
    for (int i = 1; i <= whole.size(); i++) {
      if (!firstOf.containsKey(i) && isPlain(whole.event(i)) && random.nextInt(3) > 0) {
        List<Integer> walk = walk(i, firstOf, random.nextBoolean() ? 1 : random.nextInt(-2, 3));
        if (walk.size() >= SHORTEST) {
          collected.put(i, walk);
          for (int index : walk) {
            firstOf.put(index, i);
          }
        }
      }
    }
    for (int i = 1; i <= whole.size(); i++) {
      if (!firstOf.containsKey(i)) {
        keep(i);
      } else if (collected.containsKey(i)) {
        List<Integer> walk = collected.get(i);
        int stride = whole.event(walk.get(1)).operand() - whole.event(i).operand();
        walks.put(kept.size() + 1, Walk.of(stride, walk.size()));
        walk.forEach(this::keep);
      }
    }
  }

  private static boolean isPlain(TraceEvent event) {
    return event.op() == Op.READ || event.op() == Op.WRITE;
  }

  /** The later accesses of the span that walk on, with any others between them. */
  private List<Integer> walk(int first, Map<Integer, Integer> taken, int stride) {
    List<Integer> walk = new ArrayList<>(List.of(first));
    TraceEvent begin = whole.event(first);
    int next = begin.operand() + stride;
    for (int i = first + 1; i <= whole.size() && stride != 0; i++) {
      TraceEvent e = whole.event(i);
      if (e.thread() == begin.thread()) {
        if (!isPlain(e)) {
          break;
        }
        if (e.op() == begin.op() && e.operand() == next && !taken.containsKey(i)) {
          walk.add(i);
          next += stride;
        }
      }
    }
    return walk;
  }

  private void keep(int index) {
    TraceEvent e = whole.event(index);
    boolean hasOperand = e.op().operand() != Operand.NONE;
    String operand = hasOperand ? whole.name(e.op().operand(), e.operand()) : "";
    kept.add(whole.name(Operand.THREAD, e.thread()), e.op(), operand);
    originals.add(index);
  }

  /** The events in the order in which they are recorded. */
  public TestTrace trace() {
    return kept.build();
  }

  /** The ranges, by the indices of their first accesses. */
  public Map<Integer, Long> walks() {
    return new LinkedHashMap<>(walks);
  }

  /** The id in the whole trace of each variable, by its id in the recorded one. */
  public int[] variables() {
    TestTrace recorded = trace();
    int[] ids = new int[recorded.count(Operand.VARIABLE)];
    for (int i = 1; i <= recorded.size(); i++) {
      if (recorded.event(i).op().operand() == Operand.VARIABLE) {
        ids[recorded.event(i).operand()] = whole.event(original(i)).operand();
      }
    }
    return ids;
  }

  /** The true index of an event. */
  public int original(int index) {
    return originals.get(index - 1);
  }
}
