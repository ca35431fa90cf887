package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import io.racedet.event.Op;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engines in all their modes, compared with the event-by-event engine. */
class CompressedEngineTest {
  /** Of the rules of several events, some have summaries. */
  private static final Allowance.Rates SCARCE = new Allowance.Rates(1, 20, 3, 10, 8, 0, 30, 100);

  private static final TraceRuns WAITS =
      new TraceRuns(
          List.of(
              Shape.everything().with(Shape.Step.WAIT, 6),
              Shape.lockHeavy()
                  .with(Shape.Step.NOTIFY, 2)
                  .with(Shape.Step.WAIT, 6)
                  .withMaxEvents(60)));

  /** A race without the numbers that depend on the engine's mode. */
  private record Reported(
      int variable,
      RaceKind kind,
      boolean ordered,
      long first,
      List<Object> firstDetail,
      long second,
      List<Object> secondDetail) {}

  private static final CompressedEngine SLP_HB = (CompressedEngine) Engines.named("slp-hb");
  private static final CompressedEngine SLP_LOCKSET =
      (CompressedEngine) Engines.named("slp-lockset");

  static List<CompressedEngine> engines() {
    return List.of(SLP_HB, SLP_LOCKSET);
  }

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void litmus_races_areThoseOfTheEventByEventEngine(LitmusCase litmus) {
    SplittableRandom random = new SplittableRandom(42);
    for (CompressedEngine engine : engines()) {
      check(engine, litmus.trace(), random);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void randomTraces_races_areThoseOfTheEventByEventEngine(CompressedEngine engine) {
    SplittableRandom random = new SplittableRandom(42);
    int[] grammars = {0, 0}; // refused, and taken by their rules
    RandomRuns.checkSome(trace -> grammars[check(engine, trace, random) ? 1 : 0]++);
    assertThat(grammars[0]).as("refused").isBetween(TraceRuns.SOME / 100, TraceRuns.SOME / 5);
    assertThat(grammars[1]).as("taken").isEqualTo(TraceRuns.SOME - grammars[0]);
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("soak")
  void manyRandomTraces_races_areThoseOfTheEventByEventEngine(
      CompressedEngine engine, TestReporter reporter) {
    SplittableRandom random = new SplittableRandom(42);
    RandomRuns.checkMany(reporter, trace -> check(engine, trace, random));
  }

  /* Richer in such notifies than other random traces. */
  @ParameterizedTest
  @MethodSource("engines")
  @Tag("random")
  void notifiesWithoutTheLock_racesOfStretches_areThoseOfTheEventByEventEngine(
      CompressedEngine engine) {
    SplittableRandom random = new SplittableRandom(42);
    WAITS.checkSome(
        trace -> {
          TestTrace notified = withNotifies(trace, random);
          List<Reported> expected =
              reported(
                  setup -> new FirstRaceEngine(eventByEventEngines(engine).get(0)::create, setup),
                  notified);
          for (int length : new int[] {1, 3, 1 + random.nextInt(1 + notified.size())}) {
            assertThat(reported(setup -> parallel(engine, setup, 1, length), notified))
                .as("stretches of %s in%s", length, notified)
                .isEqualTo(expected);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Tag("random")
  void notifiesWithoutTheLock_racesOfRules_areThoseOfTheEventByEventEngine(
      CompressedEngine engine) {
    SplittableRandom random = new SplittableRandom(42);
    int[] resolved = {0};
    WAITS.checkSome(
        trace -> {
          TestTrace notified = withNotifies(trace, random);
          RawTrace raw = new RawTrace(notified);
          Grammar grammar = raw.grammar(random);
          for (Allowance.Rates rates : List.of(Allowance.Rates.UNBOUNDED, SCARCE)) {
            Grammar rules = WakeGrammar.of(grammar, woken(grammar), new Allowance(grammar, rates));
            if (rules != null) {
              resolved[0]++;
              assertThat(reportedByRules(engine, rules, raw, rates))
                  .as("%s", notified)
                  .isEqualTo(
                      reported(
                          setup ->
                              new FirstRaceEngine(
                                  eventByEventEngines(engine).get(0)::create, setup),
                          notified,
                          raw::variable));
            }
          }
        });
    assertThat(resolved[0])
        .as("traces without re-entered locks")
        .isGreaterThan(TraceRuns.SOME / 20);
  }

  private static BitSet woken(Grammar grammar) {
    BitSet woken = new BitSet();
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      if (EventBlock.op(grammar.word(terminal)) == Op.WAKE) {
        woken.set(EventBlock.operand(grammar.word(terminal)));
      }
    }
    return woken;
  }

  @Test
  void notifyBeforeTheOneThatCausedAWake_inAnyStretch_isNotOrdered() {
    TestTrace trace =
        TestTrace.parse(
            """
            T1|acq(m)
            T1|rel(m)
            T2|w(x)
            T2|notify(m)
            T3|w(y)
            T3|notify(m)
            T1|acq(m)
            T1|wake(m)
            T1|r(x)
            T1|r(y)
            """);
    for (int length = 1; length <= trace.size(); length++) {
      int stretch = length;
      assertThat(reported(setup -> parallel(SLP_HB, setup, 1, stretch), trace))
          .extracting(Reported::first, Reported::second)
          .containsExactly(tuple(3L, 9L));
    }
  }

  /** The trace with additional notifies, by any thread, on operands with wakes. */
  private static TestTrace withNotifies(TestTrace trace, SplittableRandom random) {
    List<String> woken =
        trace.events().stream()
            .filter(e -> e.op() == Op.WAKE)
            .map(e -> trace.name(Op.Operand.LOCK, e.operand()))
            .distinct()
            .toList();
    TestTrace.Builder builder = new TestTrace.Builder();
    for (TraceEvent e : trace.events()) {
      String thread = trace.name(Op.Operand.THREAD, e.thread());
      if (e.op() != Op.BEGIN && !woken.isEmpty() && random.nextInt(5) == 0) {
        builder.add(thread, Op.NOTIFY, woken.get(random.nextInt(woken.size())));
      }
      boolean hasOperand = e.op().operand() != Op.Operand.NONE;
      builder.add(thread, e.op(), hasOperand ? trace.name(e.op().operand(), e.operand()) : "");
    }
    return builder.build();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void severalWorkers_races_areThoseOfOne(CompressedEngine engine) {
    SplittableRandom random = new SplittableRandom(42);
    for (TestTrace trace : Litmus.extended().stream().map(LitmusCase::trace).toList()) {
      int length = 1 + random.nextInt(5);
      assertThat(reported(setup -> parallel(engine, setup, 3, length), trace))
          .isEqualTo(reported(setup -> parallel(engine, setup, 1, length), trace));
    }
  }

  @Test
  void noWorkers_areRefused() {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () ->
                    SLP_HB.createParallel(
                        new EngineSetup(new LockContexts(), FoundRaces.all()), 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workers: 0 (expected: at least 1)");
  }

  /** Returns whether the trace is also analysed by its rules. */
  private static boolean check(CompressedEngine engine, TestTrace trace, SplittableRandom random) {
    List<Reported> expected =
        reported(
            setup -> new FirstRaceEngine(eventByEventEngines(engine).get(0)::create, setup), trace);
    for (EngineDefinition other : eventByEventEngines(engine)) {
      assertThat(reported(setup -> new FirstRaceEngine(other::create, setup), trace))
          .isEqualTo(expected);
    }
    assertThat(reported(engine::create, trace)).isEqualTo(expected);
    int length = 1 + random.nextInt(1 + trace.size());
    assertThat(reported(setup -> parallel(engine, setup, 1, length), trace)).isEqualTo(expected);
    assertThat(reported(setup -> singly(new CompressingEngine(engine, setup, length)), trace))
        .isEqualTo(expected);
    RawTrace raw = new RawTrace(trace);
    List<Reported> expectedOfRaw =
        reported(
            setup -> new FirstRaceEngine(eventByEventEngines(engine).get(0)::create, setup),
            trace,
            raw::variable);
    Grammar grammar = WakeOrder.resolve(raw.grammar(random));
    if (grammar == null) {
      return false; // the event-by-event engine takes it
    }
    for (Allowance.Rates rates :
        List.of(Allowance.Rates.UNBOUNDED, SCARCE, Allowance.Rates.USUAL)) {
      assertThat(reportedByRules(engine, grammar, raw, rates)).isEqualTo(expectedOfRaw);
    }
    return true;
  }

  private static List<Reported> reportedByRules(
      CompressedEngine engine, Grammar grammar, RawTrace raw, Allowance.Rates rates) {
    LockContexts contexts = new LockContexts();
    List<Reported> reports = new ArrayList<>();
    engine.analyse(
        grammar,
        raw.allocated(),
        new EngineSetup(
            contexts,
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                reports.add(
                    reported(
                        new Report(
                            variable, kind, ordered, first, firstDetail, second, secondDetail),
                        contexts,
                        v -> v))),
        new Allowance(grammar, rates));
    return reports;
  }

  /** An engine that receives each event in a block of its own. */
  private static Engine singly(Engine engine) {
    return new Engine() {
      private final EventBlock one = new EventBlock();

      @Override
      public void consume(EventBlock block) {
        for (int i = 0; i < block.size(); i++) {
          long word = block.words()[i];
          one.add(
              EventBlock.op(word),
              EventBlock.thread(word),
              EventBlock.operand(word),
              block.indices()[i],
              block.contexts()[i],
              block.locations()[i]);
          engine.consume(one);
          one.clear();
        }
      }

      @Override
      public void finish() {
        engine.finish();
      }
    };
  }

  /** Engines that report the same first race of each variable. */
  private static List<EngineDefinition> eventByEventEngines(CompressedEngine engine) {
    return engine == SLP_HB
        ? List.of(Engines.named("djit"), Engines.named("fasttrack"), Engines.named("goldilocks"))
        : List.of(Engines.named("eraser"));
  }

  private static Engine parallel(
      CompressedEngine engine, EngineSetup setup, int workers, int length) {
    return engine.createParallel(setup, workers, length);
  }

  private static List<Reported> reported(EngineFeed.Maker<Engine> maker, TestTrace trace) {
    return reported(maker, trace, v -> v);
  }

  private static List<Reported> reported(
      EngineFeed.Maker<Engine> maker, TestTrace trace, IntUnaryOperator variables) {
    Deque<LockContexts> contexts = new ArrayDeque<>();
    EngineRun<Engine> run =
        EngineRun.of(
            setup -> {
              contexts.add(setup.contexts());
              return maker.make(setup);
            },
            trace);
    return run.reports().stream().map(r -> reported(r, contexts.getFirst(), variables)).toList();
  }

  private static Reported reported(
      Report report, LockContexts contexts, IntUnaryOperator variables) {
    return new Reported(
        variables.applyAsInt(report.variable()),
        report.kind(),
        report.ordered(),
        report.firstIndex(),
        report.firstIndex() == 0 ? List.of() : detail(report.firstDetail(), contexts),
        report.secondIndex(),
        detail(report.secondDetail(), contexts));
  }

  /** Whether atomic, the thread, and the locks held; not where, as the raw trace does not say. */
  private static List<Object> detail(long detail, LockContexts contexts) {
    List<Object> all = new ArrayList<>();
    int context = AccessContext.context(detail);
    all.add(AccessContext.isAtomic(detail));
    all.add(contexts.thread(context));
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      all.add(contexts.lock(c));
      all.add(contexts.isShared(c));
    }
    return all;
  }
}
