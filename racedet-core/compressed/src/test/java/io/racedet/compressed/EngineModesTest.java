package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.compressed.grammar.ExpandedTrace;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceSink;
import io.racedet.trace.TraceReader;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The modes of the engines: which one takes a trace, and that all find the same. */
class EngineModesTest {
  /** Of one variable, by two threads. */
  private static final long[] WRITES = {
    EventBlock.word(Op.WRITE, 0, 3), EventBlock.word(Op.WRITE, 1, 3)
  };

  private record Found(int variable, Object kind, boolean ordered, long first, long second) {}

  private static List<Found> found(EngineFeed.Maker<Engine> maker, TestTrace trace) {
    return EngineRun.of(maker, trace).reports().stream().map(EngineModesTest::found).toList();
  }

  private static Found found(Report report) {
    return new Found(
        report.variable(),
        report.kind(),
        report.ordered(),
        report.firstIndex(),
        report.secondIndex());
  }

  @ParameterizedTest
  @CsvSource({"slp-hb, djit", "slp-lockset, eraser"})
  void anyWorkersAndLengths_findTheFirstRaces(String name, String plain) {
    CompressedEngine engine = (CompressedEngine) Engines.named(name);
    SplittableRandom random = new SplittableRandom(42);
    int[] races = {0};
    RandomRuns.full()
        .skip(500)
        .limit(100)
        .forEach(
            trace -> {
              List<Found> expected =
                  found(setup -> new FirstRaceEngine(Engines.named(plain)::create, setup), trace);
              races[0] += expected.size();
              int length = 1 + random.nextInt(12);
              int workers = 1 + random.nextInt(3);
              assertThat(found(setup -> engine.createParallel(setup, workers, length), trace))
                  .as("%s workers, stretches of %s in%s", workers, length, trace)
                  .isEqualTo(expected);
              assertThat(found(engine::create, trace)).isEqualTo(expected);
              assertThat(found(setup -> new CompressingEngine(engine, setup, length), trace))
                  .isEqualTo(expected);
            });
    assertThat(races[0]).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"slp-hb", "slp-lockset"})
  void racesOfRules_haveTheContextsOfTheirAccesses(String name) {
    CompressedEngine engine = (CompressedEngine) Engines.named(name);
    SplittableRandom random = new SplittableRandom(42);
    int[] races = {0};
    RandomRuns.some()
        .limit(60)
        .forEach(
            trace -> {
              RawTrace raw = new RawTrace(trace);
              Grammar grammar = WakeOrder.resolve(raw.grammar(random));
              LockContexts contexts = new LockContexts();
              RaceSink sink =
                  (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {
                    races[0]++;
                    assertContext(trace, first, firstDetail, contexts);
                    assertContext(trace, second, secondDetail, contexts);
                  };
              if (grammar != null) {
                engine.analyse(
                    grammar,
                    raw.allocated(),
                    new EngineSetup(contexts, sink),
                    new Allowance(grammar, Allowance.Rates.UNBOUNDED));
              }
            });
    assertThat(races[0]).isGreaterThan(30);
  }

  private static void assertContext(
      TestTrace trace, long index, long detail, LockContexts contexts) {
    if (index != 0) {
      TraceEvent access = trace.event((int) index);
      assertThat(contexts.thread(AccessContext.context(detail))).isEqualTo(access.thread());
      assertThat(AccessContext.isAtomic(detail)).isEqualTo(access.isAtomic());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"slp-hb", "slp-lockset"})
  void traceWithoutAGrammar_isCompressed_orCutForWorkers(String name) {
    CompressedEngine engine = (CompressedEngine) Engines.named(name);
    EngineSetup setup = new EngineSetup(new LockContexts(), FoundRaces.all());

    assertThat(engine.create(setup)).isInstanceOf(CompressingEngine.class);
    assertThat(engine.create(setup, 0, null)).isInstanceOf(CompressingEngine.class);
    assertThat(engine.create(setup, 1, null)).isInstanceOf(ParallelEngine.class);
    assertThat(engine.toString()).isEqualTo(name);
    assertThat(engine.explains()).isFalse();
  }

  private static TraceReader trace(int... start) {
    int[][] rules = new int[12][];
    rules[0] = start;
    for (int rule = 1; rule < 11; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[11] = new int[] {0, 1};
    Grammar grammar = Grammar.of(WRITES, new int[] {-1, -1}, rules);
    return new ExpandedTrace(grammar, Names.IDS, "memory", EventBlock.MAX_INDEX);
  }

  /** Of 2,048 events and 36 symbols and rules. */
  @ParameterizedTest
  @ValueSource(strings = {"slp-hb", "slp-lockset"})
  void traceOfAShortGrammar_isTakenByItsRules(String name) throws IOException {
    CompressedEngine engine = (CompressedEngine) Engines.named(name);
    EngineDefinition ofTrace = engine.forTrace(trace(~1), 2);
    EngineRun.Reports reports = new EngineRun.Reports();
    Engine ofRules = ofTrace.create(new EngineSetup(new LockContexts(), reports));

    assertThat(ofTrace.takesEvents()).isFalse();
    assertThat(ofTrace.claims()).isSameAs(engine.claims());
    assertThatThrownBy(() -> ofRules.consume(new EventBlock()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(reports.list()).isEmpty();
    ofRules.finish();
    assertThat(reports.list()).extracting(Report::variable).containsExactly(3);
    assertThat(reports.list()).extracting(Report::secondIndex).containsExactly(2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"slp-hb", "slp-lockset"})
  void traceOfALongGrammar_isTakenEventByEvent_orCutForWorkers(String name) throws IOException {
    CompressedEngine engine = (CompressedEngine) Engines.named(name);
    EngineSetup setup = new EngineSetup(new LockContexts(), FoundRaces.all());
    EngineDefinition ofTrace = engine.forTrace(trace(0, 1), 0);

    assertThat(ofTrace.takesEvents()).isTrue();
    assertThat(ofTrace.explains()).isFalse();
    assertThat(ofTrace.claims()).isSameAs(engine.claims());
    assertThat(ofTrace.create(setup)).isInstanceOf(FirstRaceEngine.class);
    assertThat(engine.forTrace(trace(0, 1), 1).create(setup)).isInstanceOf(ParallelEngine.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"slp-hb", "slp-lockset"})
  void readerWithoutAGrammar_isCompressed_orCutForWorkers(String name) throws IOException {
    CompressedEngine engine = (CompressedEngine) Engines.named(name);
    EngineSetup setup = new EngineSetup(new LockContexts(), FoundRaces.all());
    try (TraceReader trace = new GeneratedTrace(new Workload(1, 0, 1, 3, 0, 1, 0, 1))) {
      assertThat(engine.forTrace(trace, 0).create(setup)).isInstanceOf(CompressingEngine.class);
      assertThat(engine.forTrace(trace, 1).create(setup)).isInstanceOf(ParallelEngine.class);
    }
  }

  @Test
  void grammarsOf32EventsASymbol_areShort() {
    assertThat(CompressedEngine.isShort(64, 2)).isTrue();
    assertThat(CompressedEngine.isShort(63, 2)).isFalse();
  }
}
