package io.racedet.junit.settings;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import java.util.List;

/** The perturbation of each repetition. */
public sealed interface Plan {
  /** Returns the perturbation of a repetition, 0 for the first. */
  SeededSchedule repetition(int repetition);

  /** Returns the value of {@code racedet.seed} that repeats the whole plan. */
  String seed();

  /** Whether repetitions try to confirm what earlier ones have found. */
  boolean confirms(Target target);

  /**
   * The schedules in turn, with a different seed for each repetition.
   *
   * @param schedules at least one
   * @param base the seed from which the seeds of the repetitions are derived
   */
  record Rotation(List<Schedule> schedules, long base) implements Plan {
    /* Increment and finalizer of SplitMix64: successive repetitions get unrelated seeds. */
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

    /* TARGETED is not part of the rotation: it is used when there is a target. */
    private Schedule inTurn(int repetition) {
      List<Schedule> others =
          schedules.stream().filter(schedule -> schedule != Schedule.TARGETED).toList();
      return others.isEmpty() ? Schedule.TARGETED : others.get(repetition % others.size());
    }

    @Override
    public boolean confirms(Target target) {
      return target.isKnown() && schedules.contains(Schedule.TARGETED);
    }

    @Override
    public String seed() {
      return Long.toString(base);
    }
  }

  /**
   * The same perturbation in each repetition, to reproduce a failure. If it has a target, every
   * other repetition uses another perturbation with the same target, since timing is never exactly
   * the same.
   */
  record Replay(SeededSchedule perturbation) implements Plan {
    private static final List<Schedule> OTHERS =
        List.of(Schedule.NOISE, Schedule.PRIORITY, Schedule.NONE);

    @Override
    public SeededSchedule repetition(int repetition) {
      if (!perturbation.isTargeted() || repetition % 2 == 0) {
        return perturbation;
      }
      SeededSchedule other = new Rotation(OTHERS, perturbation.seed()).repetition(repetition / 2);
      int late = repetition % 4 == 1 ? perturbation.late() : -1;
      return other.at(perturbation.target(), other.seed(), perturbation.element(), late);
    }

    @Override
    public boolean confirms(Target target) {
      return target.isKnown() && target.equals(perturbation.target());
    }

    @Override
    public String seed() {
      return perturbation.replay();
    }
  }
}
