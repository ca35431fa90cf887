package io.racedet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.Race;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An engine that throws, whatever it throws, loses neither its races nor the other engines: however
 * the trace comes, it is not thrown but said in the report.
 */
class EngineFailureTest {
  private static final String RACE = "T1|w(x)|a\nT2|w(x)|b\n";
  private static final String BLOCK = "T1|r(y)|c\n".repeat(4096);
  private static final String LATER_RACE = "T1|w(z)|d\nT2|w(z)|e\n";

  static Stream<Throwable> failures() {
    return Stream.of(
        new IllegalStateException("a defect"),
        new StackOverflowError(),
        new OutOfMemoryError("Java heap space"));
  }

  private static void raise(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  private static EngineDefinition failing(int atBlock, Throwable thrown) {
    return FailingEngine.at(atBlock, () -> raise(thrown));
  }

  private static TraceAnalysis.Builder files(int atBlock, Throwable thrown) {
    return TraceAnalysis.with("fasttrack").engine(failing(atBlock, thrown));
  }

  private static TraceReader trace(String text) throws IOException {
    return TraceFormat.STD.reader(new ByteArrayInputStream(text.getBytes(UTF_8)), "t.std", false);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inATraceFile_itIsInTheReportOfTheEngine_andTheOthersGoOn(Throwable thrown)
      throws IOException {
    List<RaceReport> reports;
    try (TraceReader trace = trace(RACE + BLOCK + LATER_RACE)) {
      reports = files(1, thrown).build().run(trace);
    }
    assertThat(reports.get(0).races()).extracting(Race::variable).containsExactly("x", "z");
    assertThat(reports.get(0).problems()).isEmpty();
    assertThat(reports.get(1).races()).extracting(Race::variable).containsExactly("x");
    assertThat(reports.get(1).problems())
        .containsExactly("failing failed at event 4096: " + thrown);
    assertThat(reports.get(1).events()).isEqualTo(4096);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void measured_itIsNotComplete_andTheOthersAre(Throwable thrown) throws IOException {
    List<MeasuredReport> reports;
    try (TraceReader trace = trace(RACE + LATER_RACE)) {
      reports = files(1, thrown).build().measure(trace, Duration.ofHours(1));
    }
    assertThat(reports).extracting(MeasuredReport::complete).containsExactly(true, false);
    assertThat(reports.get(1).report().failures())
        .extracting(AnalysisFailure::cause)
        .containsExactly(thrown);
  }

  /** An engine that cannot be created, or cannot look at its trace before. */
  private static EngineDefinition failingBefore(boolean withItsTrace, Throwable thrown) {
    EngineDefinition sound = Engines.named("djit");
    return new EngineDefinition() {
      @Override
      public EngineClaims claims() {
        return sound.claims();
      }

      @Override
      public Engine create(EngineSetup setup) {
        raise(thrown);
        return sound.create(setup);
      }

      @Override
      public EngineDefinition forTrace(TraceReader trace, int workers) {
        if (withItsTrace) {
          raise(thrown);
        }
        return this;
      }
    };
  }

  @ParameterizedTest
  @MethodSource("failures")
  void beforeATraceFile_itIsInTheReportOfTheEngine_andTheOthersGoOn(Throwable thrown)
      throws IOException {
    for (boolean withItsTrace : List.of(false, true)) {
      List<MeasuredReport> reports;
      try (TraceReader trace = trace(RACE + LATER_RACE)) {
        reports =
            TraceAnalysis.with("fasttrack")
                .engine(failingBefore(withItsTrace, thrown))
                .build()
                .measure(trace, Duration.ofHours(1));
      }
      assertThat(reports).extracting(MeasuredReport::complete).containsExactly(true, false);
      assertThat(reports.get(0).report().races()).hasSize(2);
      assertThat(reports.get(1).report().problems())
          .containsExactly("djit failed at event 0: " + thrown);
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void beforeAFeed_itIsInTheReport_andTheOthersGoOn(Throwable thrown) {
    RaceFeed feed = RaceFeed.with("fasttrack").engine(failingBefore(false, thrown)).open();
    feed.write("T1", "x", "a");
    feed.write("T2", "x", "b");
    RaceReport report = feed.finish();
    assertThat(report.races()).hasSize(1);
    assertThat(report.problems()).containsExactly("djit failed at event 0: " + thrown);
  }

  @Test
  void atTheEndOfATraceFile_itKeepsWhatWasFound() throws IOException {
    RaceReport report;
    try (TraceReader trace = trace(RACE + LATER_RACE)) {
      report = files(Integer.MAX_VALUE, null).build().run(trace).get(1);
    }
    assertThat(report.races()).extracting(Race::variable).containsExactly("x", "z");
    assertThat(report.problems())
        .containsExactly("failing failed at event 4: java.lang.OutOfMemoryError: at the end");
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inAFeed_itIsInTheReport_andTheOthersGoOn(Throwable thrown) {
    RaceFeed feed = RaceFeed.with("pwr-ee-l").engine(failing(1, thrown)).delay(2).open();
    for (String variable : List.of("x", "y")) {
      feed.write("T1", variable, variable + ":1");
      feed.write("T2", variable, variable + ":2");
    }
    assertGoesOn(feed.finish(), thrown);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inAnAnalysisOfIds_itIsInTheReport_andTheOthersGoOn(Throwable thrown) {
    RaceAnalysis analysis = RaceAnalysis.with("djit").engine(failing(1, thrown)).delay(2).start();
    for (int i = 0; i < 4; i++) {
      analysis.event(Op.WRITE, i % 2, i / 2, i);
    }
    assertGoesOn(analysis.finish(), thrown);
  }

  private static void assertGoesOn(RaceReport report, Throwable thrown) {
    assertThat(report.events()).isEqualTo(4);
    assertThat(report.races()).hasSize(2);
    assertThat(report.problems()).containsExactly("failing failed at event 2: " + thrown);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inASearchForDeadlocks_itIsInTheReport(Throwable thrown) {
    DeadlockAnalysis analysis =
        new DeadlockAnalysis(
            Names.IDS,
            location -> {
              raise(thrown);
              return false;
            },
            1000,
            1000);
    analysis.event(Op.ACQUIRE, 0, 0, 1);
    analysis.event(Op.ACQUIRE, 0, 1, 2);
    DeadlockReport report = analysis.finish();
    assertThat(report.events()).isEqualTo(2);
    assertThat(report.problems()).containsExactly("deadlocks failed at event 2: " + thrown);
  }

  @Test
  void atTheEndOfAFeed_itLosesNoRace() {
    RaceFeed feed = RaceFeed.with("djit").engine(failing(0, null)).open();
    feed.write("T1", "x", "x:1");
    feed.write("T2", "x", "x:2");
    RaceReport report = feed.finish();
    assertThat(report.races()).hasSize(1);
    assertThat(report.problems())
        .containsExactly("failing failed at event 2: java.lang.OutOfMemoryError: at the end");
  }

  /** What a listener throws is no failure of the search that has called it. */
  @Test
  void listenerOfDecisions_throwsToItsCaller() throws IOException {
    try (TraceReader trace = trace(RACE)) {
      TraceAnalysis analysis =
          TraceAnalysis.with("fasttrack")
              .witnesses(1000)
              .onDecided(race -> raise(new IllegalStateException("closed")))
              .build();
      assertThatThrownBy(() -> analysis.run(trace)).hasMessage("closed");
    }
  }

  @Test
  void analysisOfIds_isFinishedOnce() {
    RaceAnalysis analysis = RaceAnalysis.with("djit").engine(failing(0, null)).start();
    analysis.event(Op.WRITE, 0, 0, EventSink.NO_LOCATION);
    assertThat(analysis.finish().failures()).hasSize(1);
    assertThatThrownBy(analysis::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("finish() was already called (expected: once)");
  }
}
