package io.racedet.part;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Some consecutive events of a trace, for engines that cannot work in parts: the window is analysed
 * as a trace of its own, in which the locks that are held at its beginning are acquired there,
 * before anything else. A race in it is as well proved as one in a trace. Races between accesses of
 * which one is outside are missed; windows that overlap miss fewer.
 *
 * @param from index of its first event in the trace, from 1
 * @param to index of the event after its last one
 */
public record PartWindow(long from, long to) implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Checks the indices.
   *
   * @param from index of its first event
   * @param to index of the event after its last one
   * @throws IllegalArgumentException if it would have no event
   */
  public PartWindow {
    if (from < 1 || to <= from) {
      throw new IllegalArgumentException(
          "window: from " + from + " to " + to + " (expected: from at least 1, to a later event)");
    }
  }

  /**
   * {@return windows that cover a trace, in the order of the trace}
   *
   * @param events how many events the trace has, from 0
   * @param length how many events a window has, from 1; the last one may have fewer
   * @param overlap how many of them are in the next window, too; from 0, less than the length
   * @throws IllegalArgumentException if a number is out of range
   */
  public static List<PartWindow> overlapping(long events, long length, long overlap) {
    if (length < 1 || overlap < 0 || overlap >= length) {
      throw new IllegalArgumentException(
          "windows: of "
              + length
              + " events, of which "
              + overlap
              + " overlap (expected: at least 1, and fewer)");
    }
    List<PartWindow> windows = new ArrayList<>();
    long from = 1;
    while (from <= events && (windows.isEmpty() || from + overlap <= events)) {
      windows.add(new PartWindow(from, Math.min(events, from + length - 1) + 1));
      from += length - overlap;
    }
    return windows;
  }

  /**
   * Opens the window as a trace, and reads its events into memory, of which each takes 24 bytes.
   * They have their indices in the whole trace. What has been left open by the events before is
   * opened by events that have the indices before: acquires, and sends to a channel from which all
   * threads receive first. Where there are fewer indices, that is, near the beginning of a trace,
   * the window begins with the trace.
   *
   * @param part a trace, or splits of a file, that begin at the window or before it; read up to the
   *     end of the window, and closed with the reader
   * @return a reader with dense ids
   * @throws IllegalArgumentException if the part begins after the window does
   * @throws IOException when the part cannot be read
   */
  public TraceReader open(TraceReader part) throws IOException {
    return new WindowReader(part, from, to);
  }

  /**
   * Analyses the window.
   *
   * @param analysis the engines, which may be any; with witnesses, if it searches them
   * @param part as for {@link #open}; closed by the caller
   * @return a report for each engine, of which the indices are those of the whole trace; {@link
   *     RaceReport#limits} says that races between windows are missed
   * @throws io.racedet.event.MalformedEventException as {@link TraceAnalysis#run}
   * @throws IllegalArgumentException as {@link #open}
   * @throws IOException when the part cannot be read
   */
  public List<RaceReport> analyse(TraceAnalysis analysis, TraceReader part) throws IOException {
    WindowReader window = new WindowReader(part, from, to);
    List<RaceReport> reports = analysis.run(window);
    return reports.stream().map(report -> inWindow(report, window.events())).toList();
  }

  private RaceReport inWindow(RaceReport report, long events) {
    List<Race> races = within(report.races());
    List<ReachedLimit> limits = new ArrayList<>(report.limits());
    limits.add(
        new ReachedLimit(
            "WINDOW",
            "only the events "
                + from
                + " to "
                + (to - 1)
                + " were analysed: races with other events are missed",
            ""));
    return new RaceReport(
        races,
        within(report.refuted()),
        events,
        report.dropped(),
        limits,
        report.errors(),
        report.failures(),
        report.steps());
  }

  private List<Race> within(List<Race> races) {
    return races.stream()
        .filter(race -> race.second().index() >= from)
        .filter(race -> race.first().index() >= from || !race.first().isKnown())
        .toList();
  }
}
