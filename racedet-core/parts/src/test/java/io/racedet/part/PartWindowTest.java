package io.racedet.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.trace.SplitFiles;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import io.racedet.trace.Traces;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A window of a trace as a trace of its own. */
class PartWindowTest {
  @Provide
  Arbitrary<TestTrace> traces() {
    return Arbitraries.of(Shape.everything(), Shape.guardedEverything(), Shape.waits())
        .map(shape -> shape.withMaxEvents(80))
        .flatMap(RandomTraces::arbitrary);
  }

  /** What lies between two events is in the window, and nothing else orders them. */
  @Property(tries = 400)
  void window_hasTheRacesOfTheWholeWithBothAccessesInIt(
      @ForAll("traces") TestTrace trace, @ForAll long seed) throws IOException {
    Assume.that(trace.size() > 0);
    SplittableRandom random = new SplittableRandom(seed);
    byte[] file = SplitFiles.of(trace, index -> random.nextInt(4) == 0);
    int from = 1 + random.nextInt(trace.size());
    PartWindow window = new PartWindow(from, from + 1 + random.nextInt(trace.size() - from + 1));
    TraceAnalysis analysis = TraceAnalysis.with("djit").everyPair(true).build();
    List<Race> expected =
        analysis.run(whole(file)).get(0).races().stream()
            .filter(race -> race.first().index() >= window.from())
            .filter(race -> race.second().index() < window.to())
            .toList();
    try (TraceReader part = SplitFiles.open(file, around(window, SplitFiles.list(file)))) {
      RaceReport report = window.analyse(analysis, part).get(0);
      assertThat(report.races()).as("%s of%n%s", window, trace).isEqualTo(expected);
      assertThat(report.events()).isEqualTo(window.to() - window.from());
    }
  }

  /** The splits that have the events of a window; near the beginning of the trace all before. */
  private static TraceSplit around(PartWindow window, List<TraceSplit> splits) {
    if (splits.get(0).isWhole()) {
      return splits.get(0);
    }
    List<TraceSplit> within =
        splits.stream()
            .filter(split -> split.eventsBefore() + 1 < window.to())
            .filter(
                split -> split.eventsBefore() + split.events() >= window.from() || isNear(window))
            .toList();
    return within.get(0).upTo(within.get(within.size() - 1));
  }

  private static boolean isNear(PartWindow window) {
    return window.from() < 40;
  }

  private static TraceReader whole(byte[] file) throws IOException {
    return TraceFormat.RDT.reader(new ByteArrayInputStream(file), "test.file", false);
  }

  @Test
  void windowInsideSections_beginsWithTheirAcquires() throws IOException {
    TestTrace trace =
        TestTrace.parse(
            "c|w(y)|",
            "c|w(y)|",
            "c|w(y)|",
            "c|w(y)|",
            "a|acq(l)|",
            "b|acqr(m)|",
            "a|acq(l)|",
            "c|w(y)|",
            "a|w(x)|",
            "a|snd(c)|",
            "b|w(x)|",
            "b|w(x)|");
    try (TraceReader window =
        new PartWindow(9, 12).open(whole(Traces.bytes(trace, TraceFormat.RDT)))) {
      assertThat(window.eventsBefore()).isEqualTo(1);
      assertThat(Traces.lines(window))
          .containsExactly(
              "a|acq(l)|",
              "a|acq(l)|",
              "b|acqr(m)|",
              "a|snd(beginning of the window)|",
              "b|snd(beginning of the window)|",
              "a|rcv(beginning of the window)|",
              "b|rcv(beginning of the window)|",
              "a|w(x)|",
              "a|snd(c)|",
              "b|w(x)|");
    }
  }

  /** Begin is the first event of a thread, so that it cannot receive before. */
  @Test
  void threadThatBeginsInTheWindow_isForkedAfterItsBeginning() throws IOException {
    TestTrace trace =
        TestTrace.parse(
            "c|w(y)|",
            "c|w(y)|",
            "c|w(y)|",
            "c|w(y)|",
            "c|fork(b)|",
            "a|acq(l)|",
            "b|begin|",
            "b|w(x)|",
            "c|fork(d)|",
            "d|begin|",
            "d|w(x)|");
    byte[] file = Traces.bytes(trace, TraceFormat.RDT);
    try (TraceReader window = new PartWindow(7, 12).open(whole(file))) {
      assertThat(window.eventsBefore()).isEqualTo(1);
      assertThat(Traces.lines(window))
          .containsExactly(
              "a|acq(l)|",
              "a|snd(beginning of the window)|",
              "c|rcv(beginning of the window)|",
              "a|rcv(beginning of the window)|",
              "a|fork(b)|",
              "b|begin|",
              "b|w(x)|",
              "c|fork(d)|",
              "d|begin|",
              "d|w(x)|");
    }
    List<RaceReport> reports =
        new PartWindow(7, 12).analyse(TraceAnalysis.with("djit").build(), whole(file));
    assertThat(reports.get(0).races()).hasSize(1);
  }

  /** The read in the window is ordered by a lock only, so that it races in another order. */
  @Test
  void predictiveEngine_provesARaceInAWindow_andSaysWhatIsMissed() throws IOException {
    TestTrace trace =
        TestTrace.parse(
            "a|w(z)|",
            "b|w(z)|",
            "a|w(x)|A.java:1",
            "a|acq(l)|",
            "a|rel(l)|",
            "b|acq(l)|",
            "b|rel(l)|",
            "b|r(x)|A.java:2",
            "b|w(y)|");
    PartWindow window = new PartWindow(3, 9);
    TraceAnalysis analysis =
        TraceAnalysis.with("pwr-ee-l").witnesses(TraceAnalysis.WITNESS_BUDGET).build();
    try (TraceReader part = whole(Traces.bytes(trace, TraceFormat.RDT))) {
      RaceReport report = window.analyse(analysis, part).get(0);
      assertThat(report.races()).hasSize(1);
      Race race = report.races().get(0);
      assertThat(race.grade()).isEqualTo(Grade.WITNESSED);
      assertThat(race.first().index()).isEqualTo(3);
      assertThat(race.second().index()).isEqualTo(8);
      assertThat(report.limits().stream().map(ReachedLimit::text))
          .containsExactly(
              "only the events 3 to 8 were analysed: races with other events are missed");
      assertThat(report.errors()).isEmpty();
    }
  }

  @Property(tries = 100)
  void proofsInWindows_areAccepted(@ForAll("traces") TestTrace trace, @ForAll long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] file = Traces.bytes(trace, TraceFormat.RDT);
    TraceAnalysis analysis = TraceAnalysis.with("pwr-ee-l", "wdp").witnesses(10_000).build();
    for (PartWindow window : PartWindow.overlapping(trace.size(), 10, random.nextInt(10))) {
      for (RaceReport report : window.analyse(analysis, whole(file))) {
        assertThat(report.errors()).isEmpty();
        assertThat(report.failures()).isEmpty();
        assertThat(report.races())
            .allMatch(race -> race.first().index() >= window.from())
            .allMatch(race -> race.second().index() < window.to());
      }
    }
  }

  @Test
  void ranges_areCutAtTheBordersOfTheWindow() throws IOException {
    Names names = (space, id) -> space == Operand.VARIABLE ? "a[" + id + ']' : "T" + id;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventBlock block = new EventBlock();
    block.append(EventBlock.word(Op.READ, 0, 100), -1);
    block.appendRange(EventBlock.word(Op.WRITE, 1, 9), Walk.of(-2, 4), -1);
    block.append(EventBlock.word(Op.READ, 0, 9), -1);
    try (var writer = TraceFormat.RDT.writer(out, names)) {
      writer.write(block);
    }
    try (TraceReader window = new PartWindow(3, 5).open(whole(out.toByteArray()))) {
      assertThat(window.eventsBefore()).isEqualTo(2);
      EventBlock read = new EventBlock();
      assertThat(window.read(read)).isTrue();
      assertThat(read.size()).isEqualTo(1);
      assertThat(read.events()).isEqualTo(2);
      assertThat(window.names().name(Operand.VARIABLE, EventBlock.operand(read.words()[0])))
          .isEqualTo("a[7]");
    }
    try (TraceReader window = new PartWindow(3, 5).open(whole(out.toByteArray()))) {
      assertThat(Traces.lines(window)).containsExactly("T1|w(a[7])|", "T1|w(a[5])|");
    }
  }

  @Test
  void overlappingWindows_coverTheTrace() {
    assertThat(PartWindow.overlapping(10, 4, 1))
        .containsExactly(new PartWindow(1, 5), new PartWindow(4, 8), new PartWindow(7, 11));
    assertThat(PartWindow.overlapping(11, 4, 1))
        .containsExactly(
            new PartWindow(1, 5),
            new PartWindow(4, 8),
            new PartWindow(7, 11),
            new PartWindow(10, 12));
    assertThat(PartWindow.overlapping(0, 4, 0)).isEmpty();
    assertThat(PartWindow.overlapping(4, 4, 3)).containsExactly(new PartWindow(1, 5));
    assertThat(PartWindow.overlapping(3, 4, 3)).containsExactly(new PartWindow(1, 4));
    assertThat(PartWindow.overlapping(3, 4, 0)).containsExactly(new PartWindow(1, 4));
  }

  @Test
  void numbersOutOfRange_areNamed() {
    assertThatThrownBy(() -> new PartWindow(4, 4))
        .hasMessage("window: from 4 to 4 (expected: from at least 1, to a later event)");
    assertThatThrownBy(() -> PartWindow.overlapping(9, 4, 4))
        .hasMessage("windows: of 4 events, of which 4 overlap (expected: at least 1, and fewer)");
    TestTrace trace = TestTrace.parse("a|w(x)|", "a|w(x)|", "a|w(x)|");
    assertThatThrownBy(
            () -> {
              byte[] file = SplitFiles.of(trace, index -> index == 3);
              new PartWindow(2, 4).open(SplitFiles.open(file, SplitFiles.list(file).get(1)));
            })
        .hasMessage("window: from event 2 (expected: at least 3)");
  }
}
