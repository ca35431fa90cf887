package io.racedet.junit.coverage;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.runtime.schedule.SeedBits;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Chooses the schedule of each repetition: of those in the plan, the more often the more it has
 * shown so far in proportion to its repetitions. As long as nothing is known of the repetitions,
 * all take turns. Not thread-safe.
 */
public final class ScheduleChoice {
  /** The part of its weight that a schedule keeps when it shows nothing new. */
  private static final double MIN_WEIGHT = 0.25;

  private static final int LAST_STARTED_FIRST = 4;

  private static final long LATE_MASK = SeedBits.HASH_MASK | SeedBits.COVERED_MASK;

  /** What the repetitions of a schedule have shown. */
  private static final class Score {
    int runs;
    int news;

    double rate() {
      return (news + 1.0) / (runs + 1.0);
    }
  }

  private final List<Schedule> schedules;
  private final Map<Schedule, Score> scores = new EnumMap<>(Schedule.class);
  private final SeenInterleavings seen;
  private boolean isInformed;
  private boolean hasRaces;
  private boolean wasByChance = true;

  /**
   * Creates a choice from the schedules of a plan, before the first repetition; a replay leaves no
   * choice.
   */
  public ScheduleChoice(Plan plan, SeenInterleavings seen) {
    this.seen = seen;
    schedules =
        plan instanceof Plan.Rotation rotation
            ? rotation.schedules().stream().filter(s -> s != Schedule.TARGETED).toList()
            : List.of();
    schedules.forEach(schedule -> scores.put(schedule, new Score()));
  }

  /**
   * Chooses the schedule of the next repetition, with the seed of the planned one. That is the
   * choice if it has a target or is a replay.
   */
  public SeededSchedule choose(SeededSchedule planned) {
    if (schedules.isEmpty() || planned.isTargeted()) {
      return planned;
    }
    OptionalInt untried = behindRaces();
    if (untried.isPresent()) {
      long seed = planned.seed() & ~LATE_MASK | untried.getAsInt();
      return new SeededSchedule(Schedule.INSTRUCTION, seed);
    }
    Schedule chosen = isInformed ? best() : planned.schedule();
    return new SeededSchedule(chosen, seed(chosen, planned.seed()));
  }

  /* What a thread reads after its own write can only differ where threads race, and decides what
   * else it does then. Every other repetition is left to chance, as there may be many. */
  private OptionalInt behindRaces() {
    boolean isDue = hasRaces && wasByChance && scores.containsKey(Schedule.INSTRUCTION);
    OptionalInt untried = isDue ? seen.untriedCovered() : OptionalInt.empty();
    wasByChance = untried.isEmpty();
    return untried;
  }

  private long seed(Schedule chosen, long planned) {
    return switch (chosen) {
      case PRIORITY -> ofPriority(planned);
      case INSTRUCTION -> planned & ~LATE_MASK | late(planned);
      default -> planned;
    };
  }

  /* Every other time at first, threads run before those that have started them: they may come too
   * late on a busy machine, which also decides whether a notified thread is left behind. */
  private long ofPriority(long planned) {
    int runs = scores.get(Schedule.PRIORITY).runs;
    long seed =
        runs <= LAST_STARTED_FIRST && runs % 2 == 0
            ? planned & ~SeedBits.STARTED_FIRST_MASK
            : planned;
    return seen.longest() == 0 ? seed : seed & ~SeedBits.LENGTH_MASK | length();
  }

  /* Now and then none: then each instruction has a priority of its own. */
  private long late(long planned) {
    return (planned >>> SeedBits.HASH_BITS & 3) == 0
        ? 0
        : seen.late(planned >>> SeedBits.HASH_BITS + 2);
  }

  /* Each gets repetitions in proportion to its weight. */
  private Schedule best() {
    double highest = scores.values().stream().mapToDouble(Score::rate).max().orElse(1);
    return schedules.stream()
        .min(
            Comparator.comparingDouble(
                schedule -> (scores.get(schedule).runs + 1) / weight(schedule, highest)))
        .orElseThrow();
  }

  private double weight(Schedule schedule, double highest) {
    double usual =
        switch (schedule) {
          case NONE -> 0.5;
          case INSTRUCTION -> 2;
          default -> 1;
        };
    return usual * (MIN_WEIGHT + scores.get(schedule).rate() / highest);
  }

  /* A lock has two operations, and one point at which a thread is held. */
  private int length() {
    return 32 - Integer.numberOfLeadingZeros(Math.max(seen.longest() / 2, 2) - 1);
  }

  /** A repetition has shown a race, which the test accepts or fails for. */
  public void addRace() {
    hasRaces = true;
  }

  /**
   * Takes what a repetition has shown, and how much of it was new, see {@link
   * SeenInterleavings#add}.
   */
  public void add(SeededSchedule how, int news, boolean isKnown) {
    Score score = scores.get(how.schedule());
    if (score != null && !(how.target() instanceof Target.Pair)) {
      score.runs++;
      score.news += news;
      isInformed |= isKnown && scores.values().stream().allMatch(s -> s.runs > 0);
    }
  }
}
