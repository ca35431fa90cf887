package io.racedet;

import io.racedet.race.AnalysisFailure;
import io.racedet.race.EngineResult;
import io.racedet.race.ReachedLimit;
import io.racedet.report.Finding;
import io.racedet.report.text.FindingText;
import io.racedet.report.text.ScheduleText;
import java.util.List;
import java.util.stream.Stream;

/** What was found in a trace, and how complete that is. */
public sealed interface AnalysisReport permits RaceReport, DeadlockReport {
  /** {@return what it is a report of: {@code race} or {@code deadlock}} */
  String kind();

  /** {@return what was found: the races or deadlocks, in the order of the trace} */
  List<? extends EngineResult> found();

  /**
   * {@return what was found and is refuted, in the same order; empty if no witnesses are searched}
   */
  List<? extends EngineResult> refuted();

  /** {@return how many events the trace had} */
  long events();

  /** {@return how many events were left out because they were not well formed} */
  long dropped();

  /** {@return the limits that took effect: why something may be missing, or not decided} */
  List<ReachedLimit> limits();

  /** {@return what is wrong with racedet itself; empty unless it has a defect} */
  List<String> errors();

  /** {@return what has failed; what was found before is part of the report} */
  List<AnalysisFailure> failures();

  /** {@return a copy without what is refuted} */
  AnalysisReport withoutRefuted();

  /**
   * {@return one of the findings of this report as a paragraph of text: lines that each end in a
   * line feed}
   *
   * @param result one of those that were found or refuted
   */
  static String text(EngineResult result) {
    return FindingText.of(Finding.of(result));
  }

  /**
   * {@return the witness of a finding as text: a column for each of its threads, indented lines
   * that each end in a line feed}
   *
   * @param finding a race or a deadlock with a witness
   */
  static String schedule(Finding finding) {
    StringBuilder text = new StringBuilder();
    new ScheduleText(finding).appendTo(text);
    return text.toString();
  }

  /**
   * {@return what the reader must know of the report: {@link #problems}, and limits that took
   * effect, a line for each}
   */
  default List<String> notes() {
    return Stream.concat(
            problems().stream(), limits().stream().map(limit -> "limit: " + limit.text()))
        .toList();
  }

  /**
   * {@return why the analysis is not complete: errors of racedet itself, and what has failed, a
   * line for each}
   */
  default List<String> problems() {
    return Stream.concat(
            errors().stream().map(error -> "INTERNAL ERROR: " + error),
            failures().stream().map(AnalysisFailure::text))
        .toList();
  }

  /** {@return the counts, for example {@code 2 races in 1000 events}} */
  default String summary() {
    return found().size()
        + " "
        + kind()
        + (found().size() == 1 ? " in " : "s in ")
        + events()
        + (events() == 1 ? " event" : " events")
        + (dropped() > 0 ? "; " + dropped() + " not well-formed, left out" : "");
  }
}
