package io.racedet.cli;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.RangeExpander;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;

/** Counts the parts of a trace. */
final class TraceCounts {
  private static final int NO_THREAD = 0;

  private final long[] byOp = new long[Op.values().length];
  private final BitSet[] ids = new BitSet[Operand.values().length];
  private final BitSet locations = new BitSet();
  private int[] first = new int[0]; // by variable: 1 + the first thread that accesses it
  private int[] second = new int[0]; // by variable: 1 + the second such thread
  private final BitSet more = new BitSet(); // variables that a third thread accesses
  private final BitSet written = new BitSet();
  private long[] accesses = new long[0]; // by variable
  private long events;
  private final RangeExpander expander = new RangeExpander(this::addEvents);

  TraceCounts() {
    Arrays.setAll(ids, i -> new BitSet());
  }

  void add(EventBlock block) {
    expander.accept(block);
  }

  private void addEvents(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      add(block.words()[i], block.locations()[i], 1);
    }
  }

  /** Adds an event that occurs a number of times. */
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
    if (variable >= first.length) {
      first = IntArrays.grow(first, variable + 1);
      second = Arrays.copyOf(second, first.length);
      accesses = Arrays.copyOf(accesses, first.length);
    }
    accesses[variable] += times;
    if (first[variable] == NO_THREAD) {
      first[variable] = thread + 1;
    } else if (first[variable] != thread + 1) {
      if (second[variable] == NO_THREAD) {
        second[variable] = thread + 1;
      } else if (second[variable] != thread + 1) {
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

  /** How many operands of a kind are used; threads without events are included. */
  int count(Operand space) {
    return ids[space.ordinal()].cardinality();
  }

  int locations() {
    return locations.cardinality();
  }

  /** How many variables are accessed by one thread. */
  int ofOneThread() {
    return count(Operand.VARIABLE) - shared(false);
  }

  /** How many variables are accessed by two threads. */
  int ofTwoThreads() {
    return shared(false) - more.cardinality();
  }

  /** How many variables are accessed by three or more threads. */
  int ofMoreThreads() {
    return more.cardinality();
  }

  /** How many variables are accessed by several threads and written by at least one. */
  int sharedAndWritten() {
    return shared(true);
  }

  private int shared(boolean writtenOnly) {
    int shared = 0;
    for (int variable = 0; variable < second.length; variable++) {
      if (second[variable] != NO_THREAD && (!writtenOnly || written.get(variable))) {
        shared++;
      }
    }
    return shared;
  }

  /** How many accesses there are. */
  long accesses() {
    return Arrays.stream(accesses).sum();
  }

  /** How many accesses are to variables that several threads access. */
  long sharedAccesses() {
    long sum = 0;
    for (int variable = 0; variable < second.length; variable++) {
      if (second[variable] != NO_THREAD) {
        sum += accesses[variable];
      }
    }
    return sum;
  }
}
