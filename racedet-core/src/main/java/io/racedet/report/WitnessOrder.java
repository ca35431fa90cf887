package io.racedet.report;

import io.racedet.race.Witness;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A correct reordering of a trace after which both accesses of a race are next, or all threads of a
 * deadlock wait.
 *
 * @param events how many events it has
 * @param asRecorded length of the prefix that it shares with the trace
 * @param steps its last events, or all that follow {@code asRecorded}; of a deadlock, only those by
 *     which the threads come to their requests
 * @param shown how many events the steps stand for: a step may summarise several irrelevant ones
 * @param sequence the indices of all events, for example {@code 1-17,20,18}; empty if left out, as
 *     it may be long
 */
public record WitnessOrder(
    int events, int asRecorded, List<Witness.Step> steps, int shown, String sequence) {
  /** The order of a race without a witness. */
  public static final WitnessOrder NONE = new WitnessOrder(0, 0, List.of());

  /**
   * Keeps its own copy of the steps.
   *
   * @param events how many events it has
   * @param asRecorded how many of them are as recorded
   * @param steps the last events
   * @param shown how many events the steps stand for
   * @param sequence the indices of all events
   */
  public WitnessOrder {
    steps = List.copyOf(steps);
  }

  /**
   * Makes an order whose steps stand for one event each.
   *
   * @param events how many events it has
   * @param asRecorded how many of them are as recorded
   * @param steps the last events
   */
  public WitnessOrder(int events, int asRecorded, List<Witness.Step> steps) {
    this(events, asRecorded, steps, steps.size(), "");
  }

  /**
   * {@return the order of a witness, without the indices of all events}
   *
   * @param witness a witness, or {@link Witness#NONE}
   */
  public static WitnessOrder of(Witness witness) {
    return new WitnessOrder(
        witness.size(), witness.asRecorded(), witness.schedule(), witness.shown(), "");
  }

  /**
   * {@return the complete order of a witness, with the indices of all events}
   *
   * @param witness a witness, or {@link Witness#NONE}
   */
  public static WitnessOrder complete(Witness witness) {
    WitnessOrder order = of(witness);
    return new WitnessOrder(
        order.events, order.asRecorded, order.steps, order.shown, sequence(witness));
  }

  private static String sequence(Witness witness) {
    return witness.runs().stream()
        .map(run -> run.first() == run.last() ? "" + run.first() : run.first() + "-" + run.last())
        .collect(Collectors.joining(","));
  }
}
