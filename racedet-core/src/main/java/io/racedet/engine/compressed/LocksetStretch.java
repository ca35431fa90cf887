package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.AccessKind;
import io.racedet.engine.compressed.summary.ChunkClocks;
import io.racedet.engine.compressed.summary.LocalIds;
import io.racedet.engine.compressed.summary.LockBits;
import io.racedet.engine.compressed.summary.OpenLocks;
import io.racedet.engine.compressed.summary.OpenSummary;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.grammar.AllocatedVariables;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;

/** The violations of the lockset discipline in a stretch of a trace. Not thread-safe. */
public final class LocksetStretch implements Stretch<LocksetSummary> {
  /* For each variable and thread, the locks that protect all reads, and all writes, as far as known
   * from the stretch: those acquired in it before the access, and those that it releases later
   * without having acquired them. A lock held throughout is known only when stretches are combined:
   * if one leaves more acquires open than the next one releases, the lock protects all of the next
   * one; if the next one releases more, it protects all of the one before. Acquires are counted by
   * thread, lock and mode, so the releases of inner ones may be in other stretches.
   *
   * Deviations from [1]: reads and writes are separate, since a lock held in read mode protects
   * reads only. There are no dummy locks: the entries say which threads access the variable,
   * whether all accesses are reads, and whether all are atomic. Equation 12 has t' in place of t in
   * its last term.
   *
   * Proposition E.2 of [1], that a violation inside a stretch is one in every trace, does not hold
   * for read-write locks: a thread that holds both modes and releases only the exclusive one holds
   * the other one throughout. So locksets are kept whether or not they are empty, and violations
   * are decided only in the stretch that begins the trace. For variables that an allocation ends
   * inside a stretch, the stretch suffices to rule a violation out, or else is expanded.
   *
   * [1] Kini, Mathur, Viswanathan. Data race detection on compressed traces. FSE 2018, section 4. */

  private static final int NONE = LocksetEntries.NONE;

  // Flags of a variable.
  private static final int RENEWED = 1; // an allocation in the stretch ended an older variable
  private static final int VIOLATED_LATER =
      2; // one of the later variables, as far as known from the stretch
  private static final int DONE = 4; // the current variable is in violation

  private final boolean begins;
  private final RaceSink races; // null unless the stretch begins the trace
  private final AllocatedVariables allocated;
  private final ChunkClocks clocks;
  private final LockBits locks = new LockBits();
  private final LockHolds holds = new LockHolds(locks);
  private final LocksetEntries entries = new LocksetEntries(locks);
  private int scratch;

  // Entries before the first renewal of a variable, and since the last one, if any.
  private final VariableSlots slots = new VariableSlots();

  private int[] entriesOf = new int[16]; // by number of the thread: its list
  private int nextReads;
  private int nextWrites;
  private boolean[] repeats = new boolean[16]; // by variable of the next stretch

  private LocksetStretch(RaceSink races, AllocatedVariables allocated) {
    this.races = races;
    this.allocated = allocated;
    begins = races != null;
    clocks = new ChunkClocks(begins);
    clear();
  }

  /** The stretch that begins the trace, which reports violations. */
  public static LocksetStretch first(RaceSink races, AllocatedVariables allocated) {
    return new LocksetStretch(races, allocated);
  }

  /** A stretch inside a trace. */
  public static LocksetStretch inner(AllocatedVariables allocated) {
    return new LocksetStretch(null, allocated);
  }

  @Override
  public void clear() {
    slots.clear();
    holds.clear();
    clocks.clear();
    entries.clear();
    locks.clear();
    scratch = locks.add();
    nextReads = locks.add();
    nextWrites = locks.add();
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
    if (OpenLocks.isLockOp(op)) {
      takeLock(word, op);
    } else if (op == Op.ALLOC) {
      for (int renewed : allocated.of(EventBlock.operand(word))) {
        renew(slots.of(renewed));
      }
    }
    clocks.order(op, EventBlock.thread(word), EventBlock.operand(word));
  }

  private void takeLock(long word, Op op) {
    int number = number(EventBlock.thread(word));
    if (!holds.take(word, number)) {
      entries.cover(entriesOf[number], EventBlock.operand(word), op == Op.RELEASE_SHARED);
    }
  }

  private void access(long word, long time, long detail) {
    int slot = slots.of(EventBlock.operand(word));
    if ((slots.flags[slot] & DONE) != 0) {
      return;
    }
    int number = number(EventBlock.thread(word));
    int kind = AccessKind.of(word);
    int entry = entry(slot, number);
    int by = holds.held(number, AccessKind.isWrite(kind));
    boolean changes = entries.protect(entry, kind, by);
    if (begins && changes && violates(slot)) {
      report(slot, number, kind, time, detail);
      slots.flags[slot] |= DONE;
      entries.drop(slots.last[slot]);
      slots.last[slot] = NONE;
      return;
    }
    entries.last(entry, kind, time, detail);
  }

  private int entry(int slot, int number) {
    int entry = entries.find(slots.last[slot], number);
    if (entry == NONE) {
      entry = entries.add(slots.last[slot], entriesOf[number], number);
      slots.last[slot] = entry;
      entriesOf[number] = begins ? NONE : entry;
    }
    return entry;
  }

  private boolean violates(int slot) {
    entries.together(scratch);
    entries.put(slots.last[slot]);
    return entries.violate();
  }

  /** Reports an access that completes a violation, with the last conflicting one before it. */
  private void report(int slot, int number, int kind, long time, long detail) {
    int partner = NONE;
    int partnerKind = AccessKind.READ;
    long latest = 0;
    for (int entry = slots.last[slot]; entry != NONE; entry = entries.next(entry)) {
      for (int other = 0; entries.thread(entry) != number && other < AccessKind.COUNT; other++) {
        if (AccessKind.conflict(other, kind) && entries.time(entry, other) > latest) {
          latest = entries.time(entry, other);
          partner = entry;
          partnerKind = other;
        }
      }
    }
    boolean ordered = true;
    if (partner != NONE) {
      int column = clocks.column(clocks.thread(holds.thread(entries.thread(partner))));
      ordered = clocks.knows(clocks.thread(holds.thread(number)), column, latest);
    }
    races.race(
        slots.variable(slot),
        AccessKind.isWrite(kind) ? AccessKind.race(partnerKind, kind) : RaceKind.WRITE_READ,
        ordered,
        latest,
        partner == NONE ? 0 : entries.detail(partner, partnerKind),
        time,
        detail);
  }

  private void renew(int slot) {
    if ((slots.flags[slot] & RENEWED) == 0 && !begins) {
      slots.first[slot] = slots.last[slot];
    } else if (begins) {
      entries.drop(slots.last[slot]);
    } else if (violates(slot)) {
      slots.flags[slot] |= VIOLATED_LATER;
    }
    slots.last[slot] = NONE;
    slots.flags[slot] = (slots.flags[slot] | RENEWED) & ~DONE;
  }

  /* The next stretch. */

  private void lookAt(LocksetSummary next) {
    for (int thread : next.threads()) {
      number(thread);
    }
    for (int thread : next.open().threads()) {
      number(thread);
    }
    holds.lookAt(next.open());
    int count = next.variables().length;
    if (count > repeats.length) {
      repeats = new boolean[2 * count];
    }
    Arrays.fill(repeats, 0, count, false);
  }

  @Override
  public boolean racesIn(LocksetSummary next) {
    lookAt(next);
    for (int i = 0; i < next.variables().length; i++) {
      if (racesIn(next, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean racesIn(LocksetSummary next, int i) {
    int slot = slots.of(next.variables()[i]);
    int begin = i == 0 ? 0 : next.lastEnd()[i - 1];
    repeats[i] = repeats(slot, next, i);
    if (repeats[i]) {
      return false;
    }
    return (next.flags()[i] & VIOLATED_LATER) != 0
        || (slots.flags[slot] & DONE) == 0
            && violates(slots.last[slot], next, begin, next.firstEnd()[i])
        || violates(NONE, next, next.firstEnd()[i], next.lastEnd()[i]);
  }

  /** Whether the next stretch adds nothing but times to what is known of a variable. */
  private boolean repeats(int slot, LocksetSummary next, int i) {
    boolean known = (next.flags()[i] & RENEWED) == 0 && (slots.flags[slot] & DONE) == 0;
    for (int at = i == 0 ? 0 : next.lastEnd()[i - 1]; known && at < next.firstEnd()[i]; at++) {
      int number = number(next.threads()[at]);
      int entry = entries.find(slots.last[slot], number);
      holds.protectNext(next, at, number, nextReads, nextWrites);
      known = entry != NONE && entries.knows(entry, next.kinds()[at], nextReads, nextWrites);
    }
    return known;
  }

  @Override
  public BitSet appendRaceless(LocksetSummary next) {
    lookAt(next);
    BitSet racing = new BitSet();
    for (int i = 0; i < next.variables().length; i++) {
      if (racesIn(next, i)) {
        racing.set(next.variables()[i]);
      } else {
        append(next, i);
      }
    }
    return racing;
  }

  private boolean violates(int list, LocksetSummary next, int from, int to) {
    if (from == to || from + 1 == to && isAlone(list, number(next.threads()[from]))) {
      return false;
    }
    entries.together(scratch);
    entries.put(list);
    for (int entry = from; entry < to; entry++) {
      int number = number(next.threads()[entry]);
      holds.protectNext(next, entry, number, nextReads, nextWrites);
      entries.put(number, next.kinds()[entry], nextReads, nextWrites);
    }
    return entries.violate();
  }

  /** Whether all entries of a list belong to a thread. */
  private boolean isAlone(int list, int number) {
    return list == NONE || entries.next(list) == NONE && entries.thread(list) == number;
  }

  @Override
  public void append(LocksetSummary next) {
    if (!begins) {
      lookAt(next);
      coverPresent(next.open());
    }
    for (int i = 0; i < next.variables().length; i++) {
      append(next, i);
    }
    holds.append(next.open());
    clocks.lookAt(next.order());
    clocks.append();
  }

  private void append(LocksetSummary next, int i) {
    int slot = slots.of(next.variables()[i]);
    int itsFlags = next.flags()[i];
    merge(slot, next, i == 0 ? 0 : next.lastEnd()[i - 1], next.firstEnd()[i], repeats[i]);
    if ((itsFlags & RENEWED) != 0) {
      renew(slot);
      slots.flags[slot] |= itsFlags & VIOLATED_LATER;
      merge(slot, next, next.firstEnd()[i], next.lastEnd()[i], false);
    }
  }

  /**
   * Locks that the next stretch releases and this one has not acquired protect the accesses in this
   * one.
   */
  private void coverPresent(OpenSummary next) {
    for (int i = 0; i < next.threads().length; i++) {
      for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
        int lockAndMode = next.released()[r];
        if (next.releaseCount()[r] > holds.acquired(next.threads()[i], lockAndMode)) {
          entries.cover(
              entriesOf[number(next.threads()[i])],
              OpenLocks.lock(lockAndMode),
              OpenLocks.isShared(lockAndMode));
        }
      }
    }
  }

  private void merge(int slot, LocksetSummary next, int from, int to, boolean isKnown) {
    for (int at = from; at < to && (slots.flags[slot] & DONE) == 0; at++) {
      int number = number(next.threads()[at]);
      int entry = entry(slot, number);
      if (!isKnown) {
        holds.protectNext(next, at, number, nextReads, nextWrites);
      }
      for (int kinds = next.kinds()[at]; kinds != 0; kinds &= kinds - 1) {
        int kind = Integer.numberOfTrailingZeros(kinds);
        if (!isKnown) {
          entries.protect(entry, kind, AccessKind.isWrite(kind) ? nextWrites : nextReads);
        }
        int last = at * AccessKind.COUNT + kind;
        entries.last(entry, kind, clocks.time() + next.times()[last], next.details()[last]);
      }
    }
  }

  private int number(int thread) {
    int number = holds.find(thread);
    if (number == LocalIds.NONE) {
      number = holds.add(thread);
      if (number == entriesOf.length) {
        entriesOf = IntArrays.grow(entriesOf, number + 1);
      }
      entriesOf[number] = NONE;
    }
    return number;
  }

  @Override
  public LocksetSummary summary() {
    int size = slots.size();
    int count = 0;
    for (int slot = 0; slot < size; slot++) {
      count += entries.length(slots.first[slot]) + entries.length(slots.last[slot]);
    }
    LocksetSummaryBuilder maker = new LocksetSummaryBuilder(entries, locks, holds, count);
    int[] firstEnd = new int[size];
    int[] lastEnd = new int[size];
    for (int slot = 0; slot < size; slot++) {
      boolean renewed = (slots.flags[slot] & RENEWED) != 0;
      firstEnd[slot] = maker.add(renewed ? slots.first[slot] : slots.last[slot]);
      lastEnd[slot] = maker.add(renewed ? slots.last[slot] : NONE);
    }
    return maker.make(
        clocks.order(), holds.summary(), slots.variables(), slots.flags(), firstEnd, lastEnd);
  }
}
