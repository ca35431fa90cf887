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
  private static final int MOST_ATTEMPTS = 4;

  /** How many repetitions there are for all of them, so that others can find new races. */
  private static final int MOST_REPETITIONS = 12;

  /** A schedule that has shown a race. */
  private record Attempt(RaceKey race, SeededSchedule how) {}

  private final Deque<Attempt> attempts = new ArrayDeque<>();
  private final Set<RaceKey> found = new HashSet<>();

  /**
   * Plans the repetitions.
   *
   * @param plan allows some schedules; a replay leaves no choice
   * @param known what is known of the test
   */
  public KnownFirst(Plan plan, List<KnownRace> known) {
    if (plan instanceof Plan.Rotation rotation) {
      List<Deque<Attempt>> all = new ArrayList<>();
      known.forEach(race -> all.add(attempts(rotation.schedules(), race)));
      for (int round = 0; round < MOST_ATTEMPTS; round++) {
        all.stream().filter(each -> !each.isEmpty()).forEach(each -> attempts.add(each.remove()));
      }
    }
    while (attempts.size() > MOST_REPETITIONS) {
      attempts.removeLast();
    }
  }

  /* The seeds as they were, and between them attempts at the two locations. */
  private static Deque<Attempt> attempts(List<Schedule> allowed, KnownRace race) {
    Deque<SeededSchedule> seeds = new ArrayDeque<>();
    for (String seed : race.seeds()) {
      SeededSchedule.parse(seed)
          .filter(how -> allowed.contains(how.schedule()))
          .ifPresent(seeds::add);
    }
    Optional<SeededSchedule> target =
        allowed.contains(Schedule.TARGETED) ? target(race) : Optional.empty();
    // What was confirmed by that is more certain than what only came.
    boolean isTargetNext = !race.replayFile().isEmpty();
    Deque<Attempt> all = new ArrayDeque<>();
    while (all.size() < MOST_ATTEMPTS && (target.isPresent() || !seeds.isEmpty())) {
      boolean isTargeted = target.isPresent() && (isTargetNext || seeds.isEmpty());
      all.add(new Attempt(race.key(), isTargeted ? target.get() : seeds.remove()));
      isTargetNext = !isTargeted;
    }
    return all;
  }

  /* A file that another version has written may have another form. */
  private static Optional<SeededSchedule> target(KnownRace race) {
    try {
      return race.replay().isEmpty()
          ? Optional.empty()
          : Optional.of(ReplayFiles.parse("its replay", race.replay()));
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
