package io.racedet.compressed.stretch;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.engine.history.AccessTable;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.VariableWords;
import io.racedet.event.EventBlock;
import io.racedet.race.RaceSink;

/**
 * The happens-before races of the stretch that begins a trace, of each variable the first one. Not
 * thread-safe.
 */
public final class HbBeginning extends BeginningByVariable<HbSummary> {
  /* The state of a variable is that of FastTrack: the last write, and the last read as long as all
   * reads since the write are ordered; otherwise a row with the last read of each thread. Atomic
   * accesses, which race with plain ones only, have rows of their own. A variable that has raced has
   * no state any more.
   *
   * A plain write in an appended stretch without races is ordered after all earlier accesses, and
   * comes before the other last accesses. Reads in it are put into a row even if they are ordered:
   * that is not known any more, and a write that is ordered after the later of two ordered reads is
   * so after both. */

  private static final int WORDS = 4;
  private static final int W_TIME = 0;
  private static final int R_TIME = 2; // negative: ~r is the row of the reads
  private static final int DETAIL = 1; // after the time
  private static final long RACED = Long.MIN_VALUE; // in place of the time of the write

  private final RaceSink races;
  private final VariableWords state = new VariableWords(WORDS);
  private final AccessTable reads = new AccessTable();
  private final AtomicAccesses atomics = new AtomicAccesses();

  // The newest access so far that an access races with.
  private long partner; // its epoch, 0 for none
  private long partnerDetail;
  private int partnerKind;

  /**
   * Creates the beginning of a trace.
   *
   * @param races receives the races
   */
  public HbBeginning(RaceSink races, AllocatedVariables allocated) {
    super(allocated);
    this.races = races;
  }

  @Override
  void renew(int variable) {
    forget(variable, 0);
  }

  @Override
  void access(long word, long time, long detail) {
    int variable = EventBlock.operand(word);
    int base = state.base(variable);
    long write = state.words()[base + W_TIME];
    if (write == RACED) {
      return;
    }
    int kind = AccessKind.of(word);
    int thread = EventBlock.thread(word);
    long epoch = Epoch.of(thread, time);
    partner = 0;
    find(variable, base, kind, thread);
    if (partner != 0) {
      races.race(
          variable,
          AccessKind.race(partnerKind, kind),
          false,
          Epoch.index(partner),
          partnerDetail,
          Epoch.index(epoch),
          detail);
      forget(variable, RACED);
    } else {
      put(variable, base, kind, epoch, detail);
    }
  }

  /** Finds the newest access that an access by a thread races with. */
  private void find(int variable, int base, int kind, int thread) {
    long[] s = state.words();
    offer(s[base + W_TIME], s[base + W_TIME + DETAIL], AccessKind.WRITE, thread);
    if (AccessKind.isWrite(kind)) {
      if (s[base + R_TIME] < 0) {
        offerAll(reads.row((int) ~s[base + R_TIME]), AccessKind.READ, thread);
      } else {
        offer(s[base + R_TIME], s[base + R_TIME + DETAIL], AccessKind.READ, thread);
      }
    }
    if (!AccessKind.isAtomic(kind) && atomics.areUsed()) {
      offerAll(atomics.row(variable, true), AccessKind.WRITE, thread);
      if (AccessKind.isWrite(kind)) {
        offerAll(atomics.row(variable, false), AccessKind.READ, thread);
      }
    }
  }

  private void offerAll(long[] row, int kind, int thread) {
    for (int i = 0; i < row.length; i += 2) {
      offer(row[i], row[i + 1], kind, thread);
    }
  }

  private void offer(long epoch, long detail, int kind, int thread) {
    if (epoch != 0
        && !clocks.knows(thread, Epoch.thread(epoch), Epoch.index(epoch))
        && Epoch.index(epoch) > Epoch.index(partner)) {
      partner = epoch;
      partnerDetail = detail;
      partnerKind = kind;
    }
  }

  /** Records an access that does not race. */
  private void put(int variable, int base, int kind, long epoch, long detail) {
    switch (kind) {
      case AccessKind.WRITE -> {
        forget(variable, epoch);
        state.words()[base + W_TIME + DETAIL] = detail;
      }
      case AccessKind.READ -> {
        int thread = Epoch.thread(epoch);
        long last = state.words()[base + R_TIME];
        boolean isOrdered =
            last >= 0 && clocks.knows(thread, Epoch.thread(last), Epoch.index(last));
        read(base, isOrdered, epoch, detail);
      }
      default ->
          atomics.put(variable, AccessKind.isWrite(kind), Epoch.thread(epoch), epoch, detail);
    }
  }

  /** Records a read, which may be ordered after the only one so far. */
  private void read(int base, boolean isOrdered, long epoch, long detail) {
    long[] s = state.words();
    long last = s[base + R_TIME];
    int thread = Epoch.thread(epoch);
    if (last < 0) {
      reads.put((int) ~last, thread, epoch, detail);
    } else if (last == 0 || isOrdered) {
      s[base + R_TIME] = epoch;
      s[base + R_TIME + DETAIL] = detail;
    } else {
      int row = reads.acquire();
      reads.put(row, Epoch.thread(last), last, s[base + R_TIME + DETAIL]);
      reads.put(row, thread, epoch, detail);
      s[base + R_TIME] = ~(long) row;
    }
  }

  /** Drops the accesses to a variable but for a write, or for what is in its place. */
  private void forget(int variable, long write) {
    int base = state.base(variable);
    long[] s = state.words();
    if (s[base + R_TIME] < 0) {
      reads.release((int) ~s[base + R_TIME]);
    }
    s[base + R_TIME] = 0;
    s[base + W_TIME] = write;
    if (atomics.areUsed()) {
      atomics.clear(variable);
    }
  }

  /* The next stretch. */

  @Override
  int[] variables(HbSummary next) {
    return next.variables();
  }

  @Override
  void lookAt(HbSummary next) {
    clocks.lookAt(next.order());
  }

  @Override
  boolean racesIn(HbSummary next, int i) {
    int flags = next.flags()[i];
    if ((flags & HbSummary.RACES_LATER) != 0) {
      return true;
    }
    int variable = next.variables()[i];
    int base = state.base(variable);
    if (state.words()[base + W_TIME] == RACED) {
      return false;
    }
    boolean races = (flags & HbSummary.RACES_AT_ONCE) != 0;
    for (int at = next.headBegin(i); !races && at < next.headEnd()[i]; at++) {
      int kind = next.headWho()[at] & AccessKind.MASK;
      races = races(variable, base, kind, (int) next.headSet()[at]);
    }
    return races;
  }

  /** Whether an access so far races with one of the next stretch that has a given set. */
  private boolean races(int variable, int base, int kind, int set) {
    long[] s = state.words();
    boolean races = isUnordered(s[base + W_TIME], set);
    if (!races && AccessKind.isWrite(kind)) {
      races =
          s[base + R_TIME] < 0
              ? anyUnordered(reads.row((int) ~s[base + R_TIME]), set)
              : isUnordered(s[base + R_TIME], set);
    }
    if (!races && !AccessKind.isAtomic(kind) && atomics.areUsed()) {
      races =
          anyUnordered(atomics.row(variable, true), set)
              || AccessKind.isWrite(kind) && anyUnordered(atomics.row(variable, false), set);
    }
    return races;
  }

  private boolean anyUnordered(long[] row, int set) {
    for (int i = 0; i < row.length; i += 2) {
      if (isUnordered(row[i], set)) {
        return true;
      }
    }
    return false;
  }

  private boolean isUnordered(long epoch, int set) {
    return epoch != 0 && !clocks.nextKnows(set, Epoch.thread(epoch), Epoch.index(epoch));
  }

  @Override
  void appendOrder(HbSummary next) {
    clocks.append();
  }

  @Override
  void append(HbSummary next, int i) {
    int variable = next.variables()[i];
    int base = state.base(variable);
    boolean isNew = (next.flags()[i] & HbSummary.RENEWED) != 0;
    if (!isNew && state.words()[base + W_TIME] == RACED) {
      return;
    }
    if (isNew) {
      forget(variable, 0);
    }
    for (int at = next.tailBegin(i); at < next.tailEnd()[i]; at++) {
      int thread = clocks.nextThread(next.tailWho()[at] >> AccessKind.BITS);
      long epoch = Epoch.of(thread, clocks.time() + next.tailTime()[at]);
      int kind = next.tailWho()[at] & AccessKind.MASK;
      long detail = next.tailDetail()[at];
      if (kind == AccessKind.READ) {
        read(base, Epoch.thread(state.words()[base + R_TIME]) == thread, epoch, detail);
      } else {
        put(variable, base, kind, epoch, detail);
      }
    }
  }
}
