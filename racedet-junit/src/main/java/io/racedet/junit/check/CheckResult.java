package io.racedet.junit.check;

import io.racedet.junit.results.TestPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict on a test.
 *
 * @param failure what to throw; empty when the test passed
 * @param facts what was run: report entries by their keys
 * @param part the part of this test in the report of the run
 * @param wasInterrupted whether an interrupt of the calling thread has ended the check, which had
 *     found something
 */
public record CheckResult(
    Optional<Throwable> failure,
    Map<String, String> facts,
    List<String> warnings,
    TestPart part,
    boolean wasInterrupted) {
  public CheckResult {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    warnings = List.copyOf(warnings);
  }

  /** A verdict without a part in the report of the run. */
  CheckResult(Optional<Throwable> failure, Map<String, String> facts, List<String> warnings) {
    this(failure, facts, warnings, TestPart.NONE, false);
  }

  /** The same with more warnings. */
  CheckResult with(List<String> more) {
    List<String> all = new ArrayList<>(warnings);
    all.addAll(more);
    return new CheckResult(failure, facts, all, part, wasInterrupted);
  }

  /** The same with one more fact. */
  CheckResult with(String fact, String value) {
    Map<String, String> all = new LinkedHashMap<>(facts);
    all.put(fact, value);
    return new CheckResult(failure, all, warnings, part, wasInterrupted);
  }

  /** The same with a part in the report of the run. */
  CheckResult with(TestPart of) {
    return new CheckResult(failure, facts, warnings, of, wasInterrupted);
  }

  /** The same of a check that an interrupt of the calling thread has ended. */
  CheckResult interrupted() {
    return new CheckResult(failure, facts, warnings, part, true);
  }
}
