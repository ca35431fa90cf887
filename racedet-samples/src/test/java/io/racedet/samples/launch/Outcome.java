package io.racedet.samples.launch;

import io.racedet.junit.RaceFoundError;
import io.racedet.race.Race;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The outcome of one test. */
public record Outcome(
    Class<?> testClass,
    String method,
    Set<String> tags,
    String status,
    Optional<Throwable> thrown,
    Map<String, String> facts,
    Duration time) {

  /** The race report, which is the failure of the test or suppressed in it. */
  public Optional<RaceFoundError> report() {
    return thrown.stream()
        .flatMap(failure -> Stream.concat(Stream.of(failure), suppressed(failure)))
        .filter(RaceFoundError.class::isInstance)
        .map(RaceFoundError.class::cast)
        .findFirst();
  }

  public List<Race> races() {
    return report().map(RaceFoundError::races).orElse(List.of());
  }

  private static Stream<Throwable> suppressed(Throwable failure) {
    return Arrays.stream(failure.getSuppressed());
  }
}
