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
  /** {@return the kind of the findings: {@code race} or {@code deadlock}} */
  String kind();

  /** {@return the races or deadlocks that were found, in the order of the trace} */
  List<? extends EngineResult> found();

  /** {@return the refuted candidates, in the same order; empty without a search for witnesses} */
  List<? extends EngineResult> refuted();

  /** {@return how many events the trace had} */
  long events();

  /** {@return how many events were left out because they were not well formed} */
  long dropped();

  /** {@return the limits that took effect: why something may be missing, or not decided} */
  List<ReachedLimit> limits();

  /** {@return the internal errors of racedet; empty unless it has a defect} */
  List<String> errors();

  /** {@return the failed engines and listeners; the report keeps what they found before} */
  List<AnalysisFailure> failures();

  /** {@return a copy without refuted candidates} */
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
   * {@return notes for the reader, a line for each: {@link #problems}, and limits that took effect}
   */
  default List<String> notes() {
    return Stream.concat(
            problems().stream(), limits().stream().map(limit -> "limit: " + limit.text()))
        .toList();
  }

  /** {@return why the analysis is not complete, a line for each: internal errors, and failures} */
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
