package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.AccessNodes;
import io.racedet.compressed.summary.ChunkClocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;

/** The happens-before races of a stretch inside a trace. Not thread-safe. */
public final class HbStretch extends EventCases<HbSummary> implements Stretch<HbSummary> {
  /* A stretch is analysed once, wherever it occurs in the trace. The order between earlier events
   * and those of the stretch is not known then, so the first accesses to a variable (BF in [1]) are
   * kept with the set of symbols whose past is ordered before them. A last access of one stretch
   * races with a first access of the next unless one of the symbols of that access knows it.
   * Symbols are threads and channels.
   *
   * Deviations: the paper also keeps After sets of each last access (AL), which change whenever a
   * stretch is appended. Here each symbol has a clock at the end of the stretch: the After set of
   * an access consists of the symbols whose clocks include its time. So the cost of appending a
   * stretch depends on that stretch only, and an event is one step of a vector clock. Times are
   * positions, so a race has its indices.
   *
   * All sends to a channel are ordered before all its later receives; [1] uses the last send and
   * the first receive, which is correct for exclusive locks only. A lock is two channels, since
   * shared releases are not ordered before shared acquires. Notifies and wakes are a channel, too,
   * see WakeOrder. Of ordered accesses, one is dropped if another races whenever it does; an atomic
   * access can replace fewer accesses than a plain one.
   *
   * An allocation ends a variable in the middle of a stretch: its first accesses are those before
   * the first allocation, its last ones those after the last, and accesses between can only race
   * inside the stretch.
   *
   * Whether a stretch contains a race does not depend on what comes before it. Stretches are
   * appended to the one that begins the trace as long as they contain no first race of a variable;
   * a stretch that does is expanded, until the race is at a single event.
   *
   * [1] Kini, Mathur, Viswanathan. Data race detection on compressed traces. FSE 2018, section 3. */

  private static final int NONE = AccessNodes.NONE;
  private static final long NODE = 3; // words

  private final ChunkClocks clocks = new ChunkClocks();
  private final AccessNodes nodes = new AccessNodes();

  private final VariableSlots slots = new VariableSlots(); // of first and of last accesses

  private long visits; // of nodes

  /**
   * Creates an empty stretch.
   *
   * @param allocated the variables of the objects that the trace allocates
   */
  public HbStretch(AllocatedVariables allocated) {
    super(allocated);
  }

  @Override
  public void clear() {
    slots.clear();
    nodes.clear();
    clocks.clear();
    visits = 0;
  }

  @Override
  public long steps() {
    return visits + clocks.steps();
  }

  @Override
  public void pass(long time) {
    visits++;
    clocks.at(time);
  }

  @Override
  void order(Op op, int thread, int operand) {
    clocks.order(op, thread, operand);
  }

  @Override
  public long space() {
    return NODE * nodes.size() + 2L * slots.size() + clocks.space();
  }

  @Override
  public long size() {
    long size = clocks.size();
    for (int slot = 0; slot < slots.size(); slot++) {
      size += 1 + nodes.length(slots.first[slot]) + nodes.length(slots.last[slot]);
    }
    return size;
  }

  @Override
  void access(long word, long time, long detail) {
    int slot = slots.of(EventBlock.operand(word));
    if ((slots.flags[slot] & HbSummary.DONE) != 0) {
      return;
    }
    int kind = AccessKind.of(word);
    int row = clocks.thread(EventBlock.thread(word));
    int who = clocks.column(row) << AccessKind.BITS | kind;
    int tail = slots.last[slot];
    if (tail != NONE && nodes.next(tail) == NONE && nodes.who(tail) == who) {
      nodes.set(tail, who, time, detail); // no other access can race, and a head covers this one
      return;
    }
    if (races(tail, row, kind)) {
      markRaced(slot);
      return;
    }
    if ((slots.flags[slot] & HbSummary.CLOSED) == 0) {
      head(slot, row, who, time);
    }
    tail(slot, row, who, time, detail);
  }

  /** Whether an access races with one of a list. */
  private boolean races(int list, int row, int kind) {
    for (int node = list; node != NONE; node = nodes.next(node)) {
      visits++;
      if (AccessKind.conflict(nodes.who(node) & AccessKind.MASK, kind)
          && !clocks.knows(row, nodes.who(node) >> AccessKind.BITS, nodes.time(node))) {
        return true;
      }
    }
    return false;
  }

  /** Marks the current variable as raced and drops its accesses. */
  private void markRaced(int slot) {
    boolean renewed = (slots.flags[slot] & HbSummary.RENEWED) != 0;
    slots.flags[slot] |=
        HbSummary.DONE
            | HbSummary.CLOSED
            | (renewed ? HbSummary.RACES_LATER : HbSummary.RACES_AT_ONCE);
    slots.last[slot] = nodes.drop(slots.last[slot]);
    if (!renewed) {
      slots.first[slot] = nodes.drop(slots.first[slot]);
    }
  }

  @Override
  void renew(int variable) {
    renewSlot(slots.of(variable));
  }

  private void renewSlot(int slot) {
    slots.flags[slot] =
        (slots.flags[slot] | HbSummary.RENEWED | HbSummary.CLOSED) & ~HbSummary.DONE;
    slots.last[slot] = nodes.drop(slots.last[slot]);
  }

  /**
   * Adds a first access, unless another one races with all earlier accesses that it may race with.
   */
  private void head(int slot, int row, int who, long time) {
    int kind = who & AccessKind.MASK;
    for (int node = slots.first[slot]; node != NONE; node = nodes.next(node)) {
      int other = nodes.who(node);
      visits++;
      if (AccessKind.isCovered(kind, other & AccessKind.MASK)
          && clocks.knows(row, other >> AccessKind.BITS, nodes.time(node))) {
        return;
      }
    }
    slots.first[slot] = nodes.add(slots.first[slot], who, time, clocks.beforeSet(row));
    slots.flags[slot] |= kind == AccessKind.WRITE ? HbSummary.CLOSED : 0;
  }

  /** Adds a last access and removes those that it covers in all later races. */
  private void tail(int slot, int row, int who, long time, long detail) {
    int kind = who & AccessKind.MASK;
    int list = slots.last[slot];
    int previous = NONE;
    int node = list;
    while (node != NONE) {
      visits++;
      int after = nodes.next(node);
      int other = nodes.who(node);
      if (AccessKind.isCovered(other & AccessKind.MASK, kind)
          && clocks.knows(row, other >> AccessKind.BITS, nodes.time(node))) {
        list = nodes.remove(list, previous, node);
      } else {
        previous = node;
      }
      node = after;
    }
    slots.last[slot] = nodes.add(list, who, time, detail);
  }

  /** Whether a last access of this stretch races with a first one of the next stretch. */
  private boolean races(int slot, HbSummary next, int i) {
    int tail = slots.last[slot];
    if (tail == NONE) {
      return false;
    }
    for (int at = next.headBegin(i); at < next.headEnd()[i]; at++) {
      int kind = next.headWho()[at] & AccessKind.MASK;
      int set = (int) next.headSet()[at];
      for (int node = tail; node != NONE; node = nodes.next(node)) {
        visits++;
        int who = nodes.who(node);
        if (AccessKind.conflict(who & AccessKind.MASK, kind)
            && !clocks.nextKnows(set, who >> AccessKind.BITS, nodes.time(node))) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void append(HbSummary next) {
    clocks.lookAt(next.order());
    visits += next.variables().length;
    for (int i = 0; i < next.variables().length; i++) {
      append(slots.of(next.variables()[i]), next, i);
    }
    clocks.append();
  }

  private void append(int slot, HbSummary next, int i) {
    int itsFlags = next.flags()[i];
    if ((slots.flags[slot] & HbSummary.DONE) == 0) {
      if ((itsFlags & HbSummary.RACES_AT_ONCE) != 0 || races(slot, next, i)) {
        markRaced(slot);
      } else if ((slots.flags[slot] & HbSummary.CLOSED) == 0) {
        heads(slot, next, i);
        slots.flags[slot] |= itsFlags & HbSummary.CLOSED;
      }
    }
    if ((itsFlags & HbSummary.RENEWED) != 0) {
      renewSlot(slot);
      slots.flags[slot] |= itsFlags & (HbSummary.RACES_LATER | HbSummary.DONE);
    } else if ((itsFlags & HbSummary.CLOSED) != 0) {
      slots.last[slot] =
          nodes.drop(slots.last[slot]); // a write in the next stretch is ordered after all of them
    }
    if ((slots.flags[slot] & HbSummary.DONE) == 0) {
      tails(slot, next, i);
    }
  }

  private void heads(int slot, HbSummary next, int i) {
    for (int at = next.headBegin(i); at < next.headEnd()[i]; at++) {
      int who = next.headWho()[at];
      int set = (int) next.headSet()[at];
      boolean covered = false;
      for (int node = slots.first[slot]; node != NONE && !covered; node = nodes.next(node)) {
        int other = nodes.who(node);
        visits++;
        covered =
            AccessKind.isCovered(who & AccessKind.MASK, other & AccessKind.MASK)
                && clocks.nextKnows(set, other >> AccessKind.BITS, nodes.time(node));
      }
      if (!covered) {
        slots.first[slot] =
            nodes.add(
                slots.first[slot],
                columnAndKind(who),
                clocks.time() + next.headTime()[at],
                clocks.nextSet(set));
      }
    }
  }

  private void tails(int slot, HbSummary next, int i) {
    for (int at = next.tailBegin(i); at < next.tailEnd()[i]; at++) {
      visits++;
      int who = columnAndKind(next.tailWho()[at]);
      dropCovered(slot, who);
      slots.last[slot] =
          nodes.add(
              slots.last[slot], who, clocks.time() + next.tailTime()[at], next.tailDetail()[at]);
    }
  }

  /** Drops earlier accesses by the same thread that a last access of the next stretch covers. */
  private void dropCovered(int slot, int who) {
    int previous = NONE;
    int node = slots.last[slot];
    while (node != NONE) {
      visits++;
      int after = nodes.next(node);
      int other = nodes.who(node);
      if (other >> AccessKind.BITS == who >> AccessKind.BITS
          && nodes.time(node) <= clocks.time()
          && AccessKind.isCovered(other & AccessKind.MASK, who & AccessKind.MASK)) {
        slots.last[slot] = nodes.remove(slots.last[slot], previous, node);
      } else {
        previous = node;
      }
      node = after;
    }
  }

  /** Column and kind, in this stretch, of an access of the next stretch. */
  private int columnAndKind(int who) {
    return clocks.nextColumn(who >> AccessKind.BITS) << AccessKind.BITS | who & AccessKind.MASK;
  }

  @Override
  public HbSummary summary() {
    int size = slots.size();
    int headCount = 0;
    int tailCount = 0;
    int[] headEnd = new int[size];
    int[] tailEnd = new int[size];
    for (int slot = 0; slot < size; slot++) {
      headCount += nodes.length(slots.first[slot]);
      tailCount += nodes.length(slots.last[slot]);
      headEnd[slot] = headCount;
      tailEnd[slot] = tailCount;
    }
    int[] headWho = new int[headCount];
    long[] headTime = new long[headCount];
    long[] headSet = new long[headCount];
    int[] tailWho = new int[tailCount];
    long[] tailTime = new long[tailCount];
    long[] tailDetail = new long[tailCount];
    for (int slot = 0; slot < size; slot++) {
      nodes.copy(slots.first[slot], headEnd[slot], headWho, headTime, headSet);
      nodes.copy(slots.last[slot], tailEnd[slot], tailWho, tailTime, tailDetail);
    }
    return new HbSummary(
        clocks.order(),
        slots.variables(),
        slots.flags(),
        headEnd,
        headWho,
        headTime,
        headSet,
        tailEnd,
        tailWho,
        tailTime,
        tailDetail);
  }
}
