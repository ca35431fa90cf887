package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** As with single events, nothing is lost of a call that throws. */
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
    assertThatThrownBy(() -> analysis.range(Op.WRITE, 1, 0, 1, 5, EventSink.NO_LOCATION))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("broken listener");
    assertThat(analysis.events()).isEqualTo(8);
    assertThatThrownBy(analysis::finish).hasMessage("broken engine");
    assertThat(analysis.finish().races()).hasSize(3).containsAll(told);
    assertThat(told).hasSize(3);
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
}
