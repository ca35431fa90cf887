package io.racedet.junit.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.Schedule;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.SeededSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleChoiceTest {
  private static final int REPETITIONS = 300;

  private final SeenInterleavings seen = new SeenInterleavings();
  private final List<Schedule> chosen = new ArrayList<>();

  /** Runs repetitions in which only one schedule shows something new. */
  private void run(Plan plan, Schedule fruitful) {
    ScheduleChoice choice = new ScheduleChoice(plan, seen);
    for (int i = 0; i < REPETITIONS; i++) {
      SeededSchedule how = choice.choose(plan.repetition(i));
      chosen.add(how.schedule());
      choice.add(how, how.schedule() == fruitful ? 2 : 0, true);
    }
  }

  @Test
  void whatShowsMost_isChosenMost_andAllOthersNowAndThen() {
    Plan plan = new Plan.Rotation(List.of(Schedule.values()), 1);
    run(plan, Schedule.RANDOM_WALK);
    int most = Collections.frequency(chosen, Schedule.RANDOM_WALK);
    for (Schedule schedule : Schedule.values()) {
      int times = Collections.frequency(chosen, schedule);
      if (schedule == Schedule.TARGETED) {
        assertThat(times).isZero();
      } else if (schedule != Schedule.RANDOM_WALK) {
        assertThat(times).as(schedule.name()).isBetween(REPETITIONS / 50, most);
      }
    }
  }

  @Test
  void replay_leavesNoChoice() {
    SeededSchedule replayed = new SeededSchedule(Schedule.INSTRUCTION, 4711);
    seen.add(new Interleaving(1, new long[] {1L << 32 | 2}, new int[] {2}, new int[0], 100));
    ScheduleChoice choice = new ScheduleChoice(new Plan.Replay(replayed), seen);
    assertThat(choice.choose(replayed)).isEqualTo(replayed);
  }

  @Test
  void firstThirdAndFifthSeedOfPriority_letStartedThreadsRunFirst_andOneOfFourOthers() {
    Plan plan = new Plan.Rotation(List.of(Schedule.PRIORITY), 1);
    ScheduleChoice choice = new ScheduleChoice(plan, seen);
    int first = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      SeededSchedule how = choice.choose(plan.repetition(i));
      choice.add(how, 0, true);
      boolean isFirst = (how.seed() >>> 5 & 3) == 0;
      assertThat(isFirst || i > 4 || i % 2 == 1).isTrue();
      first += isFirst ? 1 : 0;
    }
    assertThat(first).isBetween(REPETITIONS / 6, REPETITIONS / 3);
  }

  @Test
  void seedsOfInstruction_nameAnInstructionThatWasSeen_orNone() {
    seen.add(
        new Interleaving(
            1, new long[] {0x1111L << 32 | 0x2222}, new int[] {0x2222}, new int[0], 4));
    Plan plan = new Plan.Rotation(List.of(Schedule.INSTRUCTION), 1);
    ScheduleChoice choice = new ScheduleChoice(plan, seen);
    List<Long> late = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      late.add(choice.choose(plan.repetition(i)).seed() & 0x1_FFFF);
    }
    assertThat(late).contains(0L, 0x1111L, 0x2222L).containsOnly(0L, 0x1111L, 0x2222L);
  }

  @Test
  void behindRaces_whatInstructionsCoverIsTriedTwice_inEveryOtherRepetition() {
    int[] covering = {3, 4, 5};
    seen.add(new Interleaving(1, new long[] {1}, new int[0], covering, 4));
    Plan plan = new Plan.Rotation(List.of(Schedule.NONE, Schedule.INSTRUCTION), 1);
    ScheduleChoice choice = new ScheduleChoice(plan, seen);
    assertThat(choice.choose(plan.repetition(0)).schedule()).isEqualTo(Schedule.NONE);
    choice.addRace();
    for (int i = 0; i < 2 * covering.length; i++) {
      SeededSchedule how = choice.choose(plan.repetition(2 * i));
      assertThat(how.schedule()).isEqualTo(Schedule.INSTRUCTION);
      assertThat(how.seed() & 0x1_FFFF).isEqualTo(0x1_0000 | covering[i % covering.length]);
      assertThat(choice.choose(plan.repetition(2 * i)).schedule()).isEqualTo(Schedule.NONE);
    }
    assertThat(choice.choose(plan.repetition(2)).schedule()).isEqualTo(Schedule.NONE);
  }

  @Test
  void behindRaces_aPlanWithoutInstruction_keepsItsSchedules() {
    seen.add(new Interleaving(1, new long[] {1}, new int[0], new int[] {3}, 4));
    Plan plan = new Plan.Rotation(List.of(Schedule.NOISE), 1);
    ScheduleChoice choice = new ScheduleChoice(plan, seen);
    choice.addRace();
    assertThat(choice.choose(plan.repetition(0)).schedule()).isEqualTo(Schedule.NOISE);
  }

  @Test
  void eachInstruction_isLateBeforeOneIsAgain() {
    int[] writers = {1, 2, 3, 4, 5};
    long[] pairs = new long[2 * writers.length];
    for (int i = 0; i < writers.length; i++) {
      long next = writers[(i + 1) % writers.length];
      pairs[2 * i] = (long) writers[i] << 32 | next;
      pairs[2 * i + 1] = next << 32 | writers[i];
    }
    seen.add(new Interleaving(1, pairs, writers, new int[0], 4));
    int[] times = new int[writers.length];
    for (long i = 0; i < REPETITIONS; i++) {
      times[seen.late(i * 0x9E37_79B9L) - 1]++;
      int[] sorted = times.clone();
      Arrays.sort(sorted);
      assertThat(sorted[writers.length - 1] - sorted[0]).as(Arrays.toString(times)).isLessThan(2);
    }
  }

  @Test
  void repetitionsWithoutNews_areUselessAfterAWhile_andTheReportSaysSo() {
    Interleaving same =
        new Interleaving(1, new long[] {1L << 32 | 2, 2L << 32 | 1}, new int[0], new int[0], 4);
    assertThat(seen.text()).isEmpty();
    assertThat(seen.add(same)).isEqualTo(2);
    for (int i = 0; i < SeenInterleavings.MAX_WITHOUT_NEWS; i++) {
      assertThat(seen.isExhausted()).isFalse();
      assertThat(seen.isExhaustedOfFailed())
          .isEqualTo(i >= SeenInterleavings.MAX_WITHOUT_NEWS_OF_FAILED);
      assertThat(seen.add(same)).isZero();
    }
    assertThat(seen.isExhausted()).isTrue();
    assertThat(seen.text())
        .hasValue(
            "1 orders of synchronisation in 51 repetitions; 2 ordered pairs of conflicting"
                + " operations, 2 of them in both orders; nothing new in the last 50");
    assertThat(seen.add(new Interleaving(2, new long[0], new int[0], new int[0], 4))).isOne();
    assertThat(seen.isExhausted()).isFalse();
  }

  @Test
  void unknownInterleavings_areNotCounted() {
    for (int i = 0; i < 2 * SeenInterleavings.MAX_WITHOUT_NEWS; i++) {
      seen.add(Interleaving.UNKNOWN);
    }
    assertThat(seen.isExhausted()).isFalse();
    assertThat(seen.text()).isEmpty();
  }
}
