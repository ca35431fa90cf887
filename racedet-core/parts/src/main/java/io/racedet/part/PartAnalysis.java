package io.racedet.part;

import io.racedet.event.MalformedEventException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Analyses one long trace in parts, on as many threads or machines as there are parts, with exactly
 * the result of {@link io.racedet.TraceAnalysis} on the whole trace. Parts are the splits of a
 * file, see {@link io.racedet.trace.TraceSplit}. It takes three steps. The first and the third read
 * each part, independently of the others:
 *
 * <ol>
 *   <li>{@link #summarise} each part;
 *   <li>combine the summaries of all parts before a part, in any grouping, beginning with {@link
 *       PartSummary#NOTHING}; {@link PartSummary#forPart} keeps only what the part needs;
 *   <li>find the {@link #races} of each part, given the combined summary; {@link PartRaces#combine}
 *       adds them up, in any grouping.
 * </ol>
 *
 * <p>Summaries and races are values that can be turned into bytes, so that any engine can move
 * them. Immutable; can be used by several threads, and serialised.
 */
public final class PartAnalysis implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The engines whose races can be found in parts: happens-before, and the lockset discipline. */
  public static final List<String> ENGINES = PartRaces.ENGINES;

  private final boolean everyPair;

  private PartAnalysis(boolean everyPair) {
    this.everyPair = everyPair;
  }

  /** {@return the analysis that reports one race for each unordered pair of locations} */
  public static PartAnalysis usual() {
    return new PartAnalysis(false);
  }

  /**
   * {@return the analysis that reports every racing pair, whose races take memory for each pair}
   */
  public static PartAnalysis everyPair() {
    return new PartAnalysis(true);
  }

  /**
   * {@return the summary of a part, whatever comes before it} Takes time linear in the events of
   * the part, times the number of threads for events that order others.
   *
   * @param part a split of a trace, or a whole one; read to its end, and closed by the caller
   * @throws MalformedEventException when an event of the part cannot come next in any execution:
   *     the first one of this part, perhaps not of the trace
   * @throws IOException when the part cannot be read
   */
  public PartSummary summarise(TraceReader part) throws IOException {
    PartEvents events = new PartEvents(part);
    long from = events.index();
    PartOrder order = new PartOrder(from);
    PartHistories histories = new PartHistories();
    events.read(new PartState(events, order, histories, null));
    order.end(events.waits());
    if (from == 0) {
      histories.forgetGone();
    }
    PartNames names = new PartNames();
    names.add(histories.used(), events.names());
    PartSummary.Extent extent =
        new PartSummary.Extent(from, events.index(), events.beginningSum(), events.endSum());
    return new PartSummary(extent, order, histories, names, events.waits());
  }

  /**
   * {@return the races whose later access is in a part} Takes time linear in the events of the
   * part, times the number of threads.
   *
   * @param before the combined summary of all parts before it, or what {@link PartSummary#forPart}
   *     keeps of it; {@link PartSummary#NOTHING} for the first part
   * @param part the part; read to its end, and closed by the caller
   * @throws IllegalArgumentException if the summary is not that of all parts before this one
   * @throws MalformedEventException as {@link #summarise}
   * @throws IOException when the part cannot be read
   */
  public PartRaces races(PartSummary before, TraceReader part) throws IOException {
    PartEvents events = new PartEvents(part);
    if (before.eventsBefore() != 0) {
      throw new IllegalArgumentException(
          "summary of a part: from after event "
              + before.eventsBefore()
              + " (expected: from the beginning of the trace)");
    }
    before.require(events.index(), events.beginningSum(), part.source());
    PartOrder order = before.copyOfOrder();
    PartHistories histories = before.copyOfHistories();
    PartCheck check = new PartCheck(order, histories, before.names(), events.names(), everyPair);
    long from = events.index();
    events.read(new PartState(events, order, histories, check));
    return check.races(events.index() - from);
  }
}
