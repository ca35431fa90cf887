package io.racedet.engine.pair;

import io.racedet.clock.Clock;
import io.racedet.engine.history.VariableWords;
import io.racedet.event.EventBlock;
import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.BitSet;

/**
 * What is kept of the accesses to each variable that is in no segment: the newest write and the
 * newest read in four words, and the clock of the last write. Others are in {@link PairRest}. Not
 * thread-safe.
 */
final class PairStates {
  /* For each kind the epoch of the newest access, 0 for none, marked unless all older ones are
   * ordered before it; then its detail word. */
  /** The words of a variable. */
  static final int WORDS = 4;

  /** The words of the write. */
  static final int WRITES = 0;

  /** The words of the read. */
  static final int READS = 2;

  /** The detail word, after the epoch. */
  static final int DETAIL = 1;

  /** The words of a view: those of a variable, and those of the rest. */
  static final int VIEW = WORDS + PairRest.VIEW;

  private final PairRest rest;
  private final VariableWords variables = new VariableWords(WORDS);
  private Clock[] clocks = new Clock[0]; // by slot of the variable: that of the last write
  private int[] rests = new int[0]; // by slot of the variable
  private long touched; // prevents the JIT compiler from removing the loads of touch()

  PairStates(PairRest rest) {
    this.rest = rest;
  }

  /** The words of all variables, until the next call of {@link #base}. */
  long[] words() {
    return variables.words();
  }

  /** The position of the words of a variable. */
  int base(int variable) {
    return variables.base(variable);
  }

  /** Loads the state of the variables of a block into the cache. */
  void touch(EventBlock block) {
    variables.touch(block);
    if (rest.inUse() == 0) {
      return;
    }
    long[] events = block.words();
    long sum = 0;
    for (int i = 0, size = block.size(); i < size; i++) {
      sum += rest.touch(rest(EventBlock.operand(events[i])));
    }
    touched = sum;
  }

  /** Whether a variable has had no access. */
  boolean isBlank(int variable) {
    if (!variables.isUsed(variable)) {
      return true;
    }
    int base = variables.base(variable);
    return (variables.words()[base + WRITES] | variables.words()[base + READS]) == 0;
  }

  /** The clock of the last write to a variable, null for none. */
  Clock clock(int variable) {
    int slot = variables.find(variable);
    return slot >= 0 && slot < clocks.length ? clocks[slot] : null;
  }

  /** Sets the clock of the last write to a variable. */
  void noteClock(int variable, Clock clock) {
    int slot = variables.slot(variable);
    if (slot >= clocks.length) {
      clocks = ObjectArrays.grow(clocks, slot + 1);
    }
    if (clocks[slot] != clock) {
      clocks[slot] = clock;
    }
  }

  /** The position of the rest of a variable, {@link PairRest#NOTHING} for none. */
  int rest(int variable) {
    int slot = variables.find(variable);
    return slot >= 0 && slot < rests.length ? rests[slot] : PairRest.NOTHING;
  }

  /** Sets the position of the rest of a variable. */
  void setRest(int variable, int to) {
    int slot = variables.slot(variable);
    if (slot >= rests.length) {
      rests = IntArrays.grow(rests, slot + 1);
    }
    rests[slot] = to;
  }

  /** Forgets all accesses to a variable. */
  void clear(int variable) {
    rest.release(rest(variable));
    erase(variable);
    variables.release(variable);
  }

  private void erase(int variable) {
    variables.clear(variable);
    int slot = variables.find(variable);
    if (slot >= 0 && slot < clocks.length) {
      clocks[slot] = null;
    }
    if (slot >= 0 && slot < rests.length) {
      rests[slot] = PairRest.NOTHING;
    }
  }

  /** Gives a variable the state that a segment has for it. */
  void put(int variable, PairSegment from) {
    int distance = variable - from.first;
    int base = variables.base(variable);
    from.copyTo(variables.words(), base, distance, ~PairSegment.DOWN);
    if (from.rest != PairRest.NOTHING) {
      setRest(variable, rest.copy(from.rest, distance, ~PairSegment.DOWN));
    }
    if (from.clock != null) {
      noteClock(variable, from.clock);
    }
  }

  /** Moves the state of a variable to a segment that begins with it. */
  void move(int variable, PairSegment to) {
    System.arraycopy(variables.words(), variables.base(variable), to.words, 0, WORDS);
    to.rest = rest(variable);
    to.clock = clock(variable);
    erase(variable);
  }

  /** Views the state of a variable. */
  void view(int variable, long[] view) {
    System.arraycopy(variables.words(), variables.base(variable), view, 0, WORDS);
    rest.view(rest(variable), view, WORDS);
  }

  /** Views the state of a segment. */
  void view(PairSegment segment, long[] view) {
    System.arraycopy(segment.words, 0, view, 0, WORDS);
    rest.view(segment.rest, view, WORDS);
  }

  /** Marks the contexts of all accesses. */
  void markContexts(BitSet live) {
    long[] w = variables.words();
    for (int at = 0; at < w.length; at += READS) {
      if (w[at] != 0) {
        live.set(AccessContext.context(w[at + DETAIL]));
      }
    }
    for (int each : rests) {
      rest.markContexts(each, live);
    }
  }

  /** Marks the contexts of all accesses of a segment. */
  void markContexts(PairSegment segment, BitSet live) {
    for (int at = 0; at < WORDS; at += READS) {
      if (segment.words[at] != 0) {
        live.set(AccessContext.context(segment.words[at + DETAIL]));
      }
    }
    rest.markContexts(segment.rest, live);
  }
}
