package io.racedet.report;

import io.racedet.race.Deadlock;
import java.util.List;

/** Converts the deadlock of a trace, which has only names, and locations without classes. */
final class EngineDeadlock {
  private static final String SHARED = " (shared)";

  private EngineDeadlock() {}

  static ReportedDeadlock of(Deadlock found) {
    List<ReportedRequest> requests =
        found.requests().stream().map(EngineDeadlock::request).toList();
    return ReportedDeadlock.of(found, requests).found(why(found), List.of(), "", "", "");
  }

  private static ReportedRequest request(Deadlock.Request request) {
    return new ReportedRequest(
        request.index(),
        request.thread(),
        request.lock(),
        request.shared(),
        Instruction.of(request.location()),
        List.of(),
        request.lockset().stream().map(EngineDeadlock::lock).toList(),
        List.of(),
        "");
  }

  private static LockHold lock(String held) {
    boolean isShared = held.endsWith(SHARED);
    String lock = isShared ? held.substring(0, held.length() - SHARED.length()) : held;
    return new LockHold(lock, isShared, List.of());
  }

  private static String why(Deadlock found) {
    return switch (found.grade()) {
      case REFUTED -> found.remark();
      case PREDICTED ->
          "each thread asks for a lock that another one holds, but not in this trace at the same"
              + " time"
              + (found.remark().isEmpty() ? "" : "; " + found.remark());
      case OBSERVED -> "each thread waits for the one that has the lock, for ever";
      case WITNESSED ->
          "not in this trace, but the same threads can run in another order, in which each of them"
              + " waits for ever";
      case CONFIRMED -> "each thread has been held at its request at the same time";
    };
  }
}
