package io.racedet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Race;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** An engine that runs out of memory loses neither its races nor the other engines. */
class OutOfMemoryTest {
  private static final String RACE = "T1|w(x)|a\nT2|w(x)|b\n";
  private static final String BLOCK = "T1|r(y)|c\n".repeat(4096);
  private static final String LATER_RACE = "T1|w(z)|d\nT2|w(z)|e\n";

  private static RaceReport[] reports(int atBlock) throws IOException {
    TraceAnalysis analysis =
        TraceAnalysis.with("fasttrack")
            .engine(
                FailingEngine.at(
                    atBlock,
                    () -> {
                      throw new OutOfMemoryError("Java heap space");
                    }))
            .build();
    byte[] text = (RACE + BLOCK + LATER_RACE).getBytes(UTF_8);
    try (TraceReader trace =
        TraceFormat.STD.reader(new ByteArrayInputStream(text), "t.std", false)) {
      return analysis.run(trace).toArray(RaceReport[]::new);
    }
  }

  @Test
  void inABlock_keepsWhatWasFound() throws IOException {
    RaceReport[] reports = reports(1);
    assertThat(reports[0].races()).extracting(Race::variable).containsExactly("x", "z");
    assertThat(reports[0].problems()).isEmpty();
    assertThat(reports[1].races()).extracting(Race::variable).containsExactly("x");
    assertThat(reports[1].problems())
        .containsExactly(
            "failing failed at event 4096: java.lang.OutOfMemoryError: Java heap space");
    assertThat(reports[1].events()).isEqualTo(4096);
  }

  @Test
  void atTheEnd_keepsWhatWasFound() throws IOException {
    RaceReport[] reports = reports(Integer.MAX_VALUE);
    assertThat(reports[1].races()).extracting(Race::variable).containsExactly("x", "z");
    assertThat(reports[1].failures()).extracting(AnalysisFailure::event).containsExactly(4100L);
    assertThat(reports[1].problems().get(0)).endsWith("java.lang.OutOfMemoryError: at the end");
  }
}
