package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Refutation;
import java.util.List;
import java.util.stream.Collectors;

/** Formats the reason why no correct reordering shows a race or a deadlock. */
final class RefutationText {
  private final EventHistory trace;
  private final Names names;

  RefutationText(EventHistory trace, Names names) {
    this.trace = trace;
    this.names = names;
  }

  /** Why two accesses cannot race. */
  String of(Candidate pair, Refutation refutation) {
    return of("both accesses hold ", refutation, pair.first(), pair.second());
  }

  /** Why threads cannot wait at requests for locks at the same time. */
  String ofDeadlock(long[] requests, Refutation refutation) {
    return of("two of the threads hold ", refutation, requests);
  }

  private String of(String holders, Refutation refutation, long... goal) {
    List<Refutation.Step> steps = refutation.steps();
    return switch (refutation.kind()) {
      case COMMON_LOCK -> holders + names.name(Operand.LOCK, refutation.lock());
      case NEEDED -> "in every reordering " + chain(steps, goal);
      case CYCLE -> "every reordering would have a cycle: " + chain(steps);
      case NEVER_RELEASED ->
          event(steps.get(0).from())
              + ", which is never released, would come before "
              + event(steps.get(0).to());
      case EVERY_ORDER ->
          steps.stream()
              .map(step -> event(step.from()) + " before " + event(step.to()))
              .collect(Collectors.joining(", nor ", "no reordering has ", ""));
    };
  }

  /** The chain from the event of the goal that the thread of the first step comes from. */
  private String chain(List<Refutation.Step> steps, long[] goal) {
    int thread = thread(steps.get(0).from());
    int at = 0;
    while (thread(goal[at]) != thread) {
      at++;
    }
    return "#" + goal[at] + " comes first: " + chain(steps);
  }

  private int thread(long index) {
    return EventBlock.thread(trace.word(trace.find(index)));
  }

  private String chain(List<Refutation.Step> steps) {
    return steps.stream()
        .map(step -> event(step.from()) + " before " + event(step.to()) + reason(step))
        .collect(Collectors.joining(", then "));
  }

  private String reason(Refutation.Step step) {
    Op from = EventBlock.op(trace.word(trace.find(step.from())));
    Op to = EventBlock.op(trace.word(trace.find(step.to())));
    if (to == Op.JOIN) {
      return " (join)";
    }
    return switch (from) {
      case FORK -> " (fork)";
      case RELEASE, RELEASE_SHARED -> " (sections of one lock)";
      case SEND -> " (hand-off)";
      case NOTIFY -> " (notify)";
      case WRITE, ATOMIC_WRITE, SYNC_WRITE -> written(to);
      default -> " (the read keeps its write)";
    };
  }

  private static String written(Op to) {
    return switch (to) {
      case READ, ATOMIC_READ, SYNC_READ -> " (is read)";
      default -> " (the read keeps its write)";
    };
  }

  private String event(long index) {
    long word = trace.word(trace.find(index));
    return "#"
        + index
        + " "
        + names.name(Operand.THREAD, EventBlock.thread(word))
        + " "
        + EventText.of(word, names);
  }
}
