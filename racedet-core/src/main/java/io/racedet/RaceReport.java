package io.racedet;

import io.racedet.race.Race;
import io.racedet.report.ReportedRace;
import io.racedet.report.text.RaceText;
import io.racedet.report.text.ScheduleText;
import java.util.List;

/**
 * What engines found in a trace.
 *
 * @param races the races, sorted by the index of the later access, then of the earlier one
 * @param refuted refuted candidates, in the same order; empty if no witnesses are searched
 * @param events how many events the trace had
 * @param dropped how many events a lenient feed left out because they were not well formed
 */
public record RaceReport(List<Race> races, List<Race> refuted, long events, long dropped) {
  /**
   * Keeps its own copy of the races.
   *
   * @param races the races
   * @param refuted refuted candidates
   * @param events how many events the trace had
   * @param dropped how many events were left out
   */
  public RaceReport {
    races = List.copyOf(races);
    refuted = List.copyOf(refuted);
  }

  /**
   * Makes a report without refuted candidates.
   *
   * @param races the races
   * @param events how many events the trace had
   * @param dropped how many events were left out
   */
  public RaceReport(List<Race> races, long events, long dropped) {
    this(races, List.of(), events, dropped);
  }

  /**
   * Returns a text: a paragraph for each race, and a last line with the counts.
   *
   * @return lines that each end in a line feed
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Race race : races) {
      text.append(text(race)).append('\n');
    }
    return text.append(summary()).append('\n').toString();
  }

  /**
   * Returns the counts.
   *
   * @return for example {@code 2 races in 1000 events}
   */
  public String summary() {
    return races.size()
        + (races.size() == 1 ? " race in " : " races in ")
        + events
        + (events == 1 ? " event" : " events")
        + (dropped > 0 ? "; " + dropped + " not well-formed, left out" : "");
  }

  /**
   * Returns the witness of a race as text: the two threads side by side, one line for each step.
   *
   * @param race a race with the grade {@link io.racedet.race.Grade#WITNESSED}
   * @return indented lines that each end in a line feed
   */
  public static String schedule(Race race) {
    return schedule(ReportedRace.of(race));
  }

  /**
   * Returns the witness of a reported race as text, as {@link #schedule(Race)} does.
   *
   * @param race a race with the grade {@link io.racedet.race.Grade#WITNESSED}
   * @return indented lines that each end in a line feed
   */
  public static String schedule(ReportedRace race) {
    StringBuilder text = new StringBuilder();
    new ScheduleText(race).appendTo(text);
    return text.toString();
  }

  /**
   * Returns a race as a paragraph of text.
   *
   * @param race the race
   * @return lines that each end in a line feed
   */
  public static String text(Race race) {
    return RaceText.of(ReportedRace.of(race));
  }
}
