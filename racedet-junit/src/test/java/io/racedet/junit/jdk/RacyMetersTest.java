package io.racedet.junit.jdk;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.junit.Schedule;
import org.junit.jupiter.api.Test;

/** Races of threads that count: what one counts does not order it after what another one counts. */
@ExpectRace(on = "JdkPrograms.Cell.value")
class RacyMetersTest extends JdkPrograms {
  private static final int LATER = 5000;

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final Counter counter = meters.counter("values");
  private final Cell cell = new Cell();

  /** Only what is counted before is handed over. */
  @Test
  void countedBefore() throws Exception {
    inParallel(
        () -> {
          counter.increment();
          cell.add();
        },
        () -> {
          while (counter.count() < 1) {
            Thread.onSpinWait();
          }
          cell.add();
        });
  }

  @Test
  void readThenCounted() throws Exception {
    inParallel(
        () -> {
          cell.value = (int) counter.count();
        },
        () -> {
          pause(LATER);
          counter.increment();
          cell.add();
        });
  }

  /** In the order of the run the second access comes after the first. */
  @Test
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000, schedule = Schedule.NONE))
  void countedByBoth_readByOthers() throws Exception {
    Thread reader = start(() -> counter.count());
    inParallel(
        () -> {
          cell.add();
          counter.increment();
        },
        () -> {
          pause(LATER);
          counter.increment();
          cell.add();
        });
    join(reader);
  }

  /** Another counter says nothing. */
  @Test
  void otherCounter() throws Exception {
    Counter other = meters.counter("others");
    inParallel(
        () -> {
          cell.add();
          counter.increment();
        },
        () -> {
          pause(LATER);
          other.count();
          cell.add();
        });
  }
}
