package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.race.Witness;
import io.racedet.witness.EventHistory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Formats reorderings for display. Synchronisation and accesses to the variable of the race are
 * shown one by one; successive accesses by one thread to other variables are one step.
 */
final class WitnessSchedule {
  private static final int MOST_STEPS = 50;

  /** The largest number of other accesses that are shown one by one. */
  private static final int FEW = 2;

  private final EventHistory trace;
  private final Names names;

  WitnessSchedule(EventHistory trace, Names names) {
    this.trace = trace;
    this.names = names;
  }

  /** The witness of a race, with its last steps for display. */
  Witness witness(long[] sequence, Candidate pair) {
    int asRecorded = 0;
    while (asRecorded < sequence.length && sequence[asRecorded] == trace.index(asRecorded)) {
      asRecorded++;
    }
    int variable = EventBlock.operand(trace.word(trace.find(pair.first())));
    Deque<Witness.Step> steps = new ArrayDeque<>();
    int end = sequence.length;
    while (end > asRecorded && steps.size() < MOST_STEPS) {
      int start = end - 1;
      while (start > asRecorded && isBeside(sequence, start - 1, end - 1, variable)) {
        start--;
      }
      if (end - start > FEW) {
        steps.addFirst(step(sequence, start, end));
      } else {
        start = end - 1;
        steps.addFirst(step(trace.find(sequence[start])));
      }
      end = start;
    }
    List<Witness.Step> schedule = new ArrayList<>(steps);
    return Witness.of(sequence, asRecorded, schedule, sequence.length - end);
  }

  /** Whether two events of the reordering are accesses by one thread to other variables. */
  private boolean isBeside(long[] sequence, int one, int other, int variable) {
    long first = trace.word(trace.find(sequence[one]));
    long second = trace.word(trace.find(sequence[other]));
    return isBeside(first, variable)
        && isBeside(second, variable)
        && EventBlock.thread(first) == EventBlock.thread(second);
  }

  private static boolean isBeside(long word, int variable) {
    return EventBlock.isAccess(word) && EventBlock.operand(word) != variable;
  }

  private Witness.Step step(long[] sequence, int start, int end) {
    long word = trace.word(trace.find(sequence[start]));
    return new Witness.Step(
        sequence[start],
        names.name(Operand.THREAD, EventBlock.thread(word)),
        "to #" + sequence[end - 1] + ": " + (end - start) + " accesses",
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
