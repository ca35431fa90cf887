package io.racedet.engine;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RaceKind;
import io.racedet.race.RacePlace;
import io.racedet.race.RaceSink;
import java.util.Arrays;

/**
 * Happens-before detector that keeps one read and one write of a variable until its reads are
 * unordered. Not thread-safe.
 */
final class FastTrack implements Engine {
  /* W_x, R_x: the last write, and the last read while all reads since W_x are ordered; otherwise R_x
   * names a row with the last read of each thread. Rule names below are the paper's.
   *
   * Deviations: the local time of a thread is the index of its event, so that same-epoch rules
   * become same-thread rules and no step is needed after a release. Atomic accesses race with plain
   * ones only, hence replace none of them: they have rows of their own, which a plain write clears.
   *
   * [1] Flanagan, Freund. FastTrack: efficient and precise dynamic race detection. PLDI 2009.
   * [2] Wilcox, Flanagan, Freund. VerifiedFT. PPoPP 2018 (the rules called FastTrack 2). */
  static final EngineProperties PROPERTIES =
      new EngineProperties(
          "fasttrack",
          "happens-before",
          1,
          EngineProperties.Soundness.FIRST_RACE,
          EngineProperties.Exactness.FIRST_RACE_OF_VARIABLE,
          "O(n), O(T) for sync operations and for writes after unordered reads",
          "O(variables + threads * (threads + locks))",
          "Flanagan, Freund: FastTrack, PLDI 2009");

  private static final int WORDS = 4;
  private static final int W_TIME = 0;
  private static final int W_PLACE = 1;
  private static final int R_TIME = 2; // negative: ~r is the row of the reads
  private static final int R_PLACE = 3;

  private final HappensBefore hb = new HappensBefore();
  private final RaceSink races;
  private long[] state = new long[1024 * WORDS];
  private AccessRow[] readRows = new AccessRow[16];
  private int rows;
  private int[] freeRows = new int[16];
  private int free;
  private AccessRow[] atomicReads = new AccessRow[0]; // by variable
  private AccessRow[] atomicWrites = new AccessRow[0];

  FastTrack(LockContexts contexts, RaceSink races) {
    this.races = races;
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      Op op = EventBlock.op(word);
      int operand = EventBlock.operand(word);
      long time = Epoch.of(EventBlock.thread(word), indices[i]);
      long place = RacePlace.of(contexts[i], locations[i]);
      switch (op) {
        case READ -> read(operand, time, place);
        case WRITE -> write(operand, time, place);
        case ATOMIC_READ -> atomicRead(operand, time, RacePlace.atomic(place));
        case ATOMIC_WRITE -> atomicWrite(operand, time, RacePlace.atomic(place));
        default -> hb.order(op, EventBlock.thread(word), operand, indices[i]);
      }
    }
  }

  private void read(int variable, long time, long place) {
    int base = base(variable);
    long[] s = state;
    if (isUnordered(s[base + W_TIME], time)) {
      report(variable, RaceKind.WRITE_READ, s[base + W_TIME], s[base + W_PLACE], time, place);
    }
    if (variable < atomicWrites.length) {
      checkRow(variable, RaceKind.WRITE_READ, atomicWrites[variable], time, place);
    }
    long last = s[base + R_TIME];
    if (last < 0) { // [read shared]
      readRows[(int) ~last].put(time, place);
    } else if (isUnordered(last, time)) { // [read share]
      int row = newRow();
      readRows[row].put(last, s[base + R_PLACE]);
      readRows[row].put(time, place);
      s[base + R_TIME] = ~(long) row;
    } else { // [read exclusive]
      s[base + R_TIME] = time;
      s[base + R_PLACE] = place;
    }
  }

  private void write(int variable, long time, long place) {
    int base = base(variable);
    long[] s = state;
    if (isUnordered(s[base + W_TIME], time)) {
      report(variable, RaceKind.WRITE_WRITE, s[base + W_TIME], s[base + W_PLACE], time, place);
    }
    checkReads(variable, base, time, place);
    long last = s[base + R_TIME];
    if (last < 0) { // [write shared]
      freeRow((int) ~last);
    }
    s[base + R_TIME] = 0;
    if (variable < atomicWrites.length) {
      checkRow(variable, RaceKind.WRITE_WRITE, atomicWrites[variable], time, place);
      clear(atomicWrites[variable]);
    }
    if (variable < atomicReads.length) {
      checkRow(variable, RaceKind.READ_WRITE, atomicReads[variable], time, place);
      clear(atomicReads[variable]);
    }
    s[base + W_TIME] = time;
    s[base + W_PLACE] = place;
  }

  private void atomicRead(int variable, long time, long place) {
    int base = base(variable);
    if (isUnordered(state[base + W_TIME], time)) {
      report(
          variable, RaceKind.WRITE_READ, state[base + W_TIME], state[base + W_PLACE], time, place);
    }
    atomicReads = ensureRow(atomicReads, variable);
    atomicReads[variable].put(time, place);
  }

  private void atomicWrite(int variable, long time, long place) {
    int base = base(variable);
    if (isUnordered(state[base + W_TIME], time)) {
      report(
          variable, RaceKind.WRITE_WRITE, state[base + W_TIME], state[base + W_PLACE], time, place);
    }
    checkReads(variable, base, time, place);
    atomicWrites = ensureRow(atomicWrites, variable);
    atomicWrites[variable].put(time, place);
  }

  /** Reports the plain reads that are unordered with a write. */
  private void checkReads(int variable, int base, long time, long place) {
    long last = state[base + R_TIME];
    if (last < 0) {
      checkRow(variable, RaceKind.READ_WRITE, readRows[(int) ~last], time, place);
    } else if (isUnordered(last, time)) {
      report(variable, RaceKind.READ_WRITE, last, state[base + R_PLACE], time, place);
    }
  }

  private void checkRow(int variable, RaceKind kind, AccessRow row, long time, long place) {
    if (row == null) {
      return;
    }
    for (int i = 0; i < row.size(); i++) {
      if (isUnordered(row.time(i), time)) {
        report(variable, kind, row.time(i), row.place(i), time, place);
      }
    }
  }

  private boolean isUnordered(long earlier, long now) {
    int other = Epoch.thread(earlier);
    int thread = Epoch.thread(now);
    return earlier != 0 && other != thread && !hb.isBefore(other, Epoch.index(earlier), thread);
  }

  private void report(
      int variable, RaceKind kind, long firstTime, long firstPlace, long time, long place) {
    races.race(variable, kind, false, Epoch.index(firstTime), firstPlace, Epoch.index(time), place);
  }

  private int base(int variable) {
    int base = variable * WORDS;
    if (variable >= state.length / WORDS) {
      long wanted = Math.max((variable + 1L) * WORDS, state.length * 3L / 2 / WORDS * WORDS);
      if ((variable + 1L) * WORDS > Integer.MAX_VALUE - Long.SIZE) {
        throw new IllegalStateException(
            "variable: " + variable + " (expected: below " + Integer.MAX_VALUE / WORDS + ")");
      }
      state = Arrays.copyOf(state, (int) Math.min(wanted, Integer.MAX_VALUE - Long.SIZE));
    }
    return base;
  }

  private int newRow() {
    if (free > 0) {
      return freeRows[--free];
    }
    if (rows == readRows.length) {
      readRows = Arrays.copyOf(readRows, 2 * rows);
    }
    readRows[rows] = new AccessRow();
    return rows++;
  }

  private void freeRow(int row) {
    readRows[row].clear();
    if (free == freeRows.length) {
      freeRows = Arrays.copyOf(freeRows, 2 * free);
    }
    freeRows[free++] = row;
  }

  private static void clear(AccessRow row) {
    if (row != null) {
      row.clear();
    }
  }

  private static AccessRow[] ensureRow(AccessRow[] rows, int variable) {
    AccessRow[] all = rows;
    if (variable >= all.length) {
      all = Arrays.copyOf(all, Math.max(variable + 1, all.length + (all.length >> 1)));
    }
    if (all[variable] == null) {
      all[variable] = new AccessRow();
    }
    return all;
  }
}
