package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  @Test
  void line_isReadAsWhatWasWritten() {
    Measurement checked =
        new Measurement(
            Program.SOR,
            Mode.CHECKED,
            Outcome.NOT_CHECKED,
            List.of(30L, 10L, 20L),
            List.of(3L, 1L, 2L),
            4_000_000_000L,
            2,
            new Split(Map.of(Part.HOOKS, 5L, Part.GC, 1L)),
            "cut");
    Measurement plain =
        new Measurement(
            Program.CRYPT,
            Mode.PLAIN,
            Outcome.COMPLETE,
            List.of(7L),
            List.of(),
            0,
            0,
            Split.NONE,
            "");
    assertThat(Measurement.parse(checked.line())).contains(checked);
    assertThat(Measurement.parse(plain.line())).contains(plain);
  }

  @Test
  void line_hasTabsBetweenItsFields() {
    Measurement checked =
        new Measurement(
            Program.SOR,
            Mode.CHECKED,
            Outcome.NOT_CHECKED,
            List.of(30L, 10L),
            List.of(3L, 1L),
            5,
            2,
            new Split(Map.of(Part.HOOKS, 6L)),
            "cut");
    assertThat(checked.line())
        .isEqualTo(
            "racedet.grande\tsor\tchecked\tNOT_CHECKED\t30,10\t3,1\t5\t2\t0,6,0,0,0,0,0,0,0\tcut");
  }

  @Test
  void reasonOfManyLines_staysInOneLine() {
    Measurement failed = Measurement.failed(Program.SOR, Mode.IDLE, "no\tend,\n  see above\n");
    assertThat(failed.reason()).isEqualTo("no end, see above");
    assertThat(Measurement.parse(failed.line())).contains(failed);
  }

  @Test
  void linesOfPrograms_areNoMeasurements() {
    assertThat(Measurement.parse("")).isEmpty();
    assertThat(Measurement.parse("Executing on 2 threads")).isEmpty();
    assertThat(Measurement.parse("racedet.grande.runs\t5")).isEmpty();
  }

  @Test
  void lineThatWasCut_isRejected() {
    assertThatThrownBy(() -> Measurement.parse("racedet.grande\tsor\tplain"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fields: 3 (expected: 10) in racedet.grande\tsor\tplain");
  }

  @Test
  void median_isThatInTheMiddle_orBetweenTheTwo() {
    assertThat(ofRuns(9L, 1L, 5L).median()).isEqualTo(5);
    assertThat(ofRuns(9L, 1L, 5L, 2L).median()).isEqualTo(3.5);
    assertThat(ofRuns(4L).median()).isEqualTo(4);
    assertThat(ofRuns().median()).isNaN();
  }

  private static Measurement ofRuns(Long... runs) {
    return new Measurement(
        Program.SOR, Mode.PLAIN, Outcome.COMPLETE, List.of(runs), List.of(), 0, 0, Split.NONE, "");
  }
}
