package io.racedet.engine;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RaceKind;
import io.racedet.race.RacePlace;
import io.racedet.race.RaceSink;

/**
 * Goldilocks with locksets that are computed when they are asked for, which they seldom are. Not
 * thread-safe.
 */
final class Goldilocks implements Engine {
  /* The locksets are those of GoldilocksEager. An access is ordered before the present of a thread
   * if the thread made it (the owner check), or holds a lock that was held at the access (the lock
   * check); otherwise its lockset is computed from the update list, see GoldilocksList.
   *
   * Erratum to [1], figure 3: where the owner check succeeds, the lock kept with the access stays,
   * though the new access may be outside of it; the next holder of that lock is then cleared wrongly.
   * Here the lock is chosen anew at every access at which it is not held.
   *
   * Deviations: the lock is kept with its mode, and decides if one of the two holds is exclusive.
   * A read that the lock check orders after the only read so far replaces it. Of more readers, and
   * of atomic accesses, not one lock is asked for but any.
   *
   * [1] Elmas, Qadeer, Tasiran. Goldilocks: efficiently computing the happens-before relation using
   *     locksets. MSR-TR-2006-163, section 3. */
  static final EngineProperties PROPERTIES =
      new EngineProperties(
          "goldilocks",
          "happens-before",
          1,
          EngineProperties.Soundness.FIRST_RACE,
          EngineProperties.Exactness.FIRST_RACE_OF_VARIABLE,
          "O(n) mostly, O(T) for sync operations that leave the update list",
          "O(variables * readers + threads * (threads + locks))",
          "Elmas, Qadeer, Tasiran: Goldilocks, MSR-TR-2006-163, section 3, mended");

  private static final int WORDS = 5;
  private static final int W_TIME = 0;
  private static final int W_PLACE = 1;
  private static final int R_TIME = 2; // negative: ~r is the row of the reads
  private static final int R_PLACE = 3;
  private static final int LOCKS = 4; // | lock kept with the write:32 | with the read:32 |
  private static final int W_LOCK_SHIFT = Integer.SIZE;
  private static final long R_LOCK_MASK = 0xFFFF_FFFFL;

  private final LockContexts contexts;
  private final RaceSink races;
  private final GoldilocksList list;
  private final GoldilocksLocks locks;
  private final VariableWords variables = new VariableWords(WORDS);
  private final AccessTable reads = new AccessTable();
  private final AtomicAccesses atomics = new AtomicAccesses();

  private long byOwner;
  private long byLock;
  private long reassigned;

  Goldilocks(LockContexts contexts, RaceSink races) {
    this(contexts, races, GoldilocksList.USUAL_CELLS);
  }

  /** An engine whose update list has at most so many cells. */
  Goldilocks(LockContexts contexts, RaceSink races, int cells) {
    this.contexts = contexts;
    this.races = races;
    list = new GoldilocksList(cells);
    locks = new GoldilocksLocks(contexts);
  }

  /** How the checks so far were decided. */
  GoldilocksCounts counts() {
    return list.counts(byOwner, byLock, reassigned);
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
      long place = RacePlace.of(at[i], locations[i]);
      if (EventBlock.isWrite(word)) {
        write(operand, thread, epoch, place);
      } else if (EventBlock.isPlain(word)) {
        read(operand, thread, epoch, place);
      } else {
        atomic(EventBlock.op(word), operand, thread, epoch, RacePlace.atomic(place));
      }
    }
  }

  private void read(int variable, int thread, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    checkWrite(variable, RaceKind.WRITE_READ, base, thread, epoch, place);
    if (atomics.areUsed()) {
      checkAll(variable, RaceKind.WRITE_READ, atomics.writes(variable), thread, epoch, place);
    }
    long last = s[base + R_TIME];
    if (last < 0) {
      reads.put((int) ~last, thread, epoch, place);
      return;
    }
    int context = RacePlace.context(place);
    if (RacePlace.context(s[base + R_PLACE]) != context || last == 0) {
      int kept = (int) s[base + LOCKS];
      int held = locks.sameLock(kept, context);
      boolean replaces =
          last == 0 || Epoch.thread(last) == thread || GoldilocksLocks.exclude(kept, held);
      if (!replaces) {
        share(base, thread, epoch, place);
        return;
      }
      s[base + LOCKS] = s[base + LOCKS] & ~R_LOCK_MASK | next(kept, held, context) & R_LOCK_MASK;
    }
    s[base + R_TIME] = epoch;
    s[base + R_PLACE] = place;
  }

  /** Keeps the reads of several threads, in a row. */
  private void share(int base, int thread, long epoch, long place) {
    long[] s = variables.words();
    int row = reads.acquire();
    reads.put(row, Epoch.thread(s[base + R_TIME]), s[base + R_TIME], s[base + R_PLACE]);
    reads.put(row, thread, epoch, place);
    s[base + R_TIME] = ~(long) row;
  }

  private void write(int variable, int thread, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    checkWrite(variable, RaceKind.WRITE_WRITE, base, thread, epoch, place);
    long last = s[base + R_TIME];
    if (last != 0) {
      checkReads(variable, base, thread, epoch, place);
      if (last < 0) {
        reads.release((int) ~last);
      }
      s[base + R_TIME] = 0;
      s[base + LOCKS] &= ~R_LOCK_MASK;
    }
    if (atomics.areUsed()) {
      checkAll(variable, RaceKind.WRITE_WRITE, atomics.writes(variable), thread, epoch, place);
      checkAll(variable, RaceKind.READ_WRITE, atomics.reads(variable), thread, epoch, place);
      atomics.clear(variable);
    }
    int context = RacePlace.context(place);
    if (s[base + W_TIME] == 0 || RacePlace.context(s[base + W_PLACE]) != context) {
      int kept = (int) (s[base + LOCKS] >>> W_LOCK_SHIFT);
      s[base + LOCKS] = (long) next(kept, locks.sameLock(kept, context), context) << W_LOCK_SHIFT;
    }
    s[base + W_TIME] = epoch;
    s[base + W_PLACE] = place;
  }

  private void atomic(Op op, int variable, int thread, long epoch, long place) {
    int base = variables.base(variable);
    if (op == Op.ATOMIC_READ) {
      checkWrite(variable, RaceKind.WRITE_READ, base, thread, epoch, place);
      atomics.read(variable, thread, epoch, place);
    } else {
      checkWrite(variable, RaceKind.WRITE_WRITE, base, thread, epoch, place);
      checkReads(variable, base, thread, epoch, place);
      atomics.write(variable, thread, epoch, place);
    }
  }

  /** The lock to keep with an access: that kept so far if it is held, or another one. */
  private int next(int kept, int held, int context) {
    if (held != GoldilocksLocks.NONE) {
      return held;
    }
    reassigned += kept == GoldilocksLocks.NONE ? 0 : 1;
    return locks.choose(context);
  }

  private void checkWrite(
      int variable, RaceKind kind, int base, int thread, long epoch, long place) {
    long[] s = variables.words();
    long first = s[base + W_TIME];
    if (first != 0) {
      int kept = (int) (s[base + LOCKS] >>> W_LOCK_SHIFT);
      if (!isOrdered(first, kept, thread, RacePlace.context(place))) {
        report(variable, kind, first, s[base + W_PLACE], epoch, place);
      }
    }
  }

  /** Checks a write against the plain reads. */
  private void checkReads(int variable, int base, int thread, long epoch, long place) {
    long[] s = variables.words();
    long last = s[base + R_TIME];
    if (last < 0) {
      long[] row = reads.row((int) ~last);
      checkAll(variable, RaceKind.READ_WRITE, row, thread, epoch, place);
    } else if (last != 0) {
      int kept = (int) s[base + LOCKS];
      if (!isOrdered(last, kept, thread, RacePlace.context(place))) {
        report(variable, RaceKind.READ_WRITE, last, s[base + R_PLACE], epoch, place);
      }
    }
  }

  private boolean isOrdered(long first, int kept, int thread, int context) {
    if (Epoch.thread(first) == thread) {
      byOwner++;
      return true;
    }
    if (GoldilocksLocks.exclude(kept, locks.sameLock(kept, context))) {
      byLock++;
      return true;
    }
    return list.isOrdered(first, thread);
  }

  /** Checks against each access of a row of {@link AccessTable}. */
  private void checkAll(
      int variable, RaceKind kind, long[] row, int thread, long epoch, long place) {
    for (int i = 0; i < row.length; i += 2) {
      if (row[i] == 0) {
        continue;
      }
      if (Epoch.thread(row[i]) == thread) {
        byOwner++;
      } else if (contexts.protect(RacePlace.context(row[i + 1]), RacePlace.context(place))) {
        byLock++;
      } else if (!list.isOrdered(row[i], thread)) {
        report(variable, kind, row[i], row[i + 1], epoch, place);
      }
    }
  }

  private void report(
      int variable, RaceKind kind, long first, long firstPlace, long epoch, long place) {
    races.race(variable, kind, false, Epoch.index(first), firstPlace, Epoch.index(epoch), place);
  }
}
