package io.racedet.junit.settings;

import io.racedet.junit.Schedule;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The first repetitions of a test: those that may show again what is known of it. Each known race
 * gets a repetition in turn, until it has been found or has had its attempts. Not thread-safe.
 */
public final class KnownFirst {
  /** How many repetitions there are for one race. */
  private static final int MAX_ATTEMPTS = 4;

  /** How many repetitions there are for all of them, so that others can find new races. */
  private static final int MAX_REPETITIONS = 12;

  /** A schedule that has shown a race. */
  private record Attempt(RaceKey race, SeededSchedule how) {}

  private final Deque<Attempt> attempts = new ArrayDeque<>();
  private final Set<RaceKey> found = new HashSet<>();

  /** Plans the repetitions with the schedules that a plan allows; a replay leaves no choice. */
  public KnownFirst(Plan plan, List<KnownRace> known) {
    if (plan instanceof Plan.Rotation rotation) {
      List<Deque<Attempt>> all = new ArrayList<>();
      known.forEach(race -> all.add(attempts(rotation.schedules(), race)));
      for (int round = 0; round < MAX_ATTEMPTS; round++) {
        all.stream().filter(each -> !each.isEmpty()).forEach(each -> attempts.add(each.remove()));
      }
    }
    while (attempts.size() > MAX_REPETITIONS) {
      attempts.removeLast();
    }
  }

  /*
   * What was confirmed by a target comes again by it in most attempts, but once that has failed, more
   * often by its seed; so does what was never confirmed.
   */
  private static Deque<Attempt> attempts(List<Schedule> allowed, KnownRace race) {
    List<SeededSchedule> seeds =
        race.again().seeds().stream()
            .flatMap(seed -> SeededSchedule.parse(seed).stream())
            .filter(how -> allowed.contains(how.schedule()))
            .toList();
    Optional<SeededSchedule> target =
        allowed.contains(Schedule.TARGETED) ? target(race) : Optional.empty();
    int targeted =
        race.again().replayFile().isEmpty() ? MAX_ATTEMPTS - 2 : 0; // the attempt at the target
    Deque<Attempt> all = new ArrayDeque<>();
    int seed = 0;
    for (int i = 0; i < MAX_ATTEMPTS && (target.isPresent() || !seeds.isEmpty()); i++) {
      boolean isTargeted = target.isPresent() && (i == targeted || seeds.isEmpty());
      // The latest seed twice, then the earlier ones, if any.
      SeededSchedule how =
          isTargeted ? target.get() : seeds.get(Math.max(0, seed++ - 1) % seeds.size());
      all.add(new Attempt(race.key(), how));
    }
    return all;
  }

  /* A file that another version has written may have another form. */
  private static Optional<SeededSchedule> target(KnownRace race) {
    try {
      return race.again().replay().isEmpty()
          ? Optional.empty()
          : Optional.of(ReplayFiles.parse("its replay", race.again().replay()));
    } catch (IOException unknownForm) {
      return Optional.empty();
    }
  }

  /** The schedule of the next repetition; empty if the others are to be as planned. */
  public Optional<SeededSchedule> next() {
    while (!attempts.isEmpty() && found.contains(attempts.peek().race())) {
      attempts.remove();
    }
    return Optional.ofNullable(attempts.poll()).map(Attempt::how);
  }

  /** A race was found: it needs no other repetition. */
  public void found(RaceKey race) {
    found.add(race);
  }
}
