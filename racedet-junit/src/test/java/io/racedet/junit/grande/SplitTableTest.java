package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SplitTableTest {
  private static final long MILLI = 1_000_000;

  @Test
  void times_areThoseOfARun_andSharesThoseOfTheSum() {
    Split split =
        new Split(Map.of(Part.PROGRAM, 30 * MILLI, Part.ENGINES, 540 * MILLI, Part.GC, 30 * MILLI));
    assertThat(rows(split(Mode.SPLIT_FASTTRACK, split, 300, 100)))
        .startsWith(
            "program mode ms cpu ms program hooks merge engines proofs weaving rest gc jit",
            "sor split_fasttrack 200.0 300.0 5.0 0.0 0.0 90.0 0.0 0.0 0.0 5.0 0.0",
            "Of each run: its time, and that of all processors, of which the parts are percent. gc"
                + " and jit");
  }

  @Test
  void programThatFailed_hasNoShares() {
    assertThat(rows(Measurement.failed(Program.SOR, Mode.SPLIT, "status 1")))
        .contains("sor split - - - - - - - - - - - status 1");
  }

  @Test
  void runWithoutSamples_hasNoShares() {
    assertThat(rows(split(Mode.SPLIT, Split.NONE, 1)))
        .contains("sor split 1.0 0.0 - - - - - - - - -");
  }

  private static Measurement split(Mode mode, Split split, long... millis) {
    List<Long> runs = Arrays.stream(millis).mapToObj(run -> run * MILLI).toList();
    return new Measurement(Program.SOR, mode, Outcome.COMPLETE, runs, List.of(), 5, 0, split, "");
  }

  /** The lines, with one space between their words. */
  private static List<String> rows(Measurement measured) {
    return new SplitTable(List.of(measured))
        .text()
        .lines()
        .map(line -> line.replaceAll(" +", " "))
        .toList();
  }
}
