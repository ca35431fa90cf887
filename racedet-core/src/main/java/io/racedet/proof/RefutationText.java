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

/** Formats the reason why no correct reordering makes two accesses race. */
final class RefutationText {
  private final EventHistory trace;
  private final Names names;

  RefutationText(EventHistory trace, Names names) {
    this.trace = trace;
    this.names = names;
  }

  String of(Candidate pair, Refutation refutation) {
    List<Refutation.Step> steps = refutation.steps();
    return switch (refutation.kind()) {
      case COMMON_LOCK -> "both accesses hold " + names.name(Operand.LOCK, refutation.lock());
      case NEEDED -> "in every reordering " + chain(steps, pair);
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

  private String chain(List<Refutation.Step> steps, Candidate pair) {
    long thread = EventBlock.thread(trace.word(trace.find(steps.get(0).from())));
    boolean fromFirst = thread == EventBlock.thread(trace.word(trace.find(pair.first())));
    return "#" + (fromFirst ? pair.first() : pair.second()) + " comes first: " + chain(steps);
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
