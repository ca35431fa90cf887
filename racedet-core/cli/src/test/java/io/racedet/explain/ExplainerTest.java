package io.racedet.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.FailingEngine;
import io.racedet.TraceAnalysis;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import io.racedet.explain.PairExplanation.Step;
import io.racedet.explain.PairExplanation.Verdict;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.HybridRelation;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Order;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplainerTest {
  /** Engines with the relation whose edges they must report. */
  enum Subject {
    HAPPENS_BEFORE(
        trace -> new HappensBefore(trace).order(),
        "fasttrack",
        "djit",
        "goldilocks",
        "goldilocks-eager"),
    HYBRID(trace -> new HybridRelation(trace).order(), "tsan"),
    PWR(trace -> new PwrRelation(trace).order(), "pwr-ee", "pwr-ee-l", "pwr-l"),
    CP(trace -> new CpRelation(trace).order(), "cp"),
    WCP(trace -> new WcpRelation(trace).order(), "wcp"),
    SDP(trace -> new SdpRelation(trace).order(), "sdp"),
    WDP(trace -> new WdpRelation(trace).order(), "wdp");

    private final Function<TestTrace, Order> relation;
    private final String[] engines;

    Subject(Function<TestTrace, Order> relation, String... engines) {
      this.relation = relation;
      this.engines = engines;
    }
  }

  private static final int TRACES = 300;
  private static final int PAIRS = 5;
  private static final List<Shape> SHAPES =
      List.of(Shape.everything(), Shape.lockHeavy(), Shape.handOffs());

  @ParameterizedTest
  @EnumSource
  void explanation_randomTraces_isWhatTheRelationSays(Subject subject) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    int ordered = 0;
    for (int i = 0; i < TRACES; i++) {
      Shape shape = SHAPES.get(i % SHAPES.size());
      ordered += check(subject, RandomTraces.of(shape, random.nextLong()), random);
    }
    assertThat(ordered).isGreaterThan(TRACES / 10);
  }

  @ParameterizedTest
  @EnumSource
  void explanation_litmus_isWhatTheRelationSays(Subject subject) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (LitmusCase litmus : Litmus.handmade()) {
      check(subject, litmus.trace(), random);
    }
  }

  /** Compares some pairs of accesses; returns how many of them are ordered between threads. */
  private static int check(Subject subject, TestTrace trace, SplittableRandom random)
      throws IOException {
    List<Integer> accesses =
        trace.events().stream()
            .filter(event -> event.isAccess())
            .map(event -> trace.events().indexOf(event) + 1)
            .distinct()
            .toList();
    Order order = subject.relation.apply(trace);
    int ordered = 0;
    for (int i = 0; i < PAIRS && accesses.size() > 1; i++) {
      int second = 1 + random.nextInt(accesses.size() - 1);
      int e = accesses.get(random.nextInt(second));
      int f = accesses.get(second);
      PairExplanation explanation = explain(trace, e, f, subject.engines);
      assertThat(explanation.verdicts()).as("%s,%s of%s", e, f, trace).isNotEmpty();
      for (Verdict verdict : explanation.verdicts()) {
        assertThat(verdict.ordered()).as("%s,%s of%s", e, f, trace).isEqualTo(order.before(e, f));
        checkChain(verdict, order, HappensBefore.asObserved(trace).order(), e, f);
      }
      boolean oneThread = trace.event(e).thread() == trace.event(f).thread();
      ordered += order.before(e, f) && !oneThread ? 1 : 0;
    }
    return ordered;
  }

  /** Steps of happens-before alone order nothing without one of the relation itself. */
  private static void checkChain(Verdict verdict, Order order, Order happensBefore, int e, int f) {
    if (!verdict.ordered()) {
      assertThat(verdict.chain()).isEmpty();
      return;
    }
    int at = e;
    boolean relates = false;
    for (Step step : verdict.chain()) {
      assertThat(step.from().index()).isEqualTo(at);
      int next = (int) step.to().index();
      boolean ofRelation = order.before(at, next);
      assertThat(ofRelation || happensBefore.before(at, next)).as("%s", step).isTrue();
      relates |= ofRelation && !step.from().thread().equals(step.to().thread());
      at = next;
    }
    assertThat(at).isEqualTo(f);
    boolean oneThread = verdict.chain().stream().allMatch(ExplainerTest::isWithinThread);
    assertThat(relates || oneThread).as("%s", verdict).isTrue();
  }

  private static boolean isWithinThread(Step step) {
    return step.from().thread().equals(step.to().thread());
  }

  private static PairExplanation explain(TestTrace trace, int e, int f, String... engines)
      throws IOException {
    return explain(trace.toString(), e, f, engines);
  }

  private static PairExplanation explain(String trace, int e, int f, String... engines)
      throws IOException {
    return explain(trace, e, f, Stream.of(engines).map(Engines::named).toList());
  }

  private static PairExplanation explain(String trace, int e, int f, List<EngineDefinition> engines)
      throws IOException {
    try (TraceReader reader =
        TraceFormat.STD.reader(new ByteArrayInputStream(trace.getBytes(UTF_8)), "test", false)) {
      return Explainer.explain(
          TraceAnalysis.with().build(), engines, EngineLimits.DEFAULT, reader, e, f);
    }
  }

  @Test
  void engineThatFails_isSaid_andTheOthersGoOn() throws IOException {
    EngineDefinition failing =
        FailingEngine.at(
            2,
            () -> {
              throw new IllegalStateException("a defect");
            });
    PairExplanation explanation =
        explain("T1|w(x)|a\nT2|w(x)|b\n", 1, 2, List.of(failing, Engines.named("djit")));
    assertThat(explanation.verdicts()).flatExtracting(Verdict::engines).containsExactly("djit");
    assertThat(explanation.text())
        .endsWith("\nfailing failed at event 2: java.lang.IllegalStateException: a defect\n");
  }

  @Test
  void text_ofLockOrderAndCommonLock_saysWhoOrdersAndHow() throws IOException {
    String trace =
        """
        T1|w(x)|a
        T1|acq(l)|b
        T1|w(y)|c
        T1|rel(l)|d
        T2|acq(l)|e
        T2|w(y)|f
        T2|rel(l)|g
        T2|w(x)|h
        """;
    assertThat(explain(trace, 1, 8, "djit", "pwr-ee", "fasttrack").text())
        .isEqualTo(
            """
              #1 T1 w(x) at a
              #8 T2 w(x) at h

            djit, fasttrack: ordered, not reported
              #1 T1 w(x) before #4 T1 rel(l): program order
              #4 T1 rel(l) before #5 T2 acq(l): l released, then acquired
              #5 T2 acq(l) before #8 T2 w(x): program order

            pwr-ee: not ordered, reported as a race
            """);
    PairExplanation guarded = explain(trace, 3, 6, "djit", "pwr-ee");
    assertThat(guarded.commonLocks()).containsExactly("l");
    assertThat(guarded.ordering()).containsExactly("djit");
    assertThat(guarded.verdicts()).noneMatch(Verdict::reported);
  }

  /** A child without events of its own takes part in no step. */
  @Test
  void chain_throughThreadWithoutEvents_isOneStep() throws IOException {
    String trace =
        """
        T1|w(x)|
        T1|fork(T3)|
        T2|join(T3)|
        T2|w(x)|
        """;
    assertThat(explain(trace, 1, 4, "djit").verdicts().get(0).chain())
        .extracting(Step::rule)
        .containsExactly("program order", "fork, then join", "program order");
  }

  @Test
  void explain_eventThatIsNotThereOrInner_isRefused() {
    String trace = "T1|acq(l)|\nT1|acq(l)|\nT1|w(x)|\n";
    assertThatThrownBy(() -> explain(trace, 1, 4, "djit"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("event 4");
    assertThatThrownBy(() -> explain(trace, 2, 3, "djit"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("event 2");
    assertThatThrownBy(() -> explain(trace, 3, 1, "djit"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("events: 3,1");
  }
}
