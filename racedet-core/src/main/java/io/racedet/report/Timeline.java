package io.racedet.report;

import io.racedet.race.Witness;
import java.util.List;

/**
 * What the two threads of a race did around their accesses, in the order in which it was recorded:
 * the accesses themselves, and their synchronisation as far as it concerns them. That is by what
 * both use near their accesses, by locks that are held at one of them, by what each uses first on
 * the way to the other, and the start and the end of threads.
 *
 * @param steps the events, by their index; the accesses are those with the indices of the race
 * @param sections the critical sections that these events are in, by their acquire
 * @param omitted how many synchronisation events of the two threads between these are not shown
 */
public record Timeline(List<Witness.Step> steps, List<Section> sections, long omitted) {
  /** Nothing is known. */
  public static final Timeline NONE = new Timeline(List.of(), List.of(), 0);

  /**
   * Keeps its own copies of the lists.
   *
   * @param steps the events
   * @param sections the critical sections
   * @param omitted how many events are not shown
   */
  public Timeline {
    steps = List.copyOf(steps);
    sections = List.copyOf(sections);
  }
}
