package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.DataHooks;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The trace's order of racing accesses is the order in which they took place. */
class ExactOrderTest {
  private static final int CELLS = 7;

  private final CatalogBuilder catalog = new CatalogBuilder();
  private final int method = catalog.method("race");
  private final int read = catalog.site(SiteKind.READ, method, 1);
  private final int write = catalog.site(SiteKind.WRITE, method, 2);
  private final int cell = catalog.field("value");
  private LiveOptions live;

  @TempDir Path folder;

  private static final class Cell {
    int value;
  }

  /**
   * Accesses the cells as instrumented code would; logs the values read, and writes unique values.
   */
  private final class Racer extends Thread {
    private final Cell[] cells;
    private final int[] seen;
    private final int id;
    private final CyclicBarrier start;

    Racer(int id, Cell[] cells, int accesses, CyclicBarrier start) {
      super("racer " + id);
      this.id = id;
      this.cells = cells;
      this.seen = new int[accesses];
      this.start = start;
    }

    @Override
    public void run() {
      try {
        start.await();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      for (int i = 0; i < seen.length; i++) {
        Cell at = cells[i % CELLS];
        if ((i / CELLS + id) % 2 == 0) {
          int token = DataHooks.field(at, cell, read, null);
          seen[i] = at.value;
          DataHooks.after(token);
        } else {
          int unique = i << 1 | id;
          int token = DataHooks.field(at, cell, write, null);
          at.value = unique;
          DataHooks.after(token);
          seen[i] = unique;
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Schedule.class)
  void race_millionAccesses_everyReadSeesItsLastWriter(Schedule schedule) throws Exception {
    checkUntilThreadsMeet(schedule, schedule == Schedule.NONE ? 500_000 : 100_000);
  }

  @Test
  @Tag("soak")
  void race_tenMillionAccesses_everyReadSeesItsLastWriter() throws Exception {
    checkUntilThreadsMeet(Schedule.NONE, 5_000_000);
  }

  @Test
  void race_analysedBeside_everyReadSeesItsLastWriter() throws Exception {
    EventHash beside = new EventHash();
    live = new LiveOptions(0, 0, 1 << 30, folder, names -> beside);
    checkUntilThreadsMeet(Schedule.NONE, 500_000);
  }

  /* On one processor the threads may run one after the other. */
  private void checkUntilThreadsMeet(Schedule schedule, int accesses) throws Exception {
    long readsOfTheOther = 0;
    for (int i = 0; i < 50 && readsOfTheOther == 0; i++) {
      readsOfTheOther = check(schedule, accesses);
    }
    assertThat(readsOfTheOther).as("reads of the other thread's writes").isPositive();
  }

  private long check(Schedule schedule, int accesses) throws Exception {
    Cell[] cells = new Cell[CELLS];
    for (int i = 0; i < CELLS; i++) {
      cells[i] = new Cell();
    }
    CyclicBarrier start = new CyclicBarrier(2);
    Racer[] racers = {new Racer(0, cells, accesses, start), new Racer(1, cells, accesses, start)};
    RecordingOptions options = new RecordingOptions(schedule, 1, 4L * accesses, name -> true);
    Recording recording =
        live == null
            ? Recording.start(catalog, options)
            : Recording.start(catalog, options, live, new StartedThreads());
    for (Racer racer : racers) {
      racer.start();
    }
    for (Racer racer : racers) {
      racer.join();
    }
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.truncated()).isFalse();
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.analysedBy().isPresent()).isEqualTo(live != null);
      LastWriters checked = new LastWriters(trace, racers);
      trace.replay(checked::event);
      assertThat(trace.damaged()).isFalse();
      assertThat(checked.done).containsExactly(accesses, accesses);
      assertThat(checked.wrong).isZero();
      return checked.readsOfTheOther;
    }
  }

  /** Replays what the racers did, and compares each read with the trace's last write. */
  private final class LastWriters {
    private final RecordedTrace trace;
    private final Racer[] racers;
    private final int[] done = new int[2];
    private final int[] lastWritten = new int[CELLS];
    private final int[] racerOfThread = {-1, -1};
    private final int[] cellOfVariable = new int[CELLS];
    private int variables;
    private long wrong;
    private long readsOfTheOther;

    LastWriters(RecordedTrace trace, Racer[] racers) {
      this.trace = trace;
      this.racers = racers;
    }

    void event(Op op, int thread, int variable, int location) {
      if (racerOfThread[thread] < 0) {
        String name = trace.names().name(Op.Operand.THREAD, thread);
        racerOfThread[thread] = name.equals("racer 0") ? 0 : 1;
      }
      int id = racerOfThread[thread];
      int i = done[id]++;
      if (variable == variables) {
        cellOfVariable[variables++] = i % CELLS;
      }
      assertThat(cellOfVariable[variable]).isEqualTo(i % CELLS);
      int value = racers[id].seen[i];
      if (op == Op.WRITE) {
        lastWritten[i % CELLS] = value;
      } else if (lastWritten[i % CELLS] != value) {
        wrong++;
      } else if ((value & 1) != id) {
        readsOfTheOther++;
      }
    }
  }
}
