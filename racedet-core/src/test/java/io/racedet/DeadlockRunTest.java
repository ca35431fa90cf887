package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Deadlock;
import io.racedet.race.DeadlockPattern;
import io.racedet.race.Grade;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.wellformed.Admission;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A search for dead-locks that runs out of memory keeps what it has found, and says so. */
class DeadlockRunTest {
  private static final String TRACE =
      """
      T1|acq(a)|A:1
      T1|acq(b)|A:2
      T1|rel(b)|A:3
      T1|rel(a)|A:4
      T2|acq(b)|B:1
      T2|acq(a)|B:2
      """;

  @Test
  void outOfMemory_inABlock_said() throws IOException {
    DeadlockReport report =
        run(
            patterns ->
                block -> {
                  throw new OutOfMemoryError("Java heap space");
                },
            deadlock -> {});
    assertThat(report.deadlocks()).isEmpty();
    assertThat(report.problems())
        .containsExactly(
            "dead-locks failed at event 6: java.lang.OutOfMemoryError: Java heap space");
  }

  @Test
  void outOfMemory_atTheEnd_keepsAndProvesWhatWasFound() throws IOException {
    LockContexts contexts = new LockContexts();
    DeadlockReport report =
        run(
            contexts,
            patterns ->
                new FailingAtTheEnd(
                    DeadlockEngine.ofRequests(contexts, location -> false, 2, patterns)),
            deadlock -> {});
    assertThat(report.deadlocks()).extracting(Deadlock::grade).containsExactly(Grade.WITNESSED);
    assertThat(report.problems())
        .containsExactly("dead-locks failed at event 6: java.lang.OutOfMemoryError: at the end");
  }

  @Test
  void outOfMemory_inTheSearchForWitnesses_keepsPatterns() throws IOException {
    LockContexts contexts = new LockContexts();
    DeadlockReport report =
        run(
            contexts,
            patterns -> DeadlockEngine.ofRequests(contexts, location -> false, 2, patterns),
            deadlock -> {
              throw new OutOfMemoryError("in the search");
            });
    assertThat(report.deadlocks()).hasSize(1);
    assertThat(report.notes())
        .containsExactly("witnesses failed at event 6: java.lang.OutOfMemoryError: in the search");
  }

  private record FailingAtTheEnd(Engine inner) implements Engine {
    @Override
    public void consume(EventBlock block) {
      inner.consume(block);
    }

    @Override
    public void finish() {
      inner.finish();
      throw new OutOfMemoryError("at the end");
    }
  }

  private interface Factory {
    Engine create(Consumer<DeadlockPattern> patterns);
  }

  private static DeadlockReport run(Factory engine, Consumer<Deadlock> decided) throws IOException {
    return run(new LockContexts(), engine, decided);
  }

  private static DeadlockReport run(
      LockContexts contexts, Factory engine, Consumer<Deadlock> decided) throws IOException {
    byte[] text = TRACE.getBytes(StandardCharsets.UTF_8);
    try (TraceReader trace =
        TraceFormat.STD.reader(new ByteArrayInputStream(text), "t.std", false)) {
      Admission admission =
          new Admission(
              trace,
              contexts,
              violation -> {
                throw violation;
              });
      DeadlockRun run =
          new DeadlockRun(
              contexts, admission.names(), new SearchBudget(1000, 1000), engine::create);
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        admission.admit(block);
        run.consume(block);
        block.clear();
      }
      return run.finish(admission.events(), 0, decided);
    }
  }
}
