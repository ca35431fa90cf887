package io.racedet.junit.check;

import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.Target;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.report.Frame;
import io.racedet.report.Instruction;
import io.racedet.report.LockHold;
import io.racedet.report.Position;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRequest;
import java.util.List;

/** Deadlocks of two threads, as a repetition shows them. */
public final class FoundDeadlocks {
  private FoundDeadlocks() {}

  /** One with known places, which can be confirmed. */
  public static FoundDeadlock deadlock(Grade grade) {
    return deadlock(grade, List.of("A.f()V#2"));
  }

  /** The same one, whose first request has some places. */
  public static FoundDeadlock deadlock(Grade grade, List<String> places) {
    return deadlock(grade, places, 6);
  }

  /** Another one: its second request is in another line. */
  public static FoundDeadlock deadlock(Grade grade, int line) {
    return deadlock(grade, List.of("A.f()V#2"), line);
  }

  /** The same one, of other locks. */
  public static FoundDeadlock deadlock(Grade grade, int line, String first, String second) {
    return deadlock(grade, List.of("A.f()V#2"), line, first, second);
  }

  private static FoundDeadlock deadlock(Grade grade, List<String> places, int line) {
    return deadlock(grade, places, line, "b", "a");
  }

  private static FoundDeadlock deadlock(
      Grade grade, List<String> places, int line, String b, String a) {
    Deadlock deadlock =
        new Deadlock(
            List.of(
                new Deadlock.Request(2, "T1", b, false, "A.java:2", List.of(a)),
                new Deadlock.Request(line, "T2", a, true, "A.java:" + line, List.of(b))),
            1,
            Proof.of(grade, ""));
    List<ReportedRequest> requests =
        List.of(request("T1", b, a, 2, false), request("T2", a, b, line, true));
    Target target =
        new Target.Cycle(
            List.of(
                new Target.Cycle.Request(places, false),
                new Target.Cycle.Request(List.of("A.f()V#" + line), true)));
    return FoundDeadlock.of(deadlock, ReportedDeadlock.of(deadlock, requests), target);
  }

  private static ReportedRequest request(
      String thread, String lock, String held, int line, boolean shared) {
    return new ReportedRequest(
        new Position(
            line,
            thread,
            new Instruction("A", "f", "()V", line, "A.java", line),
            List.of(new Frame("A", "f", "A.java", line)),
            List.of(new Frame("A", "main", "A.java", 9)),
            "main"),
        lock,
        shared,
        List.of(new LockHold(held, false, List.of(new Frame("A", "f", "A.java", line - 1)))));
  }
}
