package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.goldilocks.GoldilocksCounts;
import io.racedet.engine.goldilocks.GoldilocksList;
import io.racedet.engine.goldilocks.GoldilocksLocks;
import io.racedet.engine.history.AccessTable;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.EngineWithHappensBefore;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.VariableWords;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;

/** Goldilocks with lazily computed locksets, which are seldom needed. Not thread-safe. */
final class Goldilocks implements Engine {
  /* The locksets are those of GoldilocksEager. An access is ordered before the present of a thread
   * if the thread made it (the owner check), or holds a lock that was held at the access (the lock
   * check); otherwise its lockset is computed from the update list, see GoldilocksList.
   *
   * Erratum to [1], figure 3: it keeps one lock with an access for the lock check, and where the
   * owner check succeeds that lock stays, although the new access may not hold it; the next holder
   * of that lock is then wrongly taken for ordered. Here no lock is kept. The context of each
   * access has all locks that were held, with their modes, and the lock check looks for any of
   * them.
   *
   * Deviations: a lock orders two accesses if at least one of them holds it exclusively. A read
   * that the lock check orders after the only read so far replaces it.
   *
   * [1] Elmas, Qadeer, Tasiran. Goldilocks: efficiently computing the happens-before relation using
   *     locksets. MSR-TR-2006-163, section 3. */
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "goldilocks",
          "happens-before",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.FIRST_RACE_OF_VARIABLE,
          "O(n) mostly, O(T) for sync operations that leave the update list, O(L) for locksets"
              + " that meet first",
          "O(variables * readers + T (T + locks))",
          "Elmas, Qadeer, Tasiran: Goldilocks, MSR-TR-2006-163, section 3, corrected");

  private static final int WORDS = 4;
  private static final int W_TIME = 0;
  private static final int W_PLACE = 1;
  private static final int R_TIME = 2; // negative: ~r is the row of the reads
  private static final int R_PLACE = 3;

  private final RaceSink races;
  private final GoldilocksList list;
  private final GoldilocksLocks locks;
  private final VariableWords variables = new VariableWords(WORDS);
  private final AccessTable reads = new AccessTable();
  private final AtomicAccesses atomics = new AtomicAccesses();

  private long byOwner;
  private long byLock;

  /** Creates the engine, which reports the edges of happens-before if edges are needed. */
  static Engine create(EngineSetup setup) {
    return EngineWithHappensBefore.byHappensBefore(new Goldilocks(setup), setup);
  }

  Goldilocks(EngineSetup setup) {
    this(setup, GoldilocksList.USUAL_CELLS);
  }

  /** An engine whose update list has at most a number of cells. */
  Goldilocks(EngineSetup setup, int cells) {
    races = setup.races();
    list = new GoldilocksList(cells);
    locks = new GoldilocksLocks(setup.contexts());
  }

  /** How the checks so far were decided. */
  GoldilocksCounts counts() {
    return list.counts(byOwner, byLock);
  }

  /** How many rows there are beside the last accesses to each variable. */
  int rows() {
    return reads.inUse() + atomics.rows();
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] at = block.contexts();
    int[] locations = block.locations();
    variables.touch(block);
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      if (!EventBlock.isAccess(word)) {
        list.add(word, indices[i]);
        continue;
      }
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      long epoch = Epoch.of(thread, indices[i]);
      long detail = AccessContext.of(at[i], locations[i]);
      if (EventBlock.isWrite(word)) {
        write(operand, thread, epoch, detail);
      } else if (EventBlock.isPlain(word)) {
        read(operand, thread, epoch, detail);
      } else {
        atomic(EventBlock.op(word), operand, thread, epoch, AccessContext.atomic(detail));
      }
    }
  }

  private void read(int variable, int thread, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    checkWrite(variable, RaceKind.WRITE_READ, base, thread, epoch, detail);
    if (atomics.areUsed()) {
      checkAll(variable, RaceKind.WRITE_READ, atomics.row(variable, true), thread, epoch, detail);
    }
    long last = s[base + R_TIME];
    if (last < 0) {
      reads.put((int) ~last, thread, epoch, detail);
    } else if (last == 0
        || Epoch.thread(last) == thread
        || locks.protect(s[base + R_PLACE], detail)) {
      s[base + R_TIME] = epoch;
      s[base + R_PLACE] = detail;
    } else {
      share(base, thread, epoch, detail);
    }
  }

  /** Moves the reads of several threads into a row. */
  private void share(int base, int thread, long epoch, long detail) {
    long[] s = variables.words();
    int row = reads.acquire();
    reads.put(row, Epoch.thread(s[base + R_TIME]), s[base + R_TIME], s[base + R_PLACE]);
    reads.put(row, thread, epoch, detail);
    s[base + R_TIME] = ~(long) row;
  }

  private void write(int variable, int thread, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    checkWrite(variable, RaceKind.WRITE_WRITE, base, thread, epoch, detail);
    long last = s[base + R_TIME];
    if (last != 0) {
      checkReads(variable, base, thread, epoch, detail);
      if (last < 0) {
        reads.release((int) ~last);
      }
      s[base + R_TIME] = 0;
    }
    if (atomics.areUsed()) {
      checkAll(variable, RaceKind.WRITE_WRITE, atomics.row(variable, true), thread, epoch, detail);
      checkAll(variable, RaceKind.READ_WRITE, atomics.row(variable, false), thread, epoch, detail);
      atomics.clear(variable);
    }
    s[base + W_TIME] = epoch;
    s[base + W_PLACE] = detail;
  }

  private void atomic(Op op, int variable, int thread, long epoch, long detail) {
    int base = variables.base(variable);
    boolean isWrite = op == Op.ATOMIC_WRITE;
    checkWrite(variable, RaceKind.of(true, isWrite), base, thread, epoch, detail);
    if (isWrite) {
      checkReads(variable, base, thread, epoch, detail);
    }
    atomics.put(variable, isWrite, thread, epoch, detail);
  }

  /** Checks against the last plain write. */
  private void checkWrite(
      int variable, RaceKind kind, int base, int thread, long epoch, long detail) {
    long[] s = variables.words();
    check(variable, kind, s[base + W_TIME], s[base + W_PLACE], thread, epoch, detail);
  }

  /** Checks a write against the plain reads. */
  private void checkReads(int variable, int base, int thread, long epoch, long detail) {
    long[] s = variables.words();
    long last = s[base + R_TIME];
    if (last < 0) {
      long[] row = reads.row((int) ~last);
      checkAll(variable, RaceKind.READ_WRITE, row, thread, epoch, detail);
    } else {
      check(variable, RaceKind.READ_WRITE, last, s[base + R_PLACE], thread, epoch, detail);
    }
  }

  /** Checks against each access of a row of {@link AccessTable}. */
  private void checkAll(
      int variable, RaceKind kind, long[] row, int thread, long epoch, long detail) {
    for (int i = 0; i < row.length; i += 2) {
      check(variable, kind, row[i], row[i + 1], thread, epoch, detail);
    }
  }

  /** Checks against one access, if there is one. */
  private void check(
      int variable,
      RaceKind kind,
      long first,
      long firstDetail,
      int thread,
      long epoch,
      long detail) {
    if (first == 0) {
      return;
    }
    if (Epoch.thread(first) == thread) {
      byOwner++;
    } else if (locks.protect(firstDetail, detail)) {
      byLock++;
    } else if (!list.isOrdered(first, thread)) {
      report(variable, kind, first, firstDetail, epoch, detail);
    }
  }

  private void report(
      int variable, RaceKind kind, long first, long firstDetail, long epoch, long detail) {
    races.race(variable, kind, false, Epoch.index(first), firstDetail, Epoch.index(epoch), detail);
  }
}
