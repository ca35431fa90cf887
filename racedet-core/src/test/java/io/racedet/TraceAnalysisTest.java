package io.racedet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.Race;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceAnalysisTest {
  /** A file and a feed with the same events give the same result. */
  @Property(tries = 1000)
  void file_sameRacesAsFeed(@ForAll("traces") TestTrace trace) throws IOException {
    RaceFeed feed = RaceFeed.with("pwr-ee").everyPair(true).open();
    for (TraceEvent e : trace.events()) {
      feed.event(e.op(), name(trace, e), operand(trace, e), location(trace, e));
    }
    List<Race> expected = feed.finish().races();
    assertThat(analyze(trace.toString(), "pwr-ee").get(0).races()).isEqualTo(expected);
  }

  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(Shape.everything());
  }

  private static String name(TestTrace trace, TraceEvent e) {
    return trace.name(Op.Operand.THREAD, e.thread());
  }

  private static String operand(TestTrace trace, TraceEvent e) {
    boolean none = e.op().operand() == Op.Operand.NONE;
    return none ? "" : trace.name(e.op().operand(), e.operand());
  }

  private static String location(TestTrace trace, TraceEvent e) {
    return e.location() < 0 ? "" : trace.location(e.location());
  }

  @Test
  void engines_reportByThemselves() throws IOException {
    String text = "T1|w(x)|a\nT1|acq(l)|b\nT1|rel(l)|c\nT2|acq(l)|d\nT2|rel(l)|e\nT2|w(x)|f\n";
    List<RaceReport> reports = analyze(text, "fasttrack", "pwr-ee");
    assertThat(reports.get(0).races()).isEmpty();
    assertThat(reports.get(1).races()).extracting(Race::engine).containsExactly("pwr-ee");
    assertThat(reports).extracting(RaceReport::events).containsExactly(6L, 6L);
  }

  @Test
  void allocation_makesItsVariablesOthers() throws IOException {
    String text = "T1|w(o.f)|a\nT1|w(o.g)|b\nT2|alloc(o)|c\nT2|w(o.f)|d\nT2|w(p.g)|e\n";
    assertThat(analyze(text, "fasttrack").get(0).races()).isEmpty();
    String unrelated = text.replace("alloc(o)", "alloc(p)").replace("p.g", "o.g");
    assertThat(analyze(unrelated, "fasttrack").get(0).races())
        .extracting(Race::variable)
        .containsExactly("o.f", "o.g");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "T1|acq(l)|,T2|acq(l)|; T2|acq(l); a lock that no other thread holds",
        "T1|acqr(l)|,T2|acq(l)|; T2|acq(l); a lock that no other thread holds in read mode",
        "T1|acq(l)|,T2|acqr(l)|; T2|acqr(l); a lock that no other thread holds exclusively",
        "T1|acqr(l)|,T1|acq(l)|; T1|acq(l); a release of the read mode before",
        "T1|begin|,T1|rel(l)|; T1|rel(l); a lock that the thread holds exclusively",
        "T1|acqr(l)|,T1|rel(l)|; T1|rel(l); a lock that the thread holds exclusively",
        "T1|acq(l)|,T1|relr(l)|; T1|relr(l); a lock that the thread holds in read mode",
        "T2|w(x)|,T1|fork(T2)|; T1|fork(T2); a thread that has not run",
        "T1|fork(T2)|,T1|fork(T2)|; T1|fork(T2); a thread that has not been forked",
        "T1|begin|,T1|fork(T1)|; T1|fork(T1); another thread",
        "T1|begin|,T1|join(T1)|; T1|join(T1); another thread",
        "T1|join(T2)|,T2|w(x)|; T2|w(x); no event of a thread after its join",
        "T1|end|,T1|w(x)|; T1|w(x); no event of a thread after its end",
        "T1|w(x)|,T1|begin|; T1|begin; begin as the thread's first event",
      })
  void eventThatBreaksARule_isNamedWithItsPlace(String lines, String event, String expected)
      throws IOException {
    String text = "# a comment\n" + lines.replace(',', '\n') + "\n";
    assertThatThrownBy(() -> analyze(text, "fasttrack"))
        .isInstanceOf(MalformedEventException.class)
        .hasMessageStartingWith("test.std: line 3: event 2: " + event + " is not well formed")
        .hasMessageContaining("(expected: " + expected);

    List<String> violations = new ArrayList<>();
    try (TraceReader trace = open(text, true)) {
      List<RaceReport> reports =
          TraceAnalysis.with("fasttrack")
              .lenient(true)
              .onViolation(violation -> violations.add(violation.getMessage()))
              .build()
              .run(trace);
      assertThat(reports.get(0).dropped()).isEqualTo(1);
      assertThat(reports.get(0).events()).isEqualTo(2);
    }
    assertThat(violations).hasSize(1);
  }

  /** Every operation after the end and after the join of its thread, whatever locks it holds. */
  @Test
  void eventsOfEndedThreads_areAllRefused() throws IOException {
    String text =
        "T1|fork(T2)|\nT2|acq(l)|\nT2|w(x)|\nT1|join(T2)|\nT2|rel(l)|\nT2|r(x)|\nT2|sr(v)|\n"
            + "T1|acq(l)|\n";
    List<Long> refused = new ArrayList<>();
    try (TraceReader trace = open(text, true)) {
      TraceAnalysis.with("fasttrack")
          .lenient(true)
          .onViolation(violation -> refused.add(violation.index()))
          .build()
          .run(trace);
    }
    assertThat(refused).startsWith(5L, 6L, 7L);
  }

  @Test
  void legalButUnusual_isAccepted() throws IOException {
    String text =
        "T1|wake(l)|\nT1|acq(a)|\nT1|acq(b)|\nT1|rel(a)|\nT1|rel(b)|\nT1|acq(a)|\nT1|acq(a)|\n"
            + "T1|acqr(a)|\nT1|rel(a)|\nT1|rel(a)|\nT1|relr(a)|\nT1|join(T9)|\nT1|acq(c)|\n";
    assertThat(analyze(text, "fasttrack").get(0).events()).isEqualTo(13);
  }

  @Test
  void progress_isTold() throws IOException {
    List<Long> told = new ArrayList<>();
    try (TraceReader trace = open("T1|w(x)|\n".repeat(10_000), false)) {
      TraceAnalysis.with("fasttrack").onProgress(told::add).build().run(trace);
    }
    assertThat(told).isSorted().hasSizeGreaterThan(1).endsWith(10_000L);
  }

  @Test
  void measure_engineBeyondPatience_isStopped_andOthersGoOn() throws IOException {
    String text = "T1|w(x)|a\nT2|w(x)|b\n";
    for (Duration patience : List.of(Duration.ZERO, Duration.ofHours(1))) {
      try (TraceReader trace = open(text, false)) {
        List<MeasuredReport> reports =
            TraceAnalysis.with("djit", "wcp").build().measure(trace, patience);
        assertThat(reports)
            .allSatisfy(
                report -> {
                  assertThat(report.complete()).isEqualTo(!patience.isZero());
                  assertThat(report.nanos()).isPositive();
                  assertThat(report.report().events()).isEqualTo(2);
                  assertThat(report.report().races()).hasSize(1);
                });
      }
    }
  }

  private static List<RaceReport> analyze(String text, String... engines) throws IOException {
    try (TraceReader trace = open(text, false)) {
      return TraceAnalysis.with(engines).everyPair(true).build().run(trace);
    }
  }

  private static TraceReader open(String text, boolean lenient) throws IOException {
    return TraceFormat.STD.reader(
        new ByteArrayInputStream(text.getBytes(UTF_8)), "test.std", lenient);
  }
}
