package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final long MILLI = 1_000_000;

  private final List<Measurement> measured = new ArrayList<>();

  @Test
  void timesAndRatios_areThoseOfTheMedians() {
    add(Program.CRYPT, Mode.PLAIN, 10, 30, 20);
    add(Program.CRYPT, Mode.IDLE, 60);
    checked(Program.CRYPT, Outcome.COMPLETE, 200, 1_234_567, 0, "");
    assertThat(rows().get(0))
        .isEqualTo("program plain ms idle ms times checked ms times recording events races");
    assertThat(rows().get(1)).isEqualTo("crypt 20.0 60.0 3.00 200.0 10.00 50.0 1,234,567 none");
  }

  @Test
  void roadRunner_isComparedWithPlain() {
    add(Program.CRYPT, Mode.PLAIN, 10);
    checked(Program.CRYPT, Outcome.COMPLETE, 200, 5, 0, "");
    roadRunner(Program.CRYPT, 1, 160, 180, 170);
    add(Program.SOR, Mode.PLAIN, 10);
    roadRunner(Program.SOR, 0, 680);
    assertThat(rows())
        .containsExactly(
            "program plain ms idle ms times checked ms times roadrunner ms times recording events"
                + " races",
            "crypt 10.0 - - 200.0 20.00 170.0 17.00 50.0 5 none; roadrunner 1",
            "sor 10.0 - - - - 680.0 68.00 - - roadrunner none",
            "mean - 20.00 34.00 (geometric, of 0 idle, 1 checked and 2 roadrunner)");
  }

  @Test
  void roadRunnerThatFailed_hasItsColumns() {
    add(Program.CRYPT, Mode.PLAIN, 10);
    measured.add(Measurement.failed(Program.CRYPT, Mode.ROADRUNNER, "status 17"));
    assertThat(rows())
        .contains("crypt 10.0 - - - - - - - - roadrunner failed: status 17")
        .last()
        .isEqualTo("mean - - - (geometric, of 0 idle, 0 checked and 0 roadrunner)");
  }

  @Test
  void means_areGeometric() {
    add(Program.CRYPT, Mode.PLAIN, 10);
    add(Program.CRYPT, Mode.IDLE, 20);
    add(Program.SOR, Mode.PLAIN, 10);
    add(Program.SOR, Mode.IDLE, 80);
    assertThat(rows()).last().isEqualTo("mean 4.00 - (geometric, of 2 idle and 0 checked)");
  }

  @Test
  void races_areCounted() {
    add(Program.RAYTRACER, Mode.PLAIN, 10);
    checked(Program.RAYTRACER, Outcome.COMPLETE, 40, 5, 1, "");
    assertThat(rows().get(1)).isEqualTo("raytracer 10.0 - - 40.0 4.00 10.0 5 1");
  }

  @Test
  void programThatWasNotChecked_hasNoRatio() {
    add(Program.SOR, Mode.PLAIN, 10);
    checked(Program.SOR, Outcome.NOT_CHECKED, 40, 5, 0, "cut at the limit");
    add(Program.LUFACT, Mode.PLAIN, 10);
    checked(Program.LUFACT, Outcome.NOT_CHECKED, 40, 5, 2, "cut at the limit");
    assertThat(rows())
        .contains(
            "sor 10.0 - - 40.0 - 10.0 5 not checked: cut at the limit",
            "lufact 10.0 - - 40.0 - 10.0 5 not checked: cut at the limit (2 until then)")
        .last()
        .isEqualTo("mean - - (geometric, of 0 idle and 0 checked)");
  }

  @Test
  void failure_isSeen() {
    measured.add(Measurement.failed(Program.SERIES, Mode.PLAIN, "Validation failed"));
    add(Program.SERIES, Mode.IDLE, 10);
    measured.add(Measurement.failed(Program.SERIES, Mode.CHECKED, "status 1"));
    assertThat(rows().get(1))
        .isEqualTo(
            "series - 10.0 - - - - 0 plain failed: Validation failed; checked failed: status 1");
  }

  private void add(Program program, Mode mode, long... millis) {
    List<Long> nanos = Arrays.stream(millis).mapToObj(run -> run * MILLI).toList();
    measured.add(
        new Measurement(program, mode, Outcome.COMPLETE, nanos, List.of(), 0, 0, Split.NONE, ""));
  }

  private void roadRunner(Program program, int races, long... millis) {
    List<Long> nanos = Arrays.stream(millis).mapToObj(run -> run * MILLI).toList();
    measured.add(
        new Measurement(
            program,
            Mode.ROADRUNNER,
            Outcome.COMPLETE,
            nanos,
            List.of(),
            0,
            races,
            Split.NONE,
            ""));
  }

  /** Its recording takes a quarter of the time. */
  private void checked(
      Program program, Outcome outcome, long millis, long events, int races, String reason) {
    measured.add(
        new Measurement(
            program,
            Mode.CHECKED,
            outcome,
            List.of(millis * MILLI),
            List.of(millis * MILLI / 4),
            events,
            races,
            Split.NONE,
            reason));
  }

  /** The lines, with one space between their words. */
  private List<String> rows() {
    return new Table(measured).text().lines().map(line -> line.replaceAll(" +", " ")).toList();
  }
}
