package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.TestTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link TraceFileTest} where a file can be {@code slp}. */
class SlpFileTest extends TraceFileTest {
  static List<TraceFormat> formats() {
    return List.of(TraceFormat.named("slp"));
  }

  @Test
  void eachName_isAskedForOnce() throws IOException {
    new StdWriterTest().eachName_isAskedForOnce_howeverIdsAreOrdered();
  }

  @Test
  void file_isOneSplit(@TempDir Path other) throws IOException {
    TestTrace trace = TestTrace.parse("T1|w(x)|a", "T2|r(x)|");
    Path file = Files.write(other.resolve("t.slp"), Traces.bytes(trace, TraceFormat.named("slp")));
    assertThat(TraceSplit.list(file, false)).containsExactly(TraceSplit.WHOLE);
    try (TraceReader reader = TraceSplit.WHOLE.open(file, false)) {
      assertThat(Traces.lines(reader)).hasSize(2);
    }
  }
}
