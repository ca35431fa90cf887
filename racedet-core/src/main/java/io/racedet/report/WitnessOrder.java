package io.racedet.report;

import io.racedet.race.Witness;
import java.util.List;

/**
 * A correct reordering after which both accesses of a race are next, for reading.
 *
 * @param events how many events it has
 * @param asRecorded with how many of them it begins that the trace begins with, too
 * @param steps its last events, or all that follow {@code asRecorded}
 */
public record WitnessOrder(int events, int asRecorded, List<Witness.Step> steps) {
  /** That of a race which is not witnessed. */
  public static final WitnessOrder NONE = new WitnessOrder(0, 0, List.of());

  /**
   * Keeps its own copy of the steps.
   *
   * @param events how many events it has
   * @param asRecorded how many of them are as recorded
   * @param steps the last events
   */
  public WitnessOrder {
    steps = List.copyOf(steps);
  }

  /**
   * Takes over a witness.
   *
   * @param witness a witness, or {@link Witness#NONE}
   * @return the same for reading
   */
  public static WitnessOrder of(Witness witness) {
    return new WitnessOrder(witness.size(), witness.asRecorded(), witness.schedule());
  }
}
