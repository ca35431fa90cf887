package io.racedet.report.text;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.report.ReportedDeadlock;

/** A deadlock as a paragraph of text. */
public final class DeadlockText {
  private DeadlockText() {}

  /** Returns a deadlock as lines that each end in a line feed. */
  public static String of(Deadlock deadlock) {
    StringBuilder text = new StringBuilder("deadlock of ");
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
      text.append("  why: after these events each thread waits for the one before, the first one");
      text.append(" for the last one:\n");
      new ScheduleText(ReportedDeadlock.of(deadlock)).appendTo(text);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Deadlock.Request request) {
    text.append("  #").append(request.index()).append(' ').append(request.thread());
    text.append(" holds ").append(String.join(", ", request.lockset())).append(" and asks for ");
    text.append(request.lock()).append(request.shared() ? " (shared)" : "");
    text.append(request.location().isEmpty() ? "" : " at " + request.location()).append('\n');
  }
}
