package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoadRunnerLogTest {
  private static final Run RUN =
      new Run(Program.SOR, Mode.ROADRUNNER, Path.of("original.jar"), Path.of("reports"));

  @Test
  void timedRuns_areReadWithoutTheWarmUps() {
    assertThat(RoadRunnerLog.parse(log(3, false, "")).runs()).containsExactly(3_691L, 992L);
  }

  @Test
  void errors_areThoseOfDistinctFields() {
    assertThat(RoadRunnerLog.parse(log(3, false, "")).errors()).isEqualTo(3);
    assertThat(RoadRunnerLog.parse(log(0, false, "")).errors()).isZero();
  }

  @Test
  void logOfAnotherKind_isRejected() {
    assertThatThrownBy(() -> RoadRunnerLog.parse("<entry> </entry>"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no <failed> in <entry> </entry>");
  }

  @Test
  void rightResult_isComplete() {
    Measurement measured =
        RoadRunnerLog.parse(log(1, false, "")).measurement(RUN, "Section2:SOR:Kernel:SizeA\n");
    assertThat(measured)
        .isEqualTo(
            new Measurement(
                Program.SOR,
                Mode.ROADRUNNER,
                Outcome.COMPLETE,
                List.of(3_691_000_000L, 992_000_000L),
                List.of(),
                0,
                1,
                Split.NONE,
                ""));
  }

  @Test
  void wrongResult_isAFailure() {
    Measurement measured =
        RoadRunnerLog.parse(log(0, false, "")).measurement(RUN, "a line\nValidation failed\n");
    assertThat(measured.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(measured.reason()).isEqualTo("Validation failed");
  }

  @Test
  void failureOfRoadRunner_isOne() {
    Measurement measured =
        RoadRunnerLog.parse(log(0, true, "No method iterate (panicked)")).measurement(RUN, "");
    assertThat(measured.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(measured.reason()).isEqualTo("No method iterate (panicked)");
  }

  @Test
  void logWithoutTimes_isAFailure() {
    RoadRunnerLog log = RoadRunnerLog.parse(log(0, false, "").replace("Iter", "Warmup"));
    assertThat(log.measurement(RUN, "").reason()).isEqualTo("no timed run");
  }

  /** As RoadRunner writes it, without what is not read. */
  private static String log(int errors, boolean failed, String reason) {
    return """
        <entry>
          <date> Thu Nov 26 18:06:13 UTC 2026 </date>\s
          <options>
            <option><name> warmup </name>             <value> 1 </value>  </option>
          </options>
          <counters>

            <counter><name> "FT: Total Ops" </name>                  <value> 0 </value> </counter>

            <counter><name> "RRBench: Warmup 1" </name> <value> 11,736 </value> </counter>
            <counter><name> "RRBench: Iter 1" </name> <value> 3,691 </value> </counter>
            <counter><name> "RRBench: Iter 2" </name> <value> 992 </value> </counter>
            <counter><name> "RRBench: Average" </name> <value> 2,341 </value> </counter>
          </counters>
          <errorTotal> 7 </errorTotal>\s
          <distinctErrorTotal> %d </distinctErrorTotal>\s
          <failed> %b </failed>\s
          <failedReason> %s </failedReason>\s
        </entry>
        """
        .formatted(errors, failed, reason);
  }
}
