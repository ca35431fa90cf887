package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.race.Witness;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Reordering;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Formats reorderings for display. Of a race, synchronisation and accesses to its variable are
 * shown one by one; successive accesses by one thread to other variables are one step. Of a
 * deadlock, only {@link DeadlockSteps} are shown.
 */
final class WitnessSchedule {
  private static final int MAX_STEPS = 50;

  /** The largest number of other accesses that are shown one by one. */
  private static final int FEW = 2;

  private final EventHistory trace;
  private final Names names;

  WitnessSchedule(EventHistory trace, Names names) {
    this.trace = trace;
    this.names = names;
  }

  /** The witness of a race, with its last steps for display. */
  Witness witness(Reordering sequence, Candidate pair) {
    int variable = operand(pair.first());
    int asRecorded = sequence.recorded();
    Deque<Witness.Step> steps = new ArrayDeque<>();
    int end = sequence.size();
    while (end > asRecorded && steps.size() < MAX_STEPS) {
      int start = end - 1;
      while (start > asRecorded && isBeside(sequence, start - 1, end - 1, variable)) {
        start--;
      }
      if (end - start > FEW) {
        steps.addFirst(step(sequence, start, end));
      } else {
        start = end - 1;
        steps.addFirst(step(sequence.position(start)));
      }
      end = start;
    }
    List<Witness.Step> schedule = new ArrayList<>(steps);
    return Witness.of(runs(sequence), asRecorded, schedule, sequence.size() - end);
  }

  /** The witness of a deadlock of the threads that request locks at some indices. */
  Witness witness(Reordering sequence, long[] requests) {
    IntSet locks = new IntOpenHashSet();
    for (long request : requests) {
      locks.add(operand(request));
    }
    int asRecorded = sequence.recorded();
    BitSet shown = DeadlockSteps.of(trace, sequence, locks);
    Deque<Witness.Step> steps = new ArrayDeque<>();
    for (int i = shown.length() - 1; i >= 0 && steps.size() < MAX_STEPS; ) {
      steps.addFirst(step(sequence.position(asRecorded + i)));
      i = shown.previousSetBit(i - 1);
    }
    return Witness.of(runs(sequence), asRecorded, new ArrayList<>(steps), steps.size());
  }

  private int operand(long index) {
    return EventBlock.operand(trace.word(trace.find(index)));
  }

  /** The indices as runs: those of the prefix are found by doubling steps, not one by one. */
  private Witness.Runs runs(Reordering sequence) {
    Witness.Runs runs = new Witness.Runs();
    int recorded = sequence.recorded();
    for (int first = 0; first < recorded; ) {
      int last = first;
      for (int step = 1; step > 0; step = last + step < recorded ? 2 * step : step / 2) {
        while (step > 0 && !(last + step < recorded && isRun(first, last + step))) {
          step /= 2;
        }
        last += step;
      }
      runs.add(trace.index(first), trace.index(last));
      first = last + 1;
    }
    for (int i = recorded; i < sequence.size(); i++) {
      long index = trace.index(sequence.position(i));
      runs.add(index, index);
    }
    return runs;
  }

  /** Whether no index is left out between two positions. */
  private boolean isRun(int first, int last) {
    return trace.index(last) - trace.index(first) == last - first;
  }

  /** Whether two events of the reordering are accesses by one thread to other variables. */
  private boolean isBeside(Reordering sequence, int one, int other, int variable) {
    long first = trace.word(sequence.position(one));
    long second = trace.word(sequence.position(other));
    return isBeside(first, variable)
        && isBeside(second, variable)
        && EventBlock.thread(first) == EventBlock.thread(second);
  }

  private static boolean isBeside(long word, int variable) {
    return EventBlock.isAccess(word) && EventBlock.operand(word) != variable;
  }

  private Witness.Step step(Reordering sequence, int start, int end) {
    long word = trace.word(sequence.position(start));
    return new Witness.Step(
        trace.index(sequence.position(start)),
        names.name(Operand.THREAD, EventBlock.thread(word)),
        "to #" + trace.index(sequence.position(end - 1)) + ": " + (end - start) + " accesses",
        "");
  }

  private Witness.Step step(int position) {
    long word = trace.word(position);
    int location = trace.location(position);
    return new Witness.Step(
        trace.index(position),
        names.name(Operand.THREAD, EventBlock.thread(word)),
        EventText.of(word, names),
        location == EventSink.NO_LOCATION ? "" : names.location(location));
  }
}
