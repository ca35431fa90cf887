package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.Baseline;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.Known;
import io.racedet.junit.report.Found;
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

  /** Why a finding does not fail a test; empty if it does so, provided that its grade suffices. */
  Optional<String> reason(Found found) {
    return accepted(found).or(() -> tolerance(found));
  }

  private Optional<String> tolerance(Found found) {
    return expectation.isDecidedBy(found) && expectation instanceof Expectation.NoRace
        ? known.tolerance(found.key(), true)
        : Optional.empty();
  }

  /** Why a finding is accepted, whether it is known or not; empty if it is not. */
  Optional<String> accepted(Found found) {
    boolean mayAccept = expectation instanceof Expectation.NoRace;
    if (mayAccept && found.acceptedInCode().isPresent()) {
      return found.acceptedInCode();
    }
    RaceKey key = found.key();
    if (added.contains(key)) {
      return Optional.of(NOT_YET);
    }
    Optional<AcceptedRace> accepted = baseline.of(key);
    boolean isToBeAdded =
        accepted.isEmpty() && source.write() && mayAccept && expectation.isDecidedBy(found);
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
