package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.Baseline;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.Known;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.report.RaceKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides which races do not fail a test although they were found. Not thread-safe. */
public final class Acceptance {
  private static final String NOT_YET = "not yet: added to the baseline by this run";

  private final BaselineSource source;
  private final Baseline baseline;
  private final Expectation expectation;
  private final Known known;
  private final Set<RaceKey> added = new LinkedHashSet<>();

  /**
   * Reads the baseline.
   *
   * @param expectation what the test should show; a test that expects a race accepts none
   * @param known the races that pass if only new ones fail the test
   * @throws NotCheckedError when the baseline is invalid
   */
  public Acceptance(BaselineSource source, Expectation expectation, Known known) {
    this.known = known;
    this.source = source;
    this.expectation = expectation;
    this.baseline = expectation instanceof Expectation.NoRace ? read(source) : Baseline.EMPTY;
  }

  private static Baseline read(BaselineSource source) {
    try {
      return Baseline.read(source);
    } catch (IllegalArgumentException bad) {
      throw new NotCheckedError(
          "the baseline of accepted races is invalid: " + bad.getMessage(), bad);
    }
  }

  /** Why a race does not fail the test; empty if it does so, provided that its grade suffices. */
  Optional<String> reason(FoundRace found) {
    return accepted(found).or(() -> tolerance(found.key(), expectation.isDecidedBy(found)));
  }

  /** Why a deadlock does not fail the test; empty if it does so, provided its grade suffices. */
  Optional<String> reason(FoundDeadlock found) {
    return accepted(found).or(() -> tolerance(found.key(), expectation.isDecidedBy(found)));
  }

  private Optional<String> tolerance(RaceKey key, boolean decides) {
    return decides && expectation instanceof Expectation.NoRace
        ? known.tolerance(key, true)
        : Optional.empty();
  }

  /** Why a race is accepted, whether it is known or not; empty if it is not. */
  Optional<String> accepted(FoundRace found) {
    Optional<String> inCode = found.details().accepted();
    if (expectation instanceof Expectation.NoRace && inCode.isPresent()) {
      return inCode;
    }
    return accepted(found.key(), expectation.isDecidedBy(found));
  }

  /** Why a deadlock is accepted, whether it is known or not; empty if it is not. */
  Optional<String> accepted(FoundDeadlock found) {
    return accepted(found.key(), expectation.isDecidedBy(found));
  }

  private Optional<String> accepted(RaceKey key, boolean decides) {
    if (added.contains(key)) {
      return Optional.of(NOT_YET);
    }
    Optional<AcceptedRace> accepted = baseline.of(key);
    boolean isToBeAdded =
        accepted.isEmpty()
            && source.write()
            && expectation instanceof Expectation.NoRace
            && decides;
    if (isToBeAdded) {
      added.add(key);
      return Optional.of(NOT_YET);
    }
    return accepted.map(AcceptedRace::reason);
  }

  /** The accepted races of the file. */
  Baseline baseline() {
    return baseline;
  }

  /**
   * Adds the new races to the baseline.
   *
   * @throws UncheckedIOException when that fails: the next run would find the races again
   */
  List<String> close() {
    List<String> warnings = new ArrayList<>();
    if (!added.isEmpty()) {
      try {
        int lines = source.add(added);
        warnings.add(
            lines
                + (lines == 1 ? " race was" : " races were")
                + " added to "
                + source.file().getFileName()
                + ": write a reason at the end of each line");
      } catch (IOException failed) {
        throw new UncheckedIOException("races cannot be added to " + source.file(), failed);
      }
    }
    return warnings;
  }
}
