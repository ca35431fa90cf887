package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How files are opened if one can be {@code slp}, as {@link OpenedFilesTest}. */
class SlpFilesOpenedTest extends OpenedFilesTest {
  @Override
  String known() {
    return "one of rdt, slp, std";
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.slp", "t.slp.gz"})
  void slp_isWrittenAndReadByItsName(String name) throws IOException {
    file_isWrittenAndReadByItsName(name);
  }

  @ParameterizedTest
  @MethodSource("io.racedet.trace.TraceFormat#all")
  void slpAlone_hasAGrammar(TraceFormat format) throws IOException {
    try (TraceReader reader =
        format.reader(new ByteArrayInputStream(Traces.bytes(TRACE, format)), "a stream", false)) {
      assertThat(reader instanceof GrammarReader).isEqualTo(format.formatName().equals("slp"));
      assertThat(GrammarReader.grammarOf(reader).events()).isEqualTo(2);
    }
  }

  @Test
  void fileOfAnotherFormat_isNoSlp() throws IOException {
    byte[] bytes = Traces.bytes(TRACE, TraceFormat.RDT);
    try (TraceReader reader =
        TraceFile.open(file("t.rdt", bytes), TraceFormat.named("slp"), false)) {
      assertThatThrownBy(() -> Traces.lines(reader))
          .hasMessage(
              folder.resolve("t.rdt")
                  + ": byte 0, after 0 events: not a file in the format slp (expected: the first"
                  + " bytes of such a file)");
    }
  }

  @Test
  void traceThatIsNotOfAFile_hasNoGrammarBefore() throws IOException {
    try (TraceReader trace = new GeneratedTrace(new Workload(1, 0, 1, 3, 0, 1, 0, 1))) {
      assertThat(trace).isNotInstanceOf(GrammarReader.class);
      assertThat(GrammarReader.grammarOf(trace).events()).isEqualTo(3);
    }
  }
}
