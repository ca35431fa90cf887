package io.racedet.report.text;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.Witness;
import java.util.List;

/** A dead-lock as a paragraph of text. */
public final class DeadlockText {
  private DeadlockText() {}

  /** Returns a dead-lock as lines that each end in a line feed. */
  public static String of(Deadlock deadlock) {
    StringBuilder text = new StringBuilder("dead-lock of ");
    text.append(String.join(", ", deadlock.locks())).append(" (").append(deadlock.grade());
    if (deadlock.count() > 1) {
      text.append(", ").append(deadlock.count()).append(" patterns");
    }
    text.append(")\n");
    deadlock.requests().forEach(request -> append(text, request));
    if (!deadlock.remark().isEmpty()) {
      text.append("  why: ").append(deadlock.remark()).append('\n');
    }
    if (deadlock.grade() == Grade.WITNESSED) {
      schedule(text, deadlock.witness());
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Deadlock.Request request) {
    text.append("  #").append(request.index()).append(' ').append(request.thread());
    text.append(" holds ").append(String.join(", ", request.lockset())).append(" and asks for ");
    text.append(request.lock()).append(request.shared() ? " (shared)" : "");
    text.append(request.location().isEmpty() ? "" : " at " + request.location()).append('\n');
  }

  /** The events after which each thread waits, in their order. */
  private static void schedule(StringBuilder text, Witness witness) {
    int hidden = witness.size() - witness.asRecorded() - witness.shown();
    text.append("  why: after these events each thread waits for the next one:\n");
    if (witness.asRecorded() > 0) {
      text.append("    the first ").append(events(witness.asRecorded()));
      text.append(" as recorded\n");
    }
    if (hidden > 0) {
      text.append("    ").append(events(hidden)).append(" not shown here\n");
    }
    List<Witness.Step> steps = witness.schedule();
    for (Witness.Step step : steps) {
      text.append("    #").append(step.index()).append(' ').append(step.thread()).append(' ');
      text.append(step.event());
      text.append(step.location().isEmpty() ? "" : " at " + step.location()).append('\n');
    }
  }

  private static String events(int count) {
    return count + (count == 1 ? " event" : " events");
  }
}
