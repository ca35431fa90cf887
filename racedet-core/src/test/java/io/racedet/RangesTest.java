package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Race;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges that an analysis takes. */
class RangesTest {
  private static final Names ELEMENTS =
      (space, id) -> space == Operand.VARIABLE ? "a[" + id + "]" : "T" + (id + 1);

  @Test
  void race_namesTheElementAndItsAccesses() {
    RaceAnalysis analysis = RaceAnalysis.with("fasttrack").names(ELEMENTS).everyPair(true).start();
    analysis.range(Op.WRITE, 0, 6, -2, 4, EventSink.NO_LOCATION); // 6 4 2 0
    analysis.range(Op.READ, 1, 1, 3, 2, EventSink.NO_LOCATION); // 1 4
    RaceReport report = analysis.finish();
    assertThat(report.events()).isEqualTo(6);
    assertThat(report.races())
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.variable()).isEqualTo("a[4]");
              assertThat(race.first().index()).isEqualTo(2);
              assertThat(race.second().index()).isEqualTo(6);
            });
  }

  @Test
  void range_longerThanABlock_isTakenWholly() {
    RaceAnalysis analysis = RaceAnalysis.with("fasttrack", "djit").everyPair(true).start();
    analysis.range(Op.WRITE, 0, 0, 1, 10_000, EventSink.NO_LOCATION);
    analysis.event(Op.WRITE, 1, 9_999, EventSink.NO_LOCATION);
    assertThat(analysis.events()).isEqualTo(10_001);
    assertThat(analysis.finish().races())
        .singleElement()
        .extracting(race -> race.first().index())
        .isEqualTo(10_000L);
  }

  @Test
  void range_inWhichAnEngineAndTheListenerThrow_isTakenToItsEnd() {
    List<Race> told = new ArrayList<>();
    RaceAnalysis analysis =
        RaceAnalysis.with("fasttrack")
            .engine(
                FailingEngine.at(
                    3,
                    () -> {
                      throw new IllegalStateException("broken engine");
                    }))
            .everyPair(true)
            .delay(2)
            .onRace(
                race -> {
                  told.add(race);
                  throw new IllegalArgumentException("broken listener");
                })
            .start();
    analysis.range(Op.WRITE, 0, 0, 1, 3, EventSink.NO_LOCATION);
    analysis.range(Op.WRITE, 1, 0, 1, 5, EventSink.NO_LOCATION);
    assertThat(analysis.events()).isEqualTo(8);
    RaceReport report = analysis.finish();
    assertThat(report.races()).hasSize(3).containsAll(told);
    assertThat(told).hasSize(3);
    assertThat(report.failures())
        .extracting(failure -> failure.cause().getMessage())
        .containsExactlyInAnyOrder("broken engine", "broken listener");
  }

  @ParameterizedTest
  @CsvSource({
    "ATOMIC_READ, 0, 1, 1, op of a range: ATOMIC_READ (expected: READ or WRITE)",
    "AGAIN, 0, 1, 1, op of a range: AGAIN (expected: READ or WRITE)",
    "READ, 0, 0, 1, stride: 0 (expected: another number)",
    "WRITE, 0, 1, 0, count: 0 (expected: at least 1)",
    "READ, -1, 1, 3, variables of a range: -1..1 (expected: dense ids from 0)",
    "READ, 3, -2, 3, variables of a range: 3..-1 (expected: dense ids from 0)",
    "READ, 1, 2147483647, 2, variables of a range: 1..2147483648 (expected: dense ids from 0)"
  })
  void range_thatIsNone_isRefusedAndHasNoEffect(
      Op op, int first, int stride, int count, String message) {
    RaceAnalysis analysis = RaceAnalysis.with("fasttrack").start();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> analysis.range(op, 0, first, stride, count, EventSink.NO_LOCATION))
        .withMessage(message);
    assertThat(analysis.events()).isZero();
    List<Op> sent = new ArrayList<>();
    EventSink sink = (sentOp, thread, operand, location) -> sent.add(sentOp);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sink.range(op, 0, first, stride, count, EventSink.NO_LOCATION))
        .withMessage(message);
    assertThat(sent).isEmpty();
  }

  @Test
  void range_afterTheEnd_isRefused() {
    RaceAnalysis analysis = RaceAnalysis.with("fasttrack").start();
    analysis.finish();
    assertThatIllegalStateException()
        .isThrownBy(() -> analysis.range(Op.READ, 0, 0, 1, 2, EventSink.NO_LOCATION))
        .withMessage("READ of thread 0 after the end of the trace (expected: no event)");
  }

  @Test
  void feed_reportsTheElement() {
    RaceFeed feed = RaceFeed.with("fasttrack").everyPair(true).open();
    feed.writeRange("T1", "a", 9, 1, -2, "L:1");
    feed.readRange("T2", "a", 0, 3, 1, "L:2");
    RaceReport report = feed.finish();
    assertThat(report.events()).isEqualTo(9);
    assertThat(report.races())
        .extracting(race -> race.variable() + " " + race.first().index())
        .containsExactly("a[1] 5", "a[3] 4");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void feed_reportsTheRacesOfTheSingleEvents(boolean isShared) {
    SplittableRandom random = new SplittableRandom(16);
    for (int i = 0; i < 300; i++) {
      RaceFeed ranges = RaceFeed.with("fasttrack", "djit").everyPair(true).delay(10).open();
      RaceFeed events = RaceFeed.with("fasttrack", "djit").everyPair(true).delay(10).open();
      NamedEvents whole = isShared ? new SharedFeed(ranges) : ranges;
      NamedEvents single = events::event; // whose ranges are single events
      for (int k = 0; k < 20; k++) {
        String thread = "T" + random.nextInt(3);
        int from = random.nextInt(30);
        int stride = random.nextInt(1, 4) * (random.nextInt(3) == 0 ? -1 : 1);
        int most = stride > 0 ? (29 - from) / stride : from / -stride;
        int to = from + random.nextInt(most + 1) * stride;
        Op op = random.nextBoolean() ? Op.READ : Op.WRITE;
        String variable = "a[" + random.nextInt(30) + "]";
        int choice = random.nextInt(4);
        int forgotten = random.nextInt(20);
        for (NamedEvents feed : List.of(whole, single)) {
          switch (choice) {
            case 0 -> feed.write(thread, variable, "w");
            case 1 -> feed.event(Op.SYNC_WRITE, thread, "s", "");
            case 2 -> feed.event(Op.SYNC_READ, thread, "s", "");
            default -> feed.range(op, thread, "a", from, to, stride, op.mnemonic());
          }
          if (forgotten == 0) {
            RaceFeed of = feed == whole ? ranges : events;
            of.forget(Operand.VARIABLE, of.handle(Operand.VARIABLE, variable));
          }
        }
      }
      assertThat(ranges.finish()).isEqualTo(events.finish());
    }
  }

  @Test
  void feed_refusesARangeOfAnEndedThread_orDropsItsEvents() {
    RaceFeed strict = RaceFeed.with("fasttrack").open();
    strict.end("T1", "");
    assertThatThrownBy(() -> strict.readRange("T1", "a", 0, 3, 1, ""))
        .isInstanceOf(MalformedEventException.class)
        .hasMessageContaining("a[0]");
    RaceFeed lenient = RaceFeed.with("fasttrack").lenient(true).open();
    lenient.end("T1", "");
    lenient.readRange("T1", "a", 0, 3, 1, "");
    assertThat(lenient.finish().dropped()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"0, 3, 2", "3, 0, 1", "0, 3, -1", "-1, 3, 1", "0, -2, -1"})
  void feed_refusesARangeThatIsNone(int from, int to, int stride) {
    RaceFeed feed = RaceFeed.with("fasttrack").open();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> feed.readRange("T1", "a", from, to, stride, ""));
    assertThat(feed.finish().events()).isZero();
  }

  @Test
  void trace_withAllocations_distinguishesTheElementsOfObjects() throws IOException {
    byte[] text =
        """
        T1|w(o.f[0..9])|A
        T1|alloc(o)|
        T2|w(o.f[0..9])|B
        T1|w(o.f[3])|C
        """
            .getBytes(StandardCharsets.UTF_8);
    try (TraceReader trace = TraceFile.open(new ByteArrayInputStream(text), "test", null, false)) {
      assertThat(TraceAnalysis.with("fasttrack").build().run(trace).get(0).races())
          .singleElement()
          .satisfies(
              race -> {
                assertThat(race.variable()).isEqualTo("o.f[3]");
                assertThat(race.first().index()).isEqualTo(15);
              });
    }
  }

  @Test
  void trace_inWhichAnEndedThreadWalks_isRefusedWithTheLineAndTheElement() throws IOException {
    byte[] text = "T1|end|\nT2|r(x)|\nT1|w(a[0..9])|A\n".getBytes(StandardCharsets.UTF_8);
    List<String> violations = new ArrayList<>();
    try (TraceReader trace = TraceFile.open(new ByteArrayInputStream(text), "test", null, false)) {
      TraceAnalysis.with()
          .lenient(true)
          .onViolation(violation -> violations.add(violation.getMessage()))
          .build()
          .run(trace);
    }
    assertThat(violations).hasSize(10);
    assertThat(violations.get(9)).contains("line 3").contains("a[9]");
  }
}
