package io.racedet.junit.settings;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import java.util.List;

/** Which perturbation each repetition gets. */
public sealed interface Plan {
  /**
   * Returns the perturbation of a repetition.
   *
   * @param repetition 0 for the first
   * @return its schedule and seed
   */
  SeededSchedule repetition(int repetition);

  /**
   * Returns the value of {@code racedet.seed} that repeats the whole plan.
   *
   * @return the text of the seed
   */
  String seed();

  /**
   * Returns whether repetitions are driven into a race that others have found.
   *
   * @param target where it is
   * @return whether to try to confirm it
   */
  boolean pursues(Target target);

  /**
   * The schedules in turn, each repetition with a seed of its own.
   *
   * @param schedules at least one
   * @param base the seed that all of them are derived from
   */
  record Rotation(List<Schedule> schedules, long base) implements Plan {
    /* Steps and finalizer of SplitMix64: neighbouring repetitions get unrelated seeds. */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    public Rotation {
      schedules = List.copyOf(schedules);
    }

    @Override
    public SeededSchedule repetition(int repetition) {
      long mixed = base + (repetition + 1) * STEP;
      mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
      mixed ^= mixed >>> 31;
      // 48 bits are enough to tell seeds apart and short enough to copy.
      return new SeededSchedule(inTurn(repetition), mixed >>> 16);
    }

    /* The targeted one has its turn when there is a target. */
    private Schedule inTurn(int repetition) {
      List<Schedule> others =
          schedules.stream().filter(schedule -> schedule != Schedule.TARGETED).toList();
      return others.isEmpty() ? Schedule.TARGETED : others.get(repetition % others.size());
    }

    @Override
    public boolean pursues(Target target) {
      return target.isKnown() && schedules.contains(Schedule.TARGETED);
    }

    @Override
    public String seed() {
      return Long.toString(base);
    }
  }

  /**
   * The same perturbation again and again, to see a failure again. What is driven into a race is
   * driven there in other ways besides, every other time: time is never quite the same.
   *
   * @param perturbation the perturbation of the repetition that failed
   */
  record Replay(SeededSchedule perturbation) implements Plan {
    private static final List<Schedule> OTHERS =
        List.of(Schedule.NOISE, Schedule.PRIORITY, Schedule.NONE);

    @Override
    public SeededSchedule repetition(int repetition) {
      Target target = perturbation.target();
      if (!target.isKnown() || repetition % 2 == 0) {
        return perturbation;
      }
      SeededSchedule other = new Rotation(OTHERS, perturbation.seed()).repetition(repetition / 2);
      int late = repetition % 4 == 1 ? perturbation.late() : -1;
      return other.at(target, other.seed(), perturbation.element(), late);
    }

    @Override
    public boolean pursues(Target target) {
      return target.isKnown() && target.equals(perturbation.target());
    }

    @Override
    public String seed() {
      return perturbation.replay();
    }
  }
}
