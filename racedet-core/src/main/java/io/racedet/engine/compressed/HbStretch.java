package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.AccessKind;
import io.racedet.engine.compressed.summary.AccessNodes;
import io.racedet.engine.compressed.summary.ChunkClocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.grammar.AllocatedVariables;
import io.racedet.race.RaceSink;
import java.util.BitSet;

/** The happens-before races of a stretch of a trace. Not thread-safe. */
public final class HbStretch implements Stretch<HbSummary> {
  /* A stretch is analysed once, wherever it occurs in the trace. The order between earlier events
   * and those of the stretch is not known then, so the first accesses of a variable (BF in [1]) are
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

  // Flags of a variable.
  private static final int RENEWED = 1; // an allocation in the stretch ended an older variable
  private static final int RACES_AT_ONCE = 2; // the variable before the first allocation
  private static final int RACES_LATER = 4; // one of the later variables
  private static final int CLOSED =
      8; // no further access can race with anything that no head races with
  private static final int DONE = 16; // the current variable has raced

  private final boolean begins;
  private final RaceSink races; // null unless the stretch begins the trace
  private final AllocatedVariables allocated;
  private final ChunkClocks clocks;
  private final AccessNodes nodes = new AccessNodes();

  private final VariableSlots slots = new VariableSlots(); // of first and of last accesses

  private HbStretch(RaceSink races, AllocatedVariables allocated) {
    this.races = races;
    this.allocated = allocated;
    begins = races != null;
    clocks = new ChunkClocks(begins);
  }

  /** The stretch that begins the trace, which reports the first race of each variable. */
  public static HbStretch first(RaceSink races, AllocatedVariables allocated) {
    return new HbStretch(races, allocated);
  }

  /** A stretch inside a trace. */
  public static HbStretch inner(AllocatedVariables allocated) {
    return new HbStretch(null, allocated);
  }

  @Override
  public void clear() {
    slots.clear();
    nodes.clear();
    clocks.clear();
  }

  @Override
  public void pass(long time) {
    clocks.at(time);
  }

  @Override
  public void event(long word, long time, long detail) {
    clocks.at(time);
    if (EventBlock.isAccess(word)) {
      access(word, time, detail);
      return;
    }
    Op op = EventBlock.op(word);
    if (op == Op.ALLOC) {
      for (int renewed : allocated.of(EventBlock.operand(word))) {
        renew(slots.of(renewed));
      }
    }
    clocks.order(op, EventBlock.thread(word), EventBlock.operand(word));
  }

  private void access(long word, long time, long detail) {
    int slot = slots.of(EventBlock.operand(word));
    if ((slots.flags[slot] & DONE) != 0) {
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
    int partner = NONE;
    for (int node = tail; node != NONE; node = nodes.next(node)) {
      if (AccessKind.conflict(nodes.who(node) & AccessKind.MASK, kind)
          && !clocks.knows(row, nodes.who(node) >> AccessKind.BITS, nodes.time(node))
          && (partner == NONE || nodes.time(node) > nodes.time(partner))) {
        partner = node;
      }
    }
    if (partner != NONE) {
      race(slot, partner, kind, time, detail);
      return;
    }
    if (!begins && (slots.flags[slot] & CLOSED) == 0) {
      head(slot, row, who, time);
    }
    tail(slot, row, who, time, detail);
  }

  private void race(int slot, int partner, int kind, long time, long detail) {
    if (begins) {
      int first = nodes.who(partner) & AccessKind.MASK;
      races.race(
          slots.variable(slot),
          AccessKind.race(first, kind),
          false,
          nodes.time(partner),
          nodes.detail(partner),
          time,
          detail);
    }
    markRaced(slot);
  }

  /** Marks the current variable as raced and drops its accesses. */
  private void markRaced(int slot) {
    boolean renewed = (slots.flags[slot] & RENEWED) != 0;
    slots.flags[slot] |= DONE | CLOSED | (renewed ? RACES_LATER : RACES_AT_ONCE);
    slots.last[slot] = nodes.drop(slots.last[slot]);
    if (!renewed) {
      slots.first[slot] = nodes.drop(slots.first[slot]);
    }
  }

  private void renew(int slot) {
    slots.flags[slot] = (slots.flags[slot] | RENEWED | CLOSED) & ~DONE;
    slots.last[slot] = nodes.drop(slots.last[slot]);
  }

  /**
   * Adds a first access, unless another one races with all earlier accesses that it may race with.
   */
  private void head(int slot, int row, int who, long time) {
    int kind = who & AccessKind.MASK;
    for (int node = slots.first[slot]; node != NONE; node = nodes.next(node)) {
      int other = nodes.who(node);
      if (AccessKind.isCovered(kind, other & AccessKind.MASK)
          && clocks.knows(row, other >> AccessKind.BITS, nodes.time(node))) {
        return;
      }
    }
    slots.first[slot] = nodes.add(slots.first[slot], who, time, clocks.beforeSet(row));
    slots.flags[slot] |= kind == AccessKind.WRITE ? CLOSED : 0;
  }

  /** Adds a last access and removes those that it covers in all later races. */
  private void tail(int slot, int row, int who, long time, long detail) {
    int kind = who & AccessKind.MASK;
    int list = slots.last[slot];
    int previous = NONE;
    int node = list;
    while (node != NONE) {
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

  @Override
  public boolean racesIn(HbSummary next) {
    clocks.lookAt(next.order());
    for (int i = 0; i < next.variables().length; i++) {
      if (racesIn(next, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean racesIn(HbSummary next, int i) {
    int slot = slots.find(next.variables()[i]);
    int itsFlags = next.flags()[i];
    if ((itsFlags & RACES_LATER) != 0) {
      return true;
    }
    return slot == NONE
        ? (itsFlags & RACES_AT_ONCE) != 0
        : (slots.flags[slot] & DONE) == 0
            && ((itsFlags & RACES_AT_ONCE) != 0 || races(slot, next, i));
  }

  @Override
  public BitSet appendRaceless(HbSummary next) {
    clocks.lookAt(next.order());
    BitSet racing = new BitSet();
    for (int i = 0; i < next.variables().length; i++) {
      if (racesIn(next, i)) {
        racing.set(next.variables()[i]);
      } else {
        append(slots.of(next.variables()[i]), next, i);
      }
    }
    return racing;
  }

  /** Whether a last access of this stretch races with a first one of the next stretch. */
  private boolean races(int slot, HbSummary next, int i) {
    int tail = slots.last[slot];
    if (tail == NONE) {
      return false;
    }
    for (int at = i == 0 ? 0 : next.headEnd()[i - 1]; at < next.headEnd()[i]; at++) {
      int kind = next.headWho()[at] & AccessKind.MASK;
      int set = (int) next.headSet()[at];
      for (int node = tail; node != NONE; node = nodes.next(node)) {
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
    if (!begins) {
      clocks.lookAt(next.order());
    }
    for (int i = 0; i < next.variables().length; i++) {
      append(slots.of(next.variables()[i]), next, i);
    }
    clocks.append();
  }

  private void append(int slot, HbSummary next, int i) {
    int itsFlags = next.flags()[i];
    if ((slots.flags[slot] & DONE) == 0) {
      if (!begins && ((itsFlags & RACES_AT_ONCE) != 0 || races(slot, next, i))) {
        markRaced(slot);
      } else if (!begins && (slots.flags[slot] & CLOSED) == 0) {
        heads(slot, next, i);
        slots.flags[slot] |= itsFlags & CLOSED;
      }
    }
    if ((itsFlags & RENEWED) != 0) {
      renew(slot);
      slots.flags[slot] |= itsFlags & (RACES_LATER | DONE);
    } else if ((itsFlags & CLOSED) != 0) {
      slots.last[slot] =
          nodes.drop(slots.last[slot]); // a write in the next stretch is ordered after all of them
    }
    if ((slots.flags[slot] & DONE) == 0) {
      tails(slot, next, i);
    }
  }

  private void heads(int slot, HbSummary next, int i) {
    for (int at = i == 0 ? 0 : next.headEnd()[i - 1]; at < next.headEnd()[i]; at++) {
      int who = next.headWho()[at];
      int set = (int) next.headSet()[at];
      boolean covered = false;
      for (int node = slots.first[slot]; node != NONE && !covered; node = nodes.next(node)) {
        int other = nodes.who(node);
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
    for (int at = i == 0 ? 0 : next.tailEnd()[i - 1]; at < next.tailEnd()[i]; at++) {
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
