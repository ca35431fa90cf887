package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  @Test
  void lines_areReadAsWhatWasWritten() {
    Measurement measured =
        new Measurement(
            5_000_000_000L,
            7,
            3,
            4,
            2,
            Map.of("ATest.a()", "wrong", "ATest.b()", ""),
            Map.of("write-read race (OBSERVED) on A.x: A:1, A:2", Set.of("ATest.c()", "d")));
    assertThat(Measurement.parse(measured.lines())).isEqualTo(measured);
  }

  @Test
  void reasonOfManyLines_staysInOneLine() {
    Measurement measured =
        new Measurement(1, 2, 3, 4, 5, Map.of("a", "no\tend,\n  see above\n"), Map.of());
    assertThat(measured.lines())
        .containsExactly("run\t1\t2\t3\t4\t5", "failure\ta\tno end, see above");
  }

  @Test
  void otherLines_areRejected() {
    assertThatThrownBy(() -> Measurement.parse(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no line of a run in []");
    assertThatThrownBy(() -> Measurement.parse(List.of("run\t1\t2\t3\t4\t5", "passed\ta")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown: passed\ta");
  }
}
