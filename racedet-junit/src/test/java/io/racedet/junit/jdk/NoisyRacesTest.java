package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.junit.Schedule;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No noise of its threads hides a race. */
@ResourceLock(Resources.SYSTEM_OUT)
class NoisyRacesTest extends JdkPrograms {
  private static PrintStream out;

  private final Cell cell = new Cell();
  private final Cell mine = new Cell();
  private final Cell yours = new Cell();
  private final Object lock = new Object();
  private volatile int flag;

  @BeforeAll
  static void beQuiet() {
    out = System.out;
    System.setOut(new PrintStream(new BufferedOutputStream(OutputStream.nullOutputStream()), true));
  }

  @AfterAll
  static void beLoud() {
    System.setOut(out);
  }

  private void access(Noise noise) {
    noise.make(1);
    cell.add();
    noise.make(2);
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
  void twoThreads(Noise noise) throws Exception {
    inParallel(() -> access(noise), () -> access(noise));
  }

  /** In the order of the run the second access comes after the first. */
  @ParameterizedTest
  @EnumSource(Noise.class)
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000, schedule = Schedule.NONE))
  void twoThreads_oneAfterTheOther(Noise noise) throws Exception {
    inParallel(
        () -> access(noise),
        () -> {
          pause(5000);
          access(noise);
        });
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000, schedule = Schedule.NONE))
  void lock_ordersByChance(Noise noise) throws Exception {
    /* By happens-before the first section orders the accesses; only prediction finds the race. */
    inParallel(
        () -> {
          access(noise);
          synchronized (lock) {
            mine.add();
          }
        },
        () -> {
          pause(5000);
          synchronized (lock) {
            yours.add();
          }
          access(noise);
        });
  }

  /** Only a shared source of random numbers gives each section something of the other one. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RANDOM")
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000, schedule = Schedule.NONE))
  void lockAroundTheNoise_ordersByChance(Noise noise) throws Exception {
    inParallel(
        () -> {
          cell.add();
          synchronized (lock) {
            noise.make(1);
            mine.add();
          }
        },
        () -> {
          pause(5000);
          synchronized (lock) {
            noise.make(2);
            yours.add();
          }
          cell.add();
        });
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
  void volatile_ordersByChance(Noise noise) throws Exception {
    inParallel(
        () -> {
          access(noise);
          flag = 1;
        },
        () -> {
          yours.value = flag;
          access(noise);
        });
  }
}
