package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineRun;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.Shares;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.SyncPreservingRelation;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import java.util.SortedSet;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each predictive engine of the catalogue, compared with its relation, computed from the
 * definition.
 */
class PredictiveOraclesTest {
  private static final TraceRuns RUNS = TraceRuns.ofRelations();

  /**
   * An engine with the pairs that it must report, and the percentage of them beyond happens-before.
   */
  enum Subject {
    CP("cp", trace -> new SuccessiveAccesses(trace).of(new CpRelation(trace).races()), 10),
    WCP("wcp", everyAccess(trace -> new WcpRelation(trace).races()), 15),
    SDP("sdp", everyAccess(trace -> new SdpRelation(trace).races()), 15),
    WDP("wdp", everyAccess(trace -> new WdpRelation(trace).races()), 20),
    PWR_EE("pwr-ee", trace -> new PwrRelation(trace).pairs(), 20),
    SYNCP("syncp", trace -> new SyncPreservingRelation(trace).races(), 10);

    private final String engine;
    private final Function<TestTrace, SortedSet<Pair>> reports;
    private final int leastPredicted;

    Subject(String engine, Function<TestTrace, SortedSet<Pair>> reports, int leastPredicted) {
      this.engine = engine;
      this.reports = reports;
      this.leastPredicted = leastPredicted;
    }

    private static Function<TestTrace, SortedSet<Pair>> everyAccess(
        Function<TestTrace, SortedSet<Pair>> relation) {
      return trace -> Pair.lastOfEachThread(relation.apply(trace), trace);
    }

    private String predicted() {
      return engine + " reports what happens-before orders";
    }

    private void assertExact(TestTrace trace, Shares shares) {
      EngineRun<Engine> run = EngineRun.of(Engines.named(engine)::create, trace);
      SortedSet<Pair> expected = reports.apply(trace);
      assertThat(run.pairs()).isEqualTo(expected).hasSameSizeAs(run.reports());
      SortedSet<Pair> observed = new HappensBefore(trace).races();
      assertThat(run.reports())
          .allMatch(report -> report.ordered() != observed.contains(report.pair()));
      shares.count(predicted(), !observed.containsAll(expected));
    }
  }

  @ParameterizedTest
  @EnumSource
  void engine_litmus_agreesWithDefinition(Subject subject) {
    Litmus.all()
        .forEach(
            litmus -> {
              try {
                subject.assertExact(litmus.trace(), new Shares());
              } catch (AssertionError e) {
                throw new AssertionError(litmus.name(), e);
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void engine_randomTraces_agreesWithDefinition(Subject subject) {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> subject.assertExact(trace, shares));
    assertShares(shares, subject);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("soak")
  void engine_manyRandomTraces_agreesWithDefinition(Subject subject, TestReporter reporter) {
    Shares shares = new Shares();
    RUNS.checkMany(reporter, trace -> subject.assertExact(trace, shares));
    assertShares(shares, subject);
  }

  private static void assertShares(Shares shares, Subject subject) {
    shares.print();
    shares.assertAtLeast(subject.leastPredicted, subject.predicted());
  }
}
