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
  /**
   * Returns what it is a report of.
   *
   * @return {@code race} or {@code deadlock}
   */
  String kind();

  /**
   * Returns what was found.
   *
   * @return the races or deadlocks, in the order of the trace
   */
  List<? extends EngineResult> found();

  /**
   * Returns what was found and is refuted.
   *
   * @return in the same order; empty if no witnesses are searched
   */
  List<? extends EngineResult> refuted();

  /**
   * Returns how many events the trace had.
   *
   * @return their number
   */
  long events();

  /**
   * Returns how many events were left out because they were not well formed.
   *
   * @return their number
   */
  long dropped();

  /**
   * Returns the limits that took effect.
   *
   * @return why something may be missing, or not decided
   */
  List<ReachedLimit> limits();

  /**
   * Returns what is wrong with racedet itself.
   *
   * @return empty unless it has a defect
   */
  List<String> errors();

  /**
   * Returns what has failed.
   *
   * @return what was found before is part of the report
   */
  List<AnalysisFailure> failures();

  /**
   * Returns a copy without what is refuted.
   *
   * @return the same report otherwise
   */
  AnalysisReport withoutRefuted();

  /**
   * Returns one of the findings of this report as a paragraph of text.
   *
   * @param result one of those that were found or refuted
   * @return lines that each end in a line feed
   */
  static String text(EngineResult result) {
    return FindingText.of(Finding.of(result));
  }

  /**
   * Returns the witness of a finding as text: a column for each of its threads.
   *
   * @param finding a race or a deadlock with a witness
   * @return indented lines that each end in a line feed
   */
  static String schedule(Finding finding) {
    StringBuilder text = new StringBuilder();
    new ScheduleText(finding).appendTo(text);
    return text.toString();
  }

  /**
   * Returns what the reader must know of the report: {@link #problems}, and limits that took
   * effect.
   *
   * @return a line for each
   */
  default List<String> notes() {
    return Stream.concat(
            problems().stream(), limits().stream().map(limit -> "limit: " + limit.text()))
        .toList();
  }

  /**
   * Returns why the analysis is not complete: errors of racedet itself, and what has failed.
   *
   * @return a line for each
   */
  default List<String> problems() {
    return Stream.concat(
            errors().stream().map(error -> "INTERNAL ERROR: " + error),
            failures().stream().map(AnalysisFailure::text))
        .toList();
  }

  /**
   * Returns the counts.
   *
   * @return for example {@code 2 races in 1000 events}
   */
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
