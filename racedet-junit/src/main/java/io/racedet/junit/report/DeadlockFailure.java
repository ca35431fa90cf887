package io.racedet.junit.report;

import io.racedet.AnalysisReport;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the failure message of a test with deadlocks. */
final class DeadlockFailure extends FailureText<FoundDeadlock> {
  private static final Pattern NUMBER_IN_FIELD = Pattern.compile("( \\([^()]*)@\\d+\\)");

  private DeadlockFailure() {
    super(
        "a deadlock",
        "take the locks in the same order in all threads, or one lock around all of them, or"
            + " give up waiting: tryLock");
  }

  /**
   * Writes the whole message about at least one deadlock, in this order; its first line is a
   * summary.
   */
  static String text(List<FoundDeadlock> deadlocks, Circumstances where) {
    Map<Object, FoundDeadlock> byKey = new LinkedHashMap<>();
    deadlocks.forEach(found -> byKey.putIfAbsent(found.key(), found));
    return new DeadlockFailure().write(List.copyOf(byKey.values()), where);
  }

  @Override
  List<List<FoundDeadlock>> groups(List<FoundDeadlock> distinct) {
    Map<Object, List<FoundDeadlock>> byLocks = new LinkedHashMap<>();
    distinct.forEach(
        found -> byLocks.computeIfAbsent(locks(found), first -> new ArrayList<>()).add(found));
    return List.copyOf(byLocks.values());
  }

  /* In any order. Objects that one field held in different repetitions are the same. */
  private static List<String> locks(FoundDeadlock found) {
    return found.reported().requests().stream()
        .map(request -> NUMBER_IN_FIELD.matcher(request.lock()).replaceAll("$1)"))
        .sorted()
        .toList();
  }

  @Override
  void others(List<FoundDeadlock> found) {
    text.append("  the same locks at other places:\n");
    found.stream()
        .limit(IN_FULL)
        .forEach(each -> prose(IN, places(each) + " (" + each.grade() + ")"));
    if (found.size() > IN_FULL) {
      text.append(IN).append("... and ").append(count(found.size() - IN_FULL)).append(" more\n");
    }
  }

  private static String places(FoundDeadlock found) {
    return found.reported().requests().stream()
        .map(request -> request.frame().location())
        .map(place -> place.isEmpty() ? "an unknown location" : place)
        .collect(Collectors.joining(" and "));
  }

  /** Writes why it is a deadlock. */
  static String reason(FoundDeadlock found) {
    ReportedDeadlock deadlock = found.reported();
    return switch (found.grade()) {
      case CONFIRMED ->
          "attempt "
              + found.confirmation().attempt()
              + " held every thread at its request, each with the lock that another one requested;"
              + " one request was then ended by an error";
      case OBSERVED -> "each thread waits forever for the one that holds the lock";
      case WITNESSED ->
          "avoided in this run only by chance: another order of the same events ends in it";
      default ->
          "avoided in this run; another order of the same events may end in it"
              + (deadlock.evidence().remark().isEmpty() ? "" : ": " + deadlock.evidence().remark());
    };
  }

  @Override
  void body(FoundDeadlock found) {
    ReportedDeadlock deadlock = found.reported();
    for (int i = 0; i < deadlock.requests().size(); i++) {
      request(deadlock.requests().get(i));
    }
    standing(deadlock.standing());
    prose("  ", reason(found));
    if (deadlock.evidence().witness().events() > 0) {
      text.append("  an order of the same events after which each thread waits forever:\n");
      text.append(AnalysisReport.schedule(deadlock));
    }
    if (deadlock.patterns() > 1) {
      text.append("  ").append(deadlock.patterns());
      text.append(" cycles of threads and locks at these locations\n");
    }
    reproduceWith(found.confirmation());
  }

  private void request(ReportedRequest request) {
    boolean isAgain = endsWait(request);
    prose(
        "  ",
        '"'
            + request.thread()
            + "\" requests "
            + request.wanted()
            + (isAgain ? " again, at the end of its wait" : ""));
    Frames.append(text, request.stack(), IN);
    for (LockHold lock : request.locks()) {
      if (isAgain && lock.text().equals(request.wanted())) {
        continue; // the wait has given it back
      }
      boolean isOlder = lock.stack().isEmpty();
      String since = isOlder ? " since before the recording" : ", taken";
      prose("  ", "while it holds " + lock.text() + since);
      if (!isOlder) {
        Frames.append(text, lock.stack(), IN);
      }
    }
    startedBy(request.position());
  }

  /* Only wait() asks for a monitor inside a method of Object. */
  private static boolean endsWait(ReportedRequest request) {
    return !request.stack().isEmpty()
        && request.stack().get(0).className().equals("java.lang.Object")
        && request.stack().get(0).method().equals("wait");
  }

  @Override
  String count(int findings) {
    return Integer.toString(findings);
  }

  @Override
  void leaveOut(FoundDeadlock first, Circumstances where) {
    text.append("switch off: ").append(where.settings().formatted("deadlocks", "false"));
    text.append(" searches for none\n");
  }
}
