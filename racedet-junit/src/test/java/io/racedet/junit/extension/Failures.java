package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.Event;

/** The failures of the tests of a run. */
final class Failures {
  private Failures() {}

  static List<Throwable> of(EngineExecutionResults results) {
    return results.allEvents().finished().stream()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().stream())
        .toList();
  }

  static void assertPassed(EngineExecutionResults results, long tests) {
    assertThat(of(results)).isEmpty();
    results.testEvents().assertStatistics(s -> s.started(tests).succeeded(tests));
  }

  static Throwable single(EngineExecutionResults results) {
    List<Throwable> failures = of(results);
    if (failures.size() != 1) {
      throw new AssertionError("failures: " + failures + " (expected: 1)");
    }
    return failures.get(0);
  }

  static List<String> warnings(EngineExecutionResults results) {
    return results.allEvents().reportingEntryPublished().stream()
        .map(Event::getPayload)
        .flatMap(payload -> payload.stream())
        .map(org.junit.platform.engine.reporting.ReportEntry.class::cast)
        .flatMap(entry -> entry.getKeyValuePairs().entrySet().stream())
        .filter(entry -> entry.getKey().equals("racedet.warning"))
        .map(java.util.Map.Entry::getValue)
        .toList();
  }
}
