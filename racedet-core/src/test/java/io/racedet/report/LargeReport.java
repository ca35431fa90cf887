package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.race.Witness.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A report with any number of races, ten in each class. */
public final class LargeReport {
  private static final int RACES_OF_A_CLASS = 10;
  private static final int STEPS = 12;

  private LargeReport() {}

  public static RunReport of(int races, int depth) {
    List<ReportedRace> list = new ArrayList<>();
    for (int i = 0; i < races; i++) {
      list.add(race(i, depth, ""));
    }
    TestRun test =
        new TestRun(
            "[test:large]",
            "large()",
            "com.acme.LargeTest",
            Outcome.RACES,
            100,
            123_456_789,
            "NONE:1",
            List.of("fasttrack", "pwr-ee-l"),
            List.of(),
            List.of(),
            0,
            List.of());
    return RunReport.merge(List.of(RunReport.of("0.1.0", List.of(test), list, List.of())));
  }

  public static ReportedRace accepted(String reason) {
    return race(0, 1, reason);
  }

  private static ReportedRace race(int i, int depth, String accepted) {
    int inClass = i / RACES_OF_A_CLASS;
    String className = "com.acme.c" + inClass + ".Class" + inClass;
    String name = "Class" + inClass + ".field" + i;
    Grade grade = List.of(Grade.OBSERVED, Grade.PREDICTED, Grade.WITNESSED).get(i % 3);
    List<Step> steps = new ArrayList<>();
    for (int step = 1; step <= STEPS; step++) {
      String event = step == 4 ? "w(" + name + ")" : step == 9 ? "r(" + name + ")" : "rel(lock)";
      steps.add(new Step(step, step <= 6 ? "writer" : "reader", event, "Class.java:" + step));
    }
    return new ReportedRace(
        new Conflict(
            new ReportedVariable(className + ".field" + i, name, className),
            RaceKind.WRITE_READ,
            access(4, "writer", true, className, i, depth),
            access(9, "reader", false, className, i, depth)),
        "pwr-ee-l",
        1,
        "allocated at com.acme.LargeTest.large(LargeTest.java:7)",
        new Timeline(steps, List.of(new Section("writer", "lock", false, 5, 6)), 0),
        new Evidence(
            grade,
            "nothing orders them",
            "",
            "hold Account@1",
            grade == Grade.WITNESSED
                ? new WitnessOrder(3, 0, steps.subList(0, 3))
                : WitnessOrder.NONE),
        new History(
            List.of(new Occurrence("[test:large]", 1, "NONE:1", "")),
            0,
            "-Dracedet.seed=NONE:1",
            "",
            accepted,
            Standing.UNKNOWN));
  }

  private static ReportedAccess access(
      long index, String thread, boolean write, String className, int i, int depth) {
    String file = className.substring(className.lastIndexOf('.') + 1) + ".java";
    List<Frame> stack = new ArrayList<>();
    for (int frame = 0; frame < depth; frame++) {
      String caller = frame == 0 ? className : "com.acme.Caller" + (i * 7 + frame) % 100;
      stack.add(new Frame(caller, "method" + frame, file, 10 + frame));
    }
    return new ReportedAccess(
        new Position(
            index,
            thread,
            new Instruction(className, "method0", "()V", 2 * i + (write ? 0 : 1), file, 10),
            stack,
            List.of(new Frame("com.acme.LargeTest", "large", "LargeTest.java", 9)),
            "main"),
        write,
        false,
        List.of(),
        Optional.empty());
  }
}
