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
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
      throw new NotCheckedError("the baseline is invalid: " + bad.getMessage(), bad);
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
   * Adds what is new to the baseline.
   *
   * @throws UncheckedIOException when that fails: the next run would find it again
   */
  List<String> close() {
    List<String> warnings = new ArrayList<>();
    if (!added.isEmpty()) {
      try {
        List<RaceKey> lines = source.add(added);
        if (!lines.isEmpty()) { // another JVM may have added them
          warnings.add(
              count(lines)
                  + (lines.size() == 1 ? " was" : " were")
                  + " added to "
                  + source.file().getFileName()
                  + ": write a reason at the end of each line");
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(
            count(added) + " cannot be added to " + source.file(), failed);
      }
    }
    return warnings;
  }

  private static String count(Collection<RaceKey> keys) {
    long deadlocks = keys.stream().filter(key -> key.kind() == RaceKey.Kind.DEADLOCK).count();
    return Stream.of(count(keys.size() - deadlocks, "race"), count(deadlocks, "deadlock"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" and "));
  }

  private static String count(long number, String what) {
    return number == 0 ? "" : number + " " + what + (number == 1 ? "" : "s");
  }
}
