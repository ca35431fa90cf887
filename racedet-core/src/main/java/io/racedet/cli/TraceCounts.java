package io.racedet.cli;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;

/** What a trace consists of. */
final class TraceCounts {
  private static final int NOBODY = 0;

  private final long[] byOp = new long[Op.values().length];
  private final BitSet[] ids = new BitSet[Operand.values().length];
  private final BitSet locations = new BitSet();
  private int[] user = new int[0]; // by variable: 1 + the first thread that accesses it
  private int[] other = new int[0]; // by variable: 1 + the second one
  private final BitSet more = new BitSet(); // variables that a third one accesses
  private final BitSet written = new BitSet();
  private long[] accesses = new long[0]; // by variable
  private long events;

  TraceCounts() {
    Arrays.setAll(ids, i -> new BitSet());
  }

  void add(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      add(block.words()[i], block.locations()[i], 1);
    }
  }

  /** Adds an event that occurs so many times. */
  void add(long word, int location, long times) {
    Op op = EventBlock.op(word);
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    events += times;
    byOp[op.ordinal()] += times;
    ids[Operand.THREAD.ordinal()].set(thread);
    ids[op.operand().ordinal()].set(operand);
    if (location != EventSink.NO_LOCATION) {
      locations.set(location);
    }
    if (op.operand() == Operand.VARIABLE) {
      access(operand, thread, op == Op.WRITE || op == Op.ATOMIC_WRITE, times);
    }
  }

  private void access(int variable, int thread, boolean write, long times) {
    if (variable >= user.length) {
      user = IntArrays.grow(user, variable + 1);
      other = Arrays.copyOf(other, user.length);
      accesses = Arrays.copyOf(accesses, user.length);
    }
    accesses[variable] += times;
    if (user[variable] == NOBODY) {
      user[variable] = thread + 1;
    } else if (user[variable] != thread + 1) {
      if (other[variable] == NOBODY) {
        other[variable] = thread + 1;
      } else if (other[variable] != thread + 1) {
        more.set(variable);
      }
    }
    if (write) {
      written.set(variable);
    }
  }

  long events() {
    return events;
  }

  long count(Op op) {
    return byOp[op.ordinal()];
  }

  /** How many operands of a kind are used; the threads include those that have no event. */
  int count(Operand space) {
    return ids[space.ordinal()].cardinality();
  }

  int locations() {
    return locations.cardinality();
  }

  /** How many variables one thread alone accesses. */
  int ofOneThread() {
    return count(Operand.VARIABLE) - shared(false);
  }

  /** How many variables two threads access. */
  int ofTwoThreads() {
    return shared(false) - more.cardinality();
  }

  /** How many variables three threads or more access. */
  int ofMoreThreads() {
    return more.cardinality();
  }

  /** How many variables several threads access and some thread writes. */
  int sharedAndWritten() {
    return shared(true);
  }

  private int shared(boolean writtenOnly) {
    int shared = 0;
    for (int variable = 0; variable < other.length; variable++) {
      if (other[variable] != NOBODY && (!writtenOnly || written.get(variable))) {
        shared++;
      }
    }
    return shared;
  }

  /** How many accesses there are. */
  long accesses() {
    return Arrays.stream(accesses).sum();
  }

  /** How many accesses are of variables that several threads access. */
  long sharedAccesses() {
    long sum = 0;
    for (int variable = 0; variable < other.length; variable++) {
      if (other[variable] != NOBODY) {
        sum += accesses[variable];
      }
    }
    return sum;
  }
}
