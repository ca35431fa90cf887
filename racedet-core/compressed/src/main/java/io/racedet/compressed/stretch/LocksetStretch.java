package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.ChunkClocks;
import io.racedet.compressed.summary.LockBits;
import io.racedet.compressed.summary.OpenSummary;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrays;

/** The violations of the lockset discipline in a stretch inside a trace. Not thread-safe. */
public final class LocksetStretch extends EventCases<LocksetSummary>
    implements Stretch<LocksetSummary> {
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
  private static final long ENTRY = 2L * AccessKind.COUNT + 1; // words, without the sets

  private final ChunkClocks clocks = new ChunkClocks();
  private final LockBits locks = new LockBits();
  private final LockHolds holds = new LockHolds(locks);
  private final LocksetEntries entries = new LocksetEntries(locks);
  private int scratch;
  private long events; // added, and variables appended

  // Entries before the first renewal of a variable, and since the last one, if any.
  private final VariableSlots slots = new VariableSlots();

  private int[] entriesOf = new int[16]; // by number of the thread: its list
  private int nextReads;
  private int nextWrites;

  /**
   * Creates an empty stretch.
   *
   * @param allocated the variables of the objects that the trace allocates
   */
  public LocksetStretch(AllocatedVariables allocated) {
    super(allocated);
    clear();
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
    events = 0;
  }

  @Override
  public long steps() {
    return events + entries.visits() + locks.steps() + holds.steps() + clocks.steps();
  }

  @Override
  public long space() {
    return ENTRY * entries.size()
        + 2L * slots.size()
        + locks.space()
        + holds.size()
        + clocks.space();
  }

  @Override
  public long size() {
    int sets = 2 * locks.words();
    return slots.size() + entries.size() * (sets + ENTRY) + holds.size() + clocks.size();
  }

  @Override
  public void pass(long time) {
    events++;
    clocks.at(time);
  }

  @Override
  void order(Op op, int thread, int operand) {
    clocks.order(op, thread, operand);
  }

  @Override
  void takeLock(long word, Op op) {
    int number = number(EventBlock.thread(word));
    if (!holds.take(word, number)) {
      entries.cover(entriesOf[number], EventBlock.operand(word), op == Op.RELEASE_SHARED);
    }
  }

  @Override
  void access(long word, long time, long detail) {
    int slot = slots.of(EventBlock.operand(word));
    int number = number(EventBlock.thread(word));
    int kind = AccessKind.of(word);
    int entry = entry(slot, number);
    entries.protect(entry, kind, holds.held(number, AccessKind.isWrite(kind)));
    entries.last(entry, kind, time, detail);
  }

  private int entry(int slot, int number) {
    int entry = entries.find(slots.last[slot], number);
    if (entry == NONE) {
      entry = entries.add(slots.last[slot], entriesOf[number], number);
      slots.last[slot] = entry;
      entriesOf[number] = entry;
    }
    return entry;
  }

  private boolean violates(int slot) {
    entries.together(scratch);
    entries.put(slots.last[slot]);
    return entries.violate();
  }

  @Override
  void renew(int variable) {
    renewSlot(slots.of(variable));
  }

  private void renewSlot(int slot) {
    if ((slots.flags[slot] & LocksetSummary.RENEWED) == 0) {
      slots.first[slot] = slots.last[slot];
    } else if (violates(slot)) {
      slots.flags[slot] |= LocksetSummary.VIOLATED_LATER;
    }
    slots.last[slot] = NONE;
    slots.flags[slot] = slots.flags[slot] | LocksetSummary.RENEWED;
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
  }

  @Override
  public void append(LocksetSummary next) {
    lookAt(next);
    coverPresent(next.open());
    events += next.variables().length;
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
    merge(slot, next, next.begin(i), next.firstEnd()[i]);
    if ((itsFlags & LocksetSummary.RENEWED) != 0) {
      renewSlot(slot);
      slots.flags[slot] |= itsFlags & LocksetSummary.VIOLATED_LATER;
      merge(slot, next, next.firstEnd()[i], next.lastEnd()[i]);
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
              LockUse.lock(lockAndMode),
              LockUse.isShared(lockAndMode));
        }
      }
    }
  }

  private void merge(int slot, LocksetSummary next, int from, int to) {
    for (int at = from; at < to; at++) {
      int number = number(next.threads()[at]);
      int entry = entry(slot, number);
      holds.protectNext(next, at, number, nextReads, nextWrites);
      for (int kinds = next.kinds()[at]; kinds != 0; kinds &= kinds - 1) {
        int kind = Integer.numberOfTrailingZeros(kinds);
        entries.protect(entry, kind, AccessKind.isWrite(kind) ? nextWrites : nextReads);
        int last = at * AccessKind.COUNT + kind;
        entries.last(entry, kind, clocks.time() + next.times()[last], next.details()[last]);
      }
    }
  }

  private int number(int thread) {
    int number = holds.find(thread);
    if (number == DenseIds.NONE) {
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
      boolean renewed = (slots.flags[slot] & LocksetSummary.RENEWED) != 0;
      firstEnd[slot] = maker.add(renewed ? slots.first[slot] : slots.last[slot]);
      lastEnd[slot] = maker.add(renewed ? slots.last[slot] : NONE);
    }
    return maker.make(
        clocks.order(), holds.summary(), slots.variables(), slots.flags(), firstEnd, lastEnd);
  }
}
