package io.racedet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.DeadlockReport;
import io.racedet.engine.Engine;
import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.proof.RaceProofs;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.wellformed.Admission;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search for deadlocks that runs out of memory keeps what it has found, and says so. */
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
                });
    assertThat(report.deadlocks()).isEmpty();
    assertThat(report.problems())
        .containsExactly(
            "deadlocks failed at event 6: java.lang.OutOfMemoryError: Java heap space");
  }

  @Test
  void outOfMemory_atTheEnd_keepsAndProvesWhatWasFound() throws IOException {
    LockContexts contexts = new LockContexts();
    DeadlockReport report =
        run(
            TRACE,
            contexts,
            patterns ->
                new FailingAtTheEnd(
                    DeadlockEngine.ofRequests(contexts, location -> false, 2, patterns)));
    assertThat(report.deadlocks()).extracting(Deadlock::grade).containsExactly(Grade.WITNESSED);
    assertThat(report.problems())
        .containsExactly("deadlocks failed at event 6: java.lang.OutOfMemoryError: at the end");
  }

  @Test
  void outOfMemory_inTheSearchForWitnesses_keepsPatterns() throws IOException {
    LockContexts contexts = new LockContexts();
    DeadlockReport report =
        run(
            TRACE,
            contexts,
            patterns -> DeadlockEngine.ofRequests(contexts, location -> false, 2, patterns),
            new SearchBudget(1000, 1000),
            names ->
                (space, id) -> {
                  throw new OutOfMemoryError("in the search");
                });
    assertThat(report.deadlocks()).hasSize(1);
    assertThat(report.notes())
        .containsExactly("witnesses failed at event 6: java.lang.OutOfMemoryError: in the search");
  }

  /* What is known of one deadlock when its other patterns are lost is no proof that it is none. */
  @Test
  void outOfMemory_betweenPatternsOfOneDeadlock_keptUndecided() throws IOException {
    String ordered =
        """
        A|acq(a)|A:1
        A|acq(b)|A:2
        A|rel(b)|A:3
        A|rel(a)|A:4
        A|fork(B)|A:5
        B|acq(b)|B:1
        B|acq(a)|B:2
        B|rel(a)|B:3
        B|rel(b)|B:4
        B|fork(C)|B:5
        """;
    String trace = "";
    for (int i = 0; i < 6; i += 2) {
      trace +=
          ordered
              .replaceAll("A(?=\\|)", "T" + i)
              .replaceAll("B(?=[|)])", "T" + (i + 1))
              .replace("(C)", "(T" + (i + 2) + ")");
    }
    LockContexts contexts = new LockContexts();
    AtomicInteger reported = new AtomicInteger();
    DeadlockReport report =
        run(
            trace,
            contexts,
            patterns ->
                DeadlockEngine.ofRequests(
                    contexts,
                    location -> false,
                    2,
                    pattern -> {
                      if (reported.incrementAndGet() > 1) {
                        throw new OutOfMemoryError("between patterns");
                      }
                      patterns.accept(pattern);
                    }));
    assertThat(report.deadlocks()).extracting(Deadlock::grade).containsExactly(Grade.PREDICTED);
    assertThat(report.deadlocks().get(0).count()).isGreaterThan(2);
    assertThat(report.problems())
        .containsExactly(
            "deadlocks failed at event %d: java.lang.OutOfMemoryError: between patterns"
                .formatted(report.events()));
  }

  /** A limit of the search within the engine makes no difference where another search decides. */
  @ParameterizedTest
  @CsvSource({"1000, WITNESSED, false", "0, PREDICTED, true"})
  void stepsOfClosures_saidOnlyIfUndecided(long total, Grade grade, boolean isSaid)
      throws IOException {
    LockContexts contexts = new LockContexts();
    DeadlockReport report =
        run(
            TRACE,
            contexts,
            patterns ->
                new CutOff(DeadlockEngine.ofRequests(contexts, location -> false, 2, patterns)),
            new SearchBudget(1000, total),
            UnaryOperator.identity());
    assertThat(report.deadlocks()).extracting(Deadlock::grade).containsExactly(grade);
    assertThat(report.limits().stream().anyMatch(limit -> limit.limit().equals("CLOSURE_STEPS")))
        .isEqualTo(isSaid);
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

  private record CutOff(Engine inner) implements Engine {
    @Override
    public void consume(EventBlock block) {
      inner.consume(block);
    }

    @Override
    public void finish() {
      inner.finish();
    }

    @Override
    public List<ReachedLimit> limits() {
      return List.of(Limit.CLOSURE_STEPS.reached("cut off"));
    }
  }

  private interface Factory {
    Engine create(Consumer<DeadlockPattern> patterns);
  }

  private static DeadlockReport run(Factory engine) throws IOException {
    return run(TRACE, new LockContexts(), engine);
  }

  private static DeadlockReport run(String events, LockContexts contexts, Factory engine)
      throws IOException {
    return run(events, contexts, engine, new SearchBudget(1000, 1000), UnaryOperator.identity());
  }

  /** Runs an engine, and a search for witnesses that has other names of the trace. */
  private static DeadlockReport run(
      String events,
      LockContexts contexts,
      Factory engine,
      SearchBudget budget,
      UnaryOperator<Names> named)
      throws IOException {
    byte[] text = events.getBytes(StandardCharsets.UTF_8);
    try (TraceReader trace =
        TraceFormat.STD.reader(new ByteArrayInputStream(text), "t.std", false)) {
      Admission admission =
          new Admission(
              trace,
              contexts,
              violation -> {
                throw violation;
              });
      Names names = admission.names();
      RaceProofs proofs = new RaceProofs(contexts, named.apply(names), budget);
      DeadlockRun run = new DeadlockRun(contexts, names, proofs, engine::create);
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        admission.admit(block);
        run.consume(block);
        proofs.record(block);
        block.clear();
      }
      run.finish(admission.events(), deadlock -> {});
      return new DeadlockReport(
          run.collector().found(),
          run.collector().refuted(),
          admission.events(),
          0,
          run.limits(),
          run.collector().errors(),
          run.failures());
    }
  }
}
