package io.racedet;

import io.racedet.race.Race;
import io.racedet.report.ReportedRace;
import io.racedet.report.text.RaceText;
import io.racedet.report.text.ScheduleText;
import java.util.List;

/**
 * What the engines made of a trace.
 *
 * @param races the races, by the index of their later access, then of their earlier one
 * @param refuted candidates that are none, in the same order; empty where no witnesses are searched
 * @param events how many events the trace had
 * @param dropped how many events a lenient feed left out because they were not well formed
 */
public record RaceReport(List<Race> races, List<Race> refuted, long events, long dropped) {
  /**
   * Keeps its own copy of the races.
   *
   * @param races the races
   * @param refuted candidates that are none
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
   * Returns a text for reading: a paragraph for each race, and a closing line with the counts.
   *
   * @return lines that end in a line feed
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
   * Returns the witness of a race for reading: the two threads side by side, a line a step.
   *
   * @param race a race with the grade {@link io.racedet.race.Grade#WITNESSED}
   * @return indented lines that end in a line feed
   */
  public static String schedule(Race race) {
    return schedule(ReportedRace.of(race));
  }

  /**
   * Returns the witness of a reported race for reading, as {@link #schedule(Race)} does.
   *
   * @param race a race with the grade {@link io.racedet.race.Grade#WITNESSED}
   * @return indented lines that end in a line feed
   */
  public static String schedule(ReportedRace race) {
    StringBuilder text = new StringBuilder();
    new ScheduleText(race).appendTo(text);
    return text.toString();
  }

  /**
   * Returns a race as a paragraph for reading.
   *
   * @param race the race
   * @return lines that end in a line feed
   */
  public static String text(Race race) {
    return RaceText.of(ReportedRace.of(race));
  }
}
