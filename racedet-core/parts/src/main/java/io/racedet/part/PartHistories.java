package io.racedet.part;

import io.racedet.event.EventSink;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The accesses to the variables of a part since each was allocated last. Not thread-safe. */
final class PartHistories {
  private static final int LOCATION_BITS = 32;

  private final LockLists locks = new LockLists();
  private final Int2ObjectOpenHashMap<VariableHistory> histories = new Int2ObjectOpenHashMap<>();
  private final Map<VariableOwner, Long> allocations = new HashMap<>(); // when it was last
  private final IntOpenHashSet gone = new IntOpenHashSet(); // had accesses before an allocation
  private Map<VariableOwner, IntList> ofOwner; // the variables; null before an allocation

  LockLists locks() {
    return locks;
  }

  /** The detail word of an access. */
  static long detail(int list, int location) {
    return (long) list << LOCATION_BITS | location & 0xFFFF_FFFFL;
  }

  static int list(long detail) {
    return (int) (detail >>> LOCATION_BITS);
  }

  static int location(long detail) {
    return (int) detail;
  }

  /** The accesses to a variable so far; null for none. */
  VariableHistory find(int variable) {
    return histories.get(variable);
  }

  /** Adds a variable without access. */
  VariableHistory add(int variable, VariableOwner owner) {
    VariableHistory history = new VariableHistory(owner);
    histories.put(variable, history);
    if (ofOwner != null && owner != null) {
      ofOwner.computeIfAbsent(owner, unseen -> new IntArrayList()).add(variable);
    }
    return history;
  }

  /** When an object was allocated last; 0 for never, or no object. */
  long allocated(VariableOwner owner) {
    return owner == null ? 0 : allocations.getOrDefault(owner, 0L);
  }

  /** Makes the variables of an object others without an access. */
  void allocate(VariableOwner owner, long time) {
    if (ofOwner == null) {
      ofOwner = new HashMap<>();
      histories.forEach(
          (variable, history) -> {
            if (history.owner != null) {
              ofOwner.computeIfAbsent(history.owner, o -> new IntArrayList()).add(variable);
            }
          });
    }
    allocations.put(owner, time);
    IntList variables = ofOwner.remove(owner);
    if (variables != null) {
      for (int variable : variables) {
        histories.remove(variable);
        gone.add(variable);
      }
    }
  }

  /** All variables that the part accesses. */
  IntSet touched() {
    IntSet touched = new IntOpenHashSet(histories.keySet());
    touched.addAll(gone);
    return touched;
  }

  /** Forgets which variables had accesses before they were allocated. */
  void forgetGone() {
    gone.clear();
  }

  /** Appends the next part. */
  void append(PartHistories next) {
    gone.addAll(next.gone);
    if (!next.allocations.isEmpty()) {
      for (int variable : histories.keySet().toIntArray()) {
        VariableOwner owner = histories.get(variable).owner;
        if (owner != null && next.allocations.containsKey(owner)) {
          histories.remove(variable);
          gone.add(variable);
        }
      }
    }
    allocations.putAll(next.allocations);
    ofOwner = null;
    int[] lists = new int[next.locks.listCount()];
    int[] sets = new int[next.locks.setCount()];
    Arrays.setAll(lists, list -> locks.list(next.locks.list(list)));
    Arrays.setAll(sets, set -> locks.set(next.locks.set(set)));
    next.histories.forEach(
        (variable, history) -> {
          VariableHistory mine = histories.get(variable);
          append(mine == null ? add(variable, history.owner) : mine, history, lists, sets);
        });
  }

  private void append(VariableHistory mine, VariableHistory next, int[] lists, int[] sets) {
    int set = next.lockset == LockLists.ALL ? LockLists.ALL : sets[next.lockset];
    mine.lockset = locks.meet(mine.lockset, set);
    for (int at = 0; at < next.size(); at++) {
      int thread = mine.of(next.thread(at));
      for (int kind = 0; kind < VariableHistory.KINDS; kind++) {
        if (next.time(at, kind) > 0) {
          long detail = next.detail(at, kind);
          mine.put(
              thread, kind, next.time(at, kind), detail(lists[list(detail)], location(detail)));
        }
      }
    }
  }

  /** Removes what a part with these variables cannot ask for. */
  void retain(IntSet variables, Set<VariableOwner> owners) {
    histories.keySet().retainAll(variables);
    allocations.keySet().retainAll(owners);
  }

  /** The objects to which variables of this part belong. */
  Set<VariableOwner> owners() {
    Set<VariableOwner> owners = new HashSet<>(allocations.keySet());
    histories.values().forEach(history -> owners.add(history.owner));
    owners.remove(null);
    return owners;
  }

  /** The ids of which names are needed for the accesses. */
  PartNames.Used used() {
    PartNames.Used used = new PartNames.Used();
    for (VariableHistory history : histories.values()) {
      for (int at = 0; at < history.size(); at++) {
        used.threads().set(history.thread(at));
        for (int kind = 0; kind < VariableHistory.KINDS; kind++) {
          if (history.time(at, kind) > 0) {
            use(history.detail(at, kind), used);
          }
        }
      }
    }
    return used;
  }

  private void use(long detail, PartNames.Used used) {
    if (location(detail) != EventSink.NO_LOCATION) {
      used.locations().set(location(detail));
    }
    for (long lock : locks.list(list(detail))) {
      used.locks().set(LockUse.lock((int) lock));
    }
  }

  /** Writes this in an order that depends on nothing but what it means. */
  void write(PartOutput out) {
    int[] variables = histories.keySet().toIntArray();
    Arrays.sort(variables);
    Numbering<Integer> lists = new Numbering<>();
    Numbering<Integer> sets = new Numbering<>();
    Numbering<VariableOwner> owners = new Numbering<>();
    PartOutput body = out.part();
    int before = 0;
    for (int variable : variables) {
      VariableHistory history = histories.get(variable);
      body.number(variable - before);
      before = variable;
      body.number(history.owner == null ? 0 : 1 + owners.of(history.owner));
      body.number(sets.of(history.lockset));
      write(history, lists, body);
    }
    out.number(owners.inOrder().size());
    owners.inOrder().forEach(owner -> write(owner, out));
    out.number(lists.inOrder().size());
    lists.inOrder().forEach(list -> write(locks.list(list), out));
    out.number(sets.inOrder().size());
    sets.inOrder().forEach(set -> write(locks.set(set), out));
    out.number(variables.length);
    out.append(body);
    int[] others = gone.intStream().filter(v -> !histories.containsKey(v)).sorted().toArray();
    out.number(others.length);
    Arrays.stream(others).forEach(out::number);
    out.number(allocations.size());
    sorted(allocations)
        .forEach(
            (owner, time) -> {
              write(owner, out);
              out.number(time);
            });
  }

  private static Map<VariableOwner, Long> sorted(Map<VariableOwner, Long> allocations) {
    Map<VariableOwner, Long> sorted =
        new TreeMap<>(
            Comparator.comparingLong(VariableOwner::high).thenComparingLong(VariableOwner::low));
    sorted.putAll(allocations);
    return sorted;
  }

  private static void write(VariableOwner owner, PartOutput out) {
    out.word(owner.high());
    out.word(owner.low());
  }

  private static void write(long[] locks, PartOutput out) {
    out.number(locks.length);
    for (long lock : locks) {
      out.number(1 + lock); // the lock of atomic accesses is -1
    }
  }

  private static void write(VariableHistory history, Numbering<Integer> lists, PartOutput out) {
    int[] order =
        IntStream.range(0, history.size())
            .boxed()
            .sorted(Comparator.comparingInt(history::thread))
            .mapToInt(at -> at)
            .toArray();
    out.number(order.length);
    for (int at : order) {
      out.number(history.thread(at));
      int kinds = 0;
      for (int kind = 0; kind < VariableHistory.KINDS; kind++) {
        kinds |= history.time(at, kind) > 0 ? 1 << kind : 0;
      }
      out.number(kinds);
      for (int kind = 0; kind < VariableHistory.KINDS; kind++) {
        if (history.time(at, kind) > 0) {
          long detail = history.detail(at, kind);
          out.number(history.time(at, kind));
          out.number(lists.of(list(detail)));
          out.number(1 + location(detail));
        }
      }
    }
  }

  /** Reads what {@link #write} writes. */
  static PartHistories read(PartInput in) {
    PartHistories read = new PartHistories();
    VariableOwner[] owners = new VariableOwner[in.integer()];
    Arrays.setAll(owners, i -> new VariableOwner(in.word(), in.word()));
    int[] lists = new int[in.integer()];
    Arrays.setAll(lists, i -> read.locks.list(readLocks(in)));
    int[] sets = new int[in.integer()];
    Arrays.setAll(sets, i -> read.locks.set(readLocks(in)));
    int variable = 0;
    for (int left = in.integer(); left > 0; left--) {
      variable += in.integer();
      int owner = in.integer();
      VariableHistory history = read.add(variable, owner == 0 ? null : owners[owner - 1]);
      history.lockset = sets[in.integer()];
      for (int threads = in.integer(); threads > 0; threads--) {
        read(history, lists, in);
      }
    }
    for (int left = in.integer(); left > 0; left--) {
      read.gone.add(in.integer());
    }
    for (int left = in.integer(); left > 0; left--) {
      read.allocations.put(new VariableOwner(in.word(), in.word()), in.number());
    }
    return read;
  }

  private static void read(VariableHistory history, int[] lists, PartInput in) {
    int at = history.of(in.integer());
    int kinds = in.integer();
    for (int kind = 0; kind < VariableHistory.KINDS; kind++) {
      if ((kinds & 1 << kind) != 0) {
        long time = in.number();
        int list = lists[in.integer()];
        history.put(at, kind, time, detail(list, in.integer() - 1));
      }
    }
  }

  private static long[] readLocks(PartInput in) {
    long[] locks = new long[in.integer()];
    Arrays.setAll(locks, i -> in.number() - 1);
    return locks;
  }
}
