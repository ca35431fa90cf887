package io.racedet.engine.history;

import io.racedet.clock.Clock;
import io.racedet.event.EventBlock;
import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What is kept of the accesses of each variable: four words for one read and one write, as long as
 * these are all; otherwise a record. A segment has a record, too. Not thread-safe.
 */
final class PairStates {
  /* Words of a variable: the epoch of the write, 0 for none, or ~r where r is the position of its
   * record; the detail word of the write; the epoch of the read; its detail word. */
  /** The words of a variable's read, after those of its write. */
  static final int READ = 2;

  /** The detail word, after the epoch. */
  static final int DETAIL = 1;

  /* Words of a record, for each kind: the epoch of the newest access, 0 for none, marked unless all
   * older ones are ordered before it; its detail word; a row of the others that no later one is
   * ordered after; a row of superseded ones. */
  /** The words of the writes in a record. */
  static final int WRITES = 0;

  /** The words of the reads in a record. */
  static final int READS = 4;

  /** The row of other accesses, after the epoch. */
  static final int OTHERS = 2;

  /** The row of superseded accesses, after the epoch. */
  static final int EDGES = 3;

  /** The words of a record. */
  static final int RECORD = 8;

  /** The words of a view: those of a record, and of which kinds accesses were dropped. */
  static final int VIEW = RECORD + 1;

  private static final int WORDS = 4;
  private static final int INITIAL_RECORDS = 64;
  private static final int LONGEST = Integer.MAX_VALUE - Long.SIZE;
  private static final int NONE = -1;

  private final PairRows rows;
  private final VariableWords variables = new VariableWords(WORDS);
  private Clock[] clocks = new Clock[0]; // by variable: that of the last write
  private long[] records = new long[INITIAL_RECORDS * RECORD];
  private int used; // words of records
  private int released = NONE; // the first released record, linked by first words
  private int inUse;
  private final IntOpenHashSet incomplete = new IntOpenHashSet(); // kinds of records
  private long touched; // prevents the JIT compiler from removing the loads of touch()

  PairStates(PairRows rows) {
    this.rows = rows;
  }

  /** The words of all variables, until the next call of {@link #base}. */
  long[] words() {
    return variables.words();
  }

  /** The position of the words of a variable. */
  int base(int variable) {
    return variables.base(variable);
  }

  /** The array that all records are in, until there are more. */
  long[] records() {
    return records;
  }

  /** How many records there are. */
  int inUse() {
    return inUse;
  }

  /** Loads the state of the variables of a block into the cache. */
  void touch(EventBlock block) {
    variables.touch(block);
    if (inUse == 0) {
      return;
    }
    long[] events = block.words();
    long[] w = variables.words();
    long sum = 0;
    for (int i = 0, size = block.size(); i < size; i++) {
      long at = (long) EventBlock.operand(events[i]) * WORDS;
      long record = at < w.length ? ~w[(int) at] : NONE;
      sum += record < 0 ? 0 : records[(int) record];
    }
    touched = sum;
  }

  /** Whether a variable, which is in no segment, has had no access. */
  boolean isBlank(int variable) {
    if (variable >= variables.limit()) {
      return true;
    }
    int base = variables.base(variable);
    return (variables.words()[base] | variables.words()[base + READ]) == 0;
  }

  /** The clock of the last write of a variable, null for none. */
  Clock clock(int variable) {
    return variable < clocks.length ? clocks[variable] : null;
  }

  /** Sets the clock of the last write of a variable. */
  void noteClock(int variable, Clock clock) {
    if (variable >= clocks.length) {
      clocks = ObjectArrays.grow(clocks, variable + 1);
    }
    if (clocks[variable] != clock) {
      clocks[variable] = clock;
    }
  }

  /** Returns the position of the record of a variable, which it has from now on. */
  int recordOf(int variable) {
    int base = variables.base(variable);
    long[] w = variables.words();
    if (w[base] < 0) {
      return (int) ~w[base];
    }
    int record = acquire();
    records[record + WRITES] = w[base];
    records[record + WRITES + DETAIL] = w[base + DETAIL];
    records[record + READS] = w[base + READ];
    records[record + READS + DETAIL] = w[base + READ + DETAIL];
    w[base] = ~(long) record;
    w[base + READ] = 0;
    return record;
  }

  /** Gives up the record of a variable if it has one that it does not need. */
  void settle(int variable) {
    int base = variables.base(variable);
    long[] w = variables.words();
    int record = (int) ~w[base];
    if (record >= 0 && isSimple(record)) {
      load(record, 0, w, base);
      release(record);
    }
  }

  private boolean isSimple(int record) {
    long[] s = records;
    return (s[record + OTHERS]
                | s[record + EDGES]
                | s[record + READS + OTHERS]
                | s[record + READS + EDGES])
            == 0
        && (s[record] | s[record + READS]) >= 0;
  }

  /** Sets the words of a variable to what a simple record has for it. */
  private void load(int record, int distance, long[] w, int base) {
    long[] s = records;
    for (int kind = 0; kind <= 1; kind++) {
      long epoch = s[record + kind * READS];
      long detail = s[record + kind * READS + DETAIL];
      w[base + kind * READ] = PairSegment.shifted(epoch, detail, distance);
      w[base + kind * READ + DETAIL] = distance == 0 ? detail : detail & ~PairSegment.DOWN;
    }
  }

  /** Forgets all accesses of a variable. */
  void clear(int variable) {
    int base = variables.base(variable);
    long write = variables.words()[base];
    if (write < 0) {
      release((int) ~write);
    }
    Arrays.fill(variables.words(), base, base + WORDS, 0);
    if (variable < clocks.length) {
      clocks[variable] = null;
    }
  }

  /**
   * Detaches the state of a variable, which is in no segment, as a record that the caller owns.
   *
   * @return its position
   */
  int detach(int variable) {
    int record = recordOf(variable);
    variables.words()[variables.base(variable)] = 0;
    clear(variable);
    return record;
  }

  /** Gives a variable the state that a segment has for it. */
  void put(int variable, PairSegment from) {
    int distance = variable - from.first;
    int base = variables.base(variable);
    long[] w = variables.words();
    if (isSimple(from.record)) {
      load(from.record, distance, w, base);
      w[base + DETAIL] &= ~PairSegment.DOWN;
      w[base + READ + DETAIL] &= ~PairSegment.DOWN;
    } else {
      w[base] = ~(long) copy(from.record, distance, ~PairSegment.DOWN);
    }
    if (from.clock != null) {
      noteClock(variable, from.clock);
    }
  }

  /** Returns a new record without accesses. */
  int acquire() {
    inUse++;
    int record = released;
    if (record != NONE) {
      released = (int) records[record];
      Arrays.fill(records, record, record + RECORD, 0);
      return record;
    }
    if (used + RECORD > records.length) {
      grow();
    }
    record = used;
    used += RECORD;
    return record;
  }

  private void grow() {
    if (used + RECORD > LONGEST) {
      throw new OutOfMemoryError("more than 2^31 words of records of variables");
    }
    long length = Math.min(LONGEST & -RECORD, records.length * 3L / 2);
    records = LongArrays.forceCapacity(records, (int) length, used);
  }

  /** Releases a record and its rows. */
  void release(int record) {
    for (int at = record; at < record + RECORD; at += READS) {
      rows.release(records[at + OTHERS]);
      rows.release(records[at + EDGES]);
      incomplete.remove(at);
    }
    records[record] = released;
    released = record;
    inUse--;
  }

  /**
   * Returns a copy of a record of a segment, as a variable has it.
   *
   * @param distance that of the variable from the first one
   * @param bits those of the detail words to keep
   */
  int copy(int record, int distance, long bits) {
    int copy = acquire();
    long[] s = records;
    for (int kind = 0; kind < RECORD; kind += READS) {
      int from = record + kind;
      int to = copy + kind;
      s[to] = PairSegment.shifted(s[from], s[from + DETAIL], distance);
      s[to + DETAIL] = s[from + DETAIL] & bits;
      s[to + OTHERS] = rows.copy(s[from + OTHERS], distance, bits);
      s[to + EDGES] = rows.copy(s[from + EDGES], distance, bits);
      if (incomplete.contains(from)) {
        incomplete.add(to);
      }
    }
    return copy;
  }

  /** Sets some words to the record that a variable has or would have, and to what it lacks. */
  void view(int variable, long[] view) {
    int base = variables.base(variable);
    long[] w = variables.words();
    if (w[base] < 0) {
      viewRecord((int) ~w[base], view);
      return;
    }
    Arrays.fill(view, 0);
    view[WRITES] = w[base];
    view[WRITES + DETAIL] = w[base + DETAIL];
    view[READS] = w[base + READ];
    view[READS + DETAIL] = w[base + READ + DETAIL];
  }

  /** Sets some words to a record, and to what it lacks. */
  void viewRecord(int record, long[] view) {
    System.arraycopy(records, record, view, 0, RECORD);
    view[RECORD] = 0;
    if (!incomplete.isEmpty()) {
      view[RECORD] += incomplete.contains(record + WRITES) ? 1 : 0;
      view[RECORD] += incomplete.contains(record + READS) ? 2 : 0;
    }
  }

  /** Whether superseded accesses of a kind have been dropped; at its position. */
  boolean isIncomplete(int at) {
    return !incomplete.isEmpty() && incomplete.contains(at);
  }

  /** Notes that superseded accesses of a kind were dropped. */
  void setIncomplete(int at) {
    incomplete.add(at);
  }

  /** Marks the contexts of all accesses of variables that are in no segment. */
  void markContexts(BitSet live) {
    long[] w = variables.words();
    for (int at = 0; at < w.length; at += WORDS) {
      if (w[at] < 0) {
        markContexts((int) ~w[at], live);
      } else if (w[at] != 0) {
        live.set(AccessContext.context(w[at + DETAIL]));
      }
      if (w[at + READ] != 0) {
        live.set(AccessContext.context(w[at + READ + DETAIL]));
      }
    }
  }

  /** Marks the contexts of all accesses of a record. */
  void markContexts(int record, BitSet live) {
    for (int at = record; at < record + RECORD; at += READS) {
      if (records[at] != 0) {
        live.set(AccessContext.context(records[at + DETAIL]));
      }
      rows.markContexts(records[at + OTHERS], live);
      rows.markContexts(records[at + EDGES], live);
    }
  }
}
