package io.racedet.junit.check;

import io.racedet.junit.known.Known;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.Target;
import io.racedet.junit.results.IoFailure;
import io.racedet.junit.results.Ownership;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
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
  private final CheckState check;
  private final Known known;
  private final Expectation expectation;
  private final RepetitionResults results;
  private final List<String> problems = new ArrayList<>();
  private Optional<Ownership> owners; // null before it is needed

  KnownOfTest(CheckState check) {
    this.check = check;
    this.known = check.known();
    this.expectation = check.expectation();
    this.results = check.results();
    known.problem().ifPresent(problems::add);
  }

  /** Whether a finding is new. */
  Standing standing(Found found) {
    return known.isInUse() && isAccepted(found)
        ? new Standing(Standing.State.ACCEPTED, "", List.of())
        : known.standing(found.key(), expectation.isDecidedBy(found));
  }

  private boolean isAccepted(Found found) {
    return found instanceof FoundRace && expectation instanceof Expectation.SomeRace
        || check.acceptance().accepted(found).isPresent();
  }

  /** The same with its standing and its owners, for the failure of the test. */
  Found judged(Found found) {
    return found.with(standing(found).withOwners(owners(found.reported().places())));
  }

  private List<String> owners(List<Frame> places) {
    if (owners == null) {
      owners = read();
    }
    return owners.map(all -> all.of(places)).orElse(List.of());
  }

  /* Only when a test fails: it may read the folders of the sources. */
  private Optional<Ownership> read() {
    try {
      return Optional.of(Ownership.ofOwnersOnly(Path.of("")));
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
            && check.options().plan() instanceof Plan.Rotation;
    if (!cameToItsEnd) {
      return List.of();
    }
    Set<RaceKey> found = new HashSet<>();
    results.all().forEach(each -> found.add(each.key()));
    return known.of(check.subject().id()).stream()
        .filter(race -> !found.contains(race.key()))
        .toList();
  }

  /** Adds what the test has shown to the file of known races. */
  void learn(List<KnownRace> missed) {
    if (known.isInUse() && expectation instanceof Expectation.NoRace) {
      List<RaceKey> keys = missed.stream().map(KnownRace::key).toList();
      known.learn(check.subject().id(), findings(), keys).ifPresent(problems::add);
    }
  }

  /** What is wrong with the file, or could not be read or written. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  private List<KnownRace> findings() {
    return results.all().stream().map(this::entry).toList();
  }

  private KnownRace entry(Found found) {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    SeededSchedule how = results.origin(found).how();
    String text = found.headline();
    String file = found.confirmation().replay();
    return new KnownRace(
        found.key(),
        found.reported().conflict(),
        text,
        found.grade(),
        expectation.isDecidedBy(found) && check.acceptance().accepted(found).isEmpty(),
        found.reported().places(),
        new KnownRace.Seen(now, now, known.run()),
        List.of(new KnownRace.ByTest(check.subject().id(), 0, known.run())),
        new KnownRace.Again(
            List.of(how.replay()),
            file.isEmpty() ? lines(again(found, how), text) : lines(file),
            file.isEmpty() ? "" : ReplayFiles.relative(file)));
  }

  /* With a target even if it was not found by one. */
  private static SeededSchedule again(Found found, SeededSchedule how) {
    if (how.isTargeted()) {
      return how;
    }
    Target target = found.target();
    if (!target.isKnown()) {
      return how;
    }
    return found instanceof FoundRace race
        ? how.at(target, how.seed(), race.details().element(), -1)
        : how.at(target, 0);
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
