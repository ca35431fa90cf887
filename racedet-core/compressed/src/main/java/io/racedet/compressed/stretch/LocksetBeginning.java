package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.EraserPartner;
import io.racedet.engine.history.EraserRows;
import io.racedet.engine.history.Locksets;
import io.racedet.engine.history.VariableWords;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;

/** The violations of the lockset discipline in the stretch that begins a trace. Not thread-safe. */
public final class LocksetBeginning extends BeginningByVariable<LocksetSummary> {
  /* The state of a variable is that of Eraser: the locks that have protected all accesses, whose
   * accesses these are, and those accesses that may be the last one before a violation. */

  private static final int WORDS = 5;
  private static final int R_TIME = 1; // followed by the detail word
  private static final int W_TIME = 3;

  // The first word: | who:32 | lockset:32 |, 0 before the first access.
  private static final int WHO_SHIFT = Integer.SIZE;
  private static final long VIOLATED = Long.MIN_VALUE;

  private final RaceSink races;
  private final PresentLocksets present = new PresentLocksets();
  private final VariableWords state = new VariableWords(WORDS);
  private final EraserRows rows = new EraserRows();
  private final AtomicAccesses atomics = new AtomicAccesses();
  private final LocksetMeets meets = new LocksetMeets(present);

  /**
   * Creates the beginning of a trace.
   *
   * @param races receives the violations
   */
  public LocksetBeginning(RaceSink races, AllocatedVariables allocated) {
    super(allocated);
    this.races = races;
  }

  @Override
  void takeLock(long word, Op op) {
    present.take(op, EventBlock.thread(word), EventBlock.operand(word));
  }

  @Override
  void renew(int variable) {
    forget(variable, 0);
  }

  @Override
  void access(long word, long time, long detail) {
    int variable = EventBlock.operand(word);
    int base = state.base(variable);
    long before = state.words()[base];
    if (before == VIOLATED) {
      return;
    }
    int kind = AccessKind.of(word);
    int thread = EventBlock.thread(word);
    long epoch = Epoch.of(thread, time);
    meets.begin((int) before, who(before), hasWrites(variable, base));
    meets.add(thread, kind, present.now(thread, kind));
    if (meets.violate()) {
      report(variable, base, kind, epoch, detail);
      forget(variable, VIOLATED);
      return;
    }
    update(base, meets.lockset(), meets.who());
    put(variable, base, kind, epoch, detail);
  }

  private boolean hasWrites(int variable, int base) {
    return state.words()[base + W_TIME] != 0
        || atomics.areUsed() && atomics.row(variable, true).length > 0;
  }

  private static int who(long word) {
    return (int) (word >> WHO_SHIFT);
  }

  /** Sets the lockset and the threads; with several threads there is a row. */
  private void update(int base, int lockset, int who) {
    int owner = who;
    if (who < 0) {
      int before = who(state.words()[base]);
      owner = before < 0 ? before : ~rows.acquire();
    }
    state.words()[base] = (long) owner << WHO_SHIFT | lockset;
  }

  /** Records an access, in any order. */
  private void put(int variable, int base, int kind, long epoch, long detail) {
    int thread = Epoch.thread(epoch);
    boolean isWrite = AccessKind.isWrite(kind);
    if (AccessKind.isAtomic(kind)) {
      atomics.put(variable, isWrite, thread, epoch, detail);
      return;
    }
    long[] s = state.words();
    int at = base + (isWrite ? W_TIME : R_TIME);
    long newest = s[at];
    boolean isNewer = Epoch.index(epoch) > Epoch.index(newest);
    boolean isByAnother = newest != 0 && Epoch.thread(newest) != thread;
    if (isByAnother) { // the newest one by another thread than that of the newest one of all
      int row = ~who(s[base]);
      if (isNewer) {
        rows.put(row, isWrite, newest, s[at + 1]);
      } else if (Epoch.index(epoch) > Epoch.index(rows.epoch(row, isWrite))) {
        rows.put(row, isWrite, epoch, detail);
      }
    }
    if (isNewer) {
      s[at] = epoch;
      s[at + 1] = detail;
    }
  }

  /** Reports an access that completes a violation, with the last conflicting one before it. */
  private void report(int variable, int base, int kind, long epoch, long detail) {
    int thread = Epoch.thread(epoch);
    EraserPartner partner = new EraserPartner(thread);
    offer(partner, variable, base, kind, true);
    if (AccessKind.isWrite(kind)) {
      offer(partner, variable, base, kind, false);
    }
    int partnerKind = partner.isWrite() ? AccessKind.WRITE : AccessKind.READ;
    long first = partner.epoch();
    races.race(
        variable,
        AccessKind.isWrite(kind) ? AccessKind.race(partnerKind, kind) : RaceKind.WRITE_READ,
        first == 0 || clocks.knows(thread, Epoch.thread(first), Epoch.index(first)),
        Epoch.index(first),
        partner.detail(),
        Epoch.index(epoch),
        detail);
  }

  /** Offers the last writes, or reads, that can conflict with an access. */
  private void offer(EraserPartner partner, int variable, int base, int kind, boolean writes) {
    long[] s = state.words();
    int at = base + (writes ? W_TIME : R_TIME);
    partner.offer(s[at], s[at + 1], writes);
    int who = who(s[base]);
    if (who < 0) {
      partner.offer(rows.epoch(~who, writes), rows.detail(~who, writes), writes);
    }
    if (!AccessKind.isAtomic(kind) && atomics.areUsed()) {
      long[] row = atomics.row(variable, writes);
      for (int i = 0; i < row.length; i += 2) {
        partner.offer(row[i], row[i + 1], writes);
      }
    }
  }

  /** Drops the state of a variable; 0 if it is a new one, then. */
  private void forget(int variable, long now) {
    int base = state.base(variable);
    long[] s = state.words();
    if (s[base] != VIOLATED && who(s[base]) < 0) {
      rows.release(~who(s[base]));
    }
    if (atomics.areUsed()) {
      atomics.clear(variable);
    }
    s[base] = now;
    s[base + R_TIME] = 0;
    s[base + W_TIME] = 0;
  }

  /* The next stretch. */

  @Override
  int[] variables(LocksetSummary next) {
    return next.variables();
  }

  @Override
  void lookAt(LocksetSummary next) {
    meets.lookAt(next);
  }

  @Override
  boolean racesIn(LocksetSummary next, int i) {
    if ((next.flags()[i] & LocksetSummary.VIOLATED_LATER) != 0) {
      return true;
    }
    int variable = next.variables()[i];
    int base = state.base(variable);
    long before = state.words()[base];
    if (before != VIOLATED) {
      meets.begin((int) before, who(before), hasWrites(variable, base));
      if (meets.violateWith(next.begin(i), next.firstEnd()[i])) {
        return true;
      }
      meets.keep(2 * i);
    }
    meets.begin(Locksets.ALL, 0, false);
    if (meets.violateWith(next.firstEnd()[i], next.lastEnd()[i])) {
      return true;
    }
    meets.keep(2 * i + 1);
    return false;
  }

  @Override
  void appendOrder(LocksetSummary next) {
    present.append(next.open());
    clocks.lookAt(next.order());
    clocks.append();
  }

  @Override
  void append(LocksetSummary next, int i) {
    int variable = next.variables()[i];
    if ((next.flags()[i] & LocksetSummary.RENEWED) != 0) {
      forget(variable, 0);
      append(next, variable, 2 * i + 1, next.firstEnd()[i], next.lastEnd()[i]);
    } else if (state.words()[state.base(variable)] != VIOLATED) {
      append(next, variable, 2 * i, next.begin(i), next.firstEnd()[i]);
    }
  }

  private void append(LocksetSummary next, int variable, int kept, int from, int to) {
    int base = state.base(variable);
    update(base, meets.lockset(kept), meets.who(kept));
    for (int entry = from; entry < to; entry++) {
      for (int kinds = next.kinds()[entry]; kinds != 0; kinds &= kinds - 1) {
        int kind = Integer.numberOfTrailingZeros(kinds);
        int last = entry * AccessKind.COUNT + kind;
        long time = clocks.time() + next.times()[last];
        put(variable, base, kind, Epoch.of(next.threads()[entry], time), next.details()[last]);
      }
    }
  }
}
