package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.NaiveOrder;
import io.racedet.compressed.summary.Symbol;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** A stretch whose events are known. */
final class KnownStretch {
  record Access(int time, int thread, int kind, long detail) {}

  final long[] words;
  final long[] details;
  final List<Set<Integer>> known = new ArrayList<>(); // by event: those before it
  final List<Set<Integer>> pasts = new ArrayList<>(); // by event: the symbols
  final Map<Integer, List<List<Access>>> periods = new TreeMap<>(); // by variable

  KnownStretch(SplittableRandom random, int ids, int length, boolean withAllocations) {
    List<Op> ops = BeginningTest.ops(random.nextInt(20), withAllocations);
    long[] trace = NaiveOrder.random(random, ids, 2 * length, ops);
    int from = random.nextInt(length);
    words = Arrays.copyOfRange(trace, from, from + 1 + random.nextInt(length));
    details = random.longs(words.length).toArray();
    NaiveOrder order = new NaiveOrder();
    for (int i = 0; i < words.length; i++) {
      order.add(words[i]);
      Set<Integer> thread = Set.of(Symbol.thread(EventBlock.thread(words[i])));
      known.add(order.known(thread));
      pasts.add(new TreeSet<>(order.pasts(thread.iterator().next())));
      add(i);
    }
  }

  private void add(int i) {
    int operand = EventBlock.operand(words[i]);
    if (EventBlock.op(words[i]) == Op.ALLOC) {
      for (int variable : NaiveRaces.OBJECTS.of(operand)) {
        periods(variable).add(new ArrayList<>());
      }
    } else if (EventBlock.isAccess(words[i])) {
      List<List<Access>> all = periods(operand);
      int kind = AccessKind.of(words[i]);
      all.get(all.size() - 1).add(new Access(i + 1, EventBlock.thread(words[i]), kind, details[i]));
    }
  }

  private List<List<Access>> periods(int variable) {
    return periods.computeIfAbsent(variable, unseen -> new ArrayList<>(List.of(new ArrayList<>())));
  }

  boolean isOrdered(Access a, Access b) {
    return known.get(b.time - 1).contains(a.time);
  }

  boolean races(List<Access> accesses) {
    return accesses.stream()
        .anyMatch(
            b ->
                accesses.stream()
                    .anyMatch(
                        a ->
                            a.time < b.time
                                && AccessKind.conflict(a.kind, b.kind)
                                && !isOrdered(a, b)));
  }

  /** The accesses without those that others cover. */
  Set<Access> uncovered(List<Access> accesses, BiPredicate<Access, Access> isCovered) {
    Set<Access> uncovered = new HashSet<>(accesses);
    uncovered.removeIf(a -> accesses.stream().anyMatch(b -> isCovered.test(a, b)));
    return uncovered;
  }
}
