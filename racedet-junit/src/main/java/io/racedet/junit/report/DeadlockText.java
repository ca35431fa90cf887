package io.racedet.junit.report;

import io.racedet.DeadlockReport;
import io.racedet.report.Frame;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the failure message of a test with dead-locks. */
public final class DeadlockText {
  private static final int IN_FULL = 10;
  private static final String IN = "    ";

  private final StringBuilder text = new StringBuilder();

  private DeadlockText() {}

  /**
   * Writes the whole message.
   *
   * @param deadlocks the dead-locks, at least one, in the order in which to report them
   * @param finding where and when they were found
   * @return the message; its first line is a summary
   */
  public static String of(List<FoundDeadlock> deadlocks, Finding finding) {
    Map<Object, FoundDeadlock> byKey = new LinkedHashMap<>();
    deadlocks.forEach(found -> byKey.putIfAbsent(found.key(), found));
    List<FoundDeadlock> distinct = List.copyOf(byKey.values());
    DeadlockText writer = new DeadlockText();
    writer.text.append(headline(distinct.get(0)));
    if (distinct.size() > 1) {
      writer.text.append(" (and ").append(distinct.size() - 1).append(" more)");
    }
    writer.text.append('\n');
    for (int i = 0; i < Math.min(IN_FULL, distinct.size()); i++) {
      if (i > 0) {
        writer.text.append('\n').append(i + 1).append(". ");
        writer.text.append(headline(distinct.get(i))).append('\n');
      }
      writer.deadlock(distinct.get(i));
    }
    if (distinct.size() > IN_FULL) {
      writer.text.append("\n... and ").append(distinct.size() - IN_FULL).append(" more\n");
    }
    writer.footer(finding);
    return writer.text.toString();
  }

  /**
   * Writes one dead-lock in one line.
   *
   * @param found the dead-lock
   * @return its grade, the locks, and where threads ask for them
   */
  public static String headline(FoundDeadlock found) {
    List<ReportedRequest> requests = found.reported().requests();
    return "dead-lock ("
        + found.grade()
        + ") of "
        + requests.stream().map(ReportedRequest::lock).collect(Collectors.joining(", "))
        + ": "
        + requests.stream()
            .map(request -> location(request.frame()))
            .collect(Collectors.joining(" and "));
  }

  /**
   * Writes why it is a dead-lock.
   *
   * @param found the dead-lock
   * @return one line
   */
  public static String reason(FoundDeadlock found) {
    ReportedDeadlock deadlock = found.reported();
    return switch (found.grade()) {
      case CONFIRMED ->
          "attempt "
              + found.confirmation().attempt()
              + " held every thread at its request, each with the lock that another one asked for;"
              + " one request was then ended by an error";
      case OBSERVED -> "each thread waits for the one that has the lock, for ever";
      case WITNESSED ->
          "not in this run, only by chance: another order of the same events ends in it";
      default ->
          "not in this run; another order of the same events may end in it"
              + (deadlock.remark().isEmpty() ? "" : ": " + deadlock.remark());
    };
  }

  private void deadlock(FoundDeadlock found) {
    ReportedDeadlock deadlock = found.reported();
    for (int i = 0; i < deadlock.requests().size(); i++) {
      request(deadlock.requests().get(i));
    }
    text.append("  ").append(reason(found)).append('\n');
    if (deadlock.witness().events() > 0) {
      text.append("  an order of the same events after which each thread waits for ever:\n");
      text.append(DeadlockReport.schedule(deadlock));
    }
    if (deadlock.patterns() > 1) {
      text.append("  ").append(deadlock.patterns());
      text.append(" cycles of threads and locks at these locations\n");
    }
    if (!found.confirmation().replay().isEmpty()) {
      text.append("  reproduce with: -Dracedet.replay=");
      text.append(found.confirmation().replay()).append('\n');
    }
  }

  private void request(ReportedRequest request) {
    text.append("  \"").append(request.thread()).append("\" asks for ");
    text.append(request.wanted()).append('\n');
    Frames.append(text, request.stack(), IN);
    for (LockHold lock : request.locks()) {
      text.append("  while it holds ").append(lock.text());
      if (lock.stack().isEmpty()) {
        text.append(" since before the recording\n");
      } else {
        text.append(", taken\n");
        Frames.append(text, lock.stack(), IN);
      }
    }
    if (!request.startedBy().isEmpty()) {
      String frame =
          request.started().isEmpty() ? "an unknown location" : request.started().get(0).text();
      text.append(IN).append("thread started at ").append(frame);
      text.append(" by \"").append(request.startedBy()).append("\"\n");
    }
  }

  private void footer(Finding finding) {
    text.append("\nfound in ").append(finding.test());
    text.append(", repetition ").append(finding.repetition());
    text.append(" (schedule ").append(finding.schedule()).append("), the first with a dead-lock\n");
    text.append("replay:    -Dracedet.seed=").append(finding.replay()).append('\n');
    text.append(
        "fix:       take the locks in the same order in all threads, or one lock around all");
    text.append(" of them, or give up waiting: tryLock\n");
    text.append("accept:    -Dracedet.baseline=write adds it to racedet-baseline.txt, where it");
    text.append(" needs a reason\n");
    text.append("switch off: ").append(finding.settings().formatted("deadlocks", "false"));
    text.append(" searches for none\n");
    finding.limits().forEach(limit -> text.append("limit:     ").append(limit).append('\n'));
  }

  private static String location(Frame frame) {
    String location = frame.location();
    return location.isEmpty() ? "an unknown location" : location;
  }
}
