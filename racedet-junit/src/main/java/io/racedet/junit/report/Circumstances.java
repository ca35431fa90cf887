package io.racedet.junit.report;

import java.util.List;

/**
 * Where and when races were found.
 *
 * @param home binary name of the class that contains the test
 * @param repetition number of the repetition, the last one before confirmation attempts
 * @param replay value of {@code racedet.seed} that replays it
 * @param settings how to set an attribute, with {@code %s} for its name and its value
 * @param limits what was cut off by which limit
 */
public record Circumstances(
    String test,
    String home,
    int repetition,
    String schedule,
    String replay,
    String settings,
    List<String> limits) {

  public Circumstances {
    limits = List.copyOf(limits);
  }
}
