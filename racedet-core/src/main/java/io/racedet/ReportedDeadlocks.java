package io.racedet;

import io.racedet.race.Deadlock;
import io.racedet.race.ReachedLimit;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.WitnessOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Converts the deadlocks of a trace to the content of report files. */
public final class ReportedDeadlocks {
  private ReportedDeadlocks() {}

  /**
   * Makes a report on the deadlocks in a trace, with the complete orders that end in them.
   *
   * @param name name of the trace in the report
   * @param found what was found
   * @return the report on this trace, in which refuted patterns come last; {@link RunReport#merge}
   *     combines several
   */
  public static RunReport of(String name, DeadlockReport found) {
    TestRun test =
        new TestRun(
            name,
            name,
            "",
            Outcome.PASSED,
            1,
            found.events(),
            "",
            List.of(),
            List.of(name),
            List.of(),
            found.dropped(),
            List.of());
    List<ReportedDeadlock> all = new ArrayList<>();
    for (Deadlock deadlock : found.deadlocks()) {
      all.add(reported(name, deadlock, WitnessOrder.complete(deadlock.witness()), ""));
    }
    for (Deadlock deadlock : found.refuted()) {
      all.add(reported(name, deadlock, WitnessOrder.NONE, ""));
    }
    return new RunReport(
        "", List.of(test(test, found)), List.of(), all, warnings(name, found, List.of()));
  }

  /**
   * Adds the deadlocks in a trace to a report on its races.
   *
   * @param races the report of {@link ReportedRaces} on this trace
   * @param found what was found; refuted patterns are left out
   * @param replay how to explain a deadlock, as text
   * @return the report on both
   */
  public static RunReport add(
      RunReport races, DeadlockReport found, Function<Deadlock, String> replay) {
    TestRun test = races.tests().get(0);
    List<ReportedDeadlock> all = new ArrayList<>();
    for (Deadlock deadlock : found.deadlocks()) {
      WitnessOrder witness = WitnessOrder.of(deadlock.witness());
      all.add(reported(test.id(), deadlock, witness, replay.apply(deadlock)));
    }
    return RunReport.merge(
        List.of(
            new RunReport(
                races.version(),
                List.of(test(test, found)),
                races.races(),
                all,
                warnings(test.name(), found, races.warnings()))));
  }

  private static ReportedDeadlock reported(
      String test, Deadlock deadlock, WitnessOrder witness, String replay) {
    ReportedDeadlock reported = ReportedDeadlock.of(deadlock);
    List<Occurrence> sightings = List.of(new Occurrence(test, 1, "", test));
    return reported.found(reported.why(), sightings, replay, "", "").withWitness(witness);
  }

  private static TestRun test(TestRun test, DeadlockReport found) {
    Set<ReachedLimit> limits = new LinkedHashSet<>(test.limits());
    limits.addAll(found.limits());
    return new TestRun(
        test.id(),
        test.name(),
        test.className(),
        found.deadlocks().isEmpty() ? test.outcome() : Outcome.RACES,
        test.repetitions(),
        test.events(),
        test.seed(),
        test.engines(),
        test.traces(),
        test.warnings(),
        test.dropped(),
        List.copyOf(limits));
  }

  private static List<String> warnings(String name, DeadlockReport found, List<String> others) {
    Set<String> warnings = new LinkedHashSet<>(others);
    found.problems().forEach(problem -> warnings.add(name + ": " + problem));
    return List.copyOf(warnings);
  }
}
