package io.racedet.junit.check;

import io.racedet.junit.known.Known;
import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.results.IoFailure;
import io.racedet.junit.results.Ownership;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import io.racedet.report.Standing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is known of the findings of one test, and what they add to that. Not thread-safe. */
final class KnownOfTest {
  private final Known known;
  private final Subject subject;
  private final Options options;
  private final Expectation expectation;
  private final RepetitionResults results;
  private final Acceptance acceptance;
  private final List<String> problems = new ArrayList<>();
  private Optional<Ownership> owners; // null before it is needed

  KnownOfTest(
      Known known,
      Subject subject,
      Options options,
      Expectation expectation,
      RepetitionResults results,
      Acceptance acceptance) {
    this.known = known;
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.results = results;
    this.acceptance = acceptance;
    known.problem().ifPresent(problems::add);
  }

  /** Whether a race is new. */
  Standing standing(FoundRace found) {
    return standing(found.key(), isAccepted(found), expectation.isDecidedBy(found));
  }

  /** Whether a deadlock is new. */
  Standing standing(FoundDeadlock found) {
    return standing(found.key(), isAccepted(found), expectation.isDecidedBy(found));
  }

  private Standing standing(RaceKey key, boolean isAccepted, boolean isDecisive) {
    return known.isInUse() && isAccepted
        ? new Standing(Standing.State.ACCEPTED, "", List.of())
        : known.standing(key, isDecisive);
  }

  private boolean isAccepted(FoundRace found) {
    return expectation instanceof Expectation.SomeRace || acceptance.accepted(found).isPresent();
  }

  private boolean isAccepted(FoundDeadlock found) {
    return acceptance.accepted(found).isPresent();
  }

  /** The same race with its standing and its owners, for the failure of the test. */
  FoundRace judged(FoundRace found) {
    return found.with(standing(found).withOwners(owners(found.reported().places())));
  }

  /** The same deadlock with its standing and its owners, for the failure of the test. */
  FoundDeadlock judged(FoundDeadlock found) {
    return found.with(standing(found).withOwners(owners(found.reported().places())));
  }

  private List<String> owners(List<Frame> places) {
    if (owners == null) {
      owners = read();
    }
    return owners.map(all -> all.of(places)).orElse(List.of());
  }

  /* Only when a test fails: it reads the folders of the sources. */
  private Optional<Ownership> read() {
    try {
      return Optional.of(Ownership.of(Path.of("")));
    } catch (IOException unreadable) {
      problems.add("owners are not known: " + IoFailure.text(unreadable));
      return Optional.empty();
    }
  }

  /** Known races that the test has shown before, but not now although it came to its end. */
  List<KnownRace> missed(Optional<Throwable> failure) {
    boolean cameToItsEnd =
        failure.isEmpty()
            && results.truncated() + results.damaged() == 0
            && expectation instanceof Expectation.NoRace
            && options.plan() instanceof Plan.Rotation;
    if (!cameToItsEnd) {
      return List.of();
    }
    Set<RaceKey> found = new HashSet<>();
    results.races().forEach(race -> found.add(race.key()));
    results.deadlocks().all().forEach(deadlock -> found.add(deadlock.key()));
    return known.of(subject.id()).stream().filter(race -> !found.contains(race.key())).toList();
  }

  /** Adds what the test has shown to the file of known races. */
  void learn(List<KnownRace> missed) {
    if (known.isInUse() && expectation instanceof Expectation.NoRace) {
      List<RaceKey> keys = missed.stream().map(KnownRace::key).toList();
      known.learn(subject.id(), findings(), keys).ifPresent(problems::add);
    }
  }

  /** What is wrong with the file, or could not be read or written. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  private List<KnownRace> findings() {
    List<KnownRace> all = new ArrayList<>();
    results.races().forEach(race -> all.add(entry(race)));
    results.deadlocks().all().forEach(deadlock -> all.add(entry(deadlock)));
    return all;
  }

  private KnownRace entry(FoundRace found) {
    SeededSchedule how = results.origin(found).how();
    SeededSchedule again =
        how.isTargeted() || !found.details().target().isKnown()
            ? how
            : how.at(found.details().target(), how.seed(), found.details().element(), -1);
    return entry(
        found.key(),
        found.reported().kind().text(),
        found.reported().headline(),
        found.reported().grade(),
        expectation.isDecidedBy(found) && acceptance.accepted(found).isEmpty(),
        found.reported().places(),
        how,
        again,
        found.confirmation());
  }

  private KnownRace entry(FoundDeadlock found) {
    SeededSchedule how = results.deadlocks().origin(found).how();
    SeededSchedule again =
        how.isTargeted() || !found.target().isKnown() ? how : how.into(found.target(), 0);
    return entry(
        found.key(),
        RaceKey.DEADLOCK,
        found.reported().headline(),
        found.grade(),
        expectation.isDecidedBy(found) && acceptance.accepted(found).isEmpty(),
        found.reported().places(),
        how,
        again,
        found.confirmation());
  }

  private KnownRace entry(
      RaceKey key,
      String conflict,
      String text,
      Grade grade,
      boolean isDecisive,
      List<Frame> places,
      SeededSchedule how,
      SeededSchedule again,
      Confirmation confirmation) {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    String file = confirmation.replay();
    return new KnownRace(
        key.variable(),
        key.first(),
        key.second(),
        conflict,
        text,
        grade,
        isDecisive,
        places,
        now,
        now,
        known.run(),
        List.of(new KnownRace.ByTest(subject.id(), 0, known.run())),
        List.of(how.replay()),
        file.isEmpty() ? lines(again, text) : lines(file),
        file.isEmpty() ? "" : ReplayFiles.relative(file));
  }

  private static List<String> lines(SeededSchedule again, String text) {
    return again.isTargeted() ? ReplayFiles.lines(again, text) : List.of();
  }

  private List<String> lines(String file) {
    try {
      return ReplayFiles.lines(Path.of(file));
    } catch (IOException unreadable) {
      problems.add("a replay file cannot be read again: " + IoFailure.text(unreadable));
      return List.of();
    }
  }
}
