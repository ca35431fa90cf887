package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of every format of the catalogue. */
class TraceFileTest {
  private static final int TRACES = TraceRuns.SOME / 2;
  private static final int MANY = 10_000;

  @TempDir private Path folder;

  static List<TraceFormat> formats() {
    return TraceFormat.all();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void randomTraces_thereAndBack_areTheSameBytes(TraceFormat format) throws IOException {
    checkThereAndBack(format, TRACES);
  }

  @ParameterizedTest
  @MethodSource("formats")
  @Tag("soak")
  void manyRandomTraces_thereAndBack_areTheSameBytes(TraceFormat format) throws IOException {
    checkThereAndBack(format, MANY);
  }

  private static void checkThereAndBack(TraceFormat format, int traces) throws IOException {
    long seed = System.nanoTime();
    for (int i = 0; i < traces; i++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), seed + i);
      byte[] text = Traces.bytes(trace, TraceFormat.STD);
      byte[] there = Traces.convert(text, format);
      assertThat(Traces.convert(there, TraceFormat.STD)).as("seed %d", seed + i).isEqualTo(text);
      assertThat(Traces.convert(Traces.convert(there, TraceFormat.STD), format))
          .as("seed %d", seed + i)
          .isEqualTo(there);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void randomTraces_throughGzip_areTheSame(TraceFormat format) throws IOException {
    Path gzip = folder.resolve("trace." + format.formatName() + ".gz");
    long seed = System.nanoTime();
    for (int i = 0; i < TRACES / 5; i++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), seed + i);
      Path plain = folder.resolve("plain.std");
      Files.write(plain, Traces.bytes(trace, TraceFormat.STD));
      copy(plain, gzip);
      assertThat(Arrays.copyOf(Files.readAllBytes(gzip), 2)).containsExactly(0x1f, 0x8b);
      try (TraceReader reader = TraceFile.open(gzip, null, false)) {
        assertThat(Traces.lines(reader)).isEqualTo(Files.readAllLines(plain));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void emptyTrace_isATrace(TraceFormat format) throws IOException {
    Path file = folder.resolve("empty." + format.formatName());
    TraceFile.create(file, null, TestTrace.parse("")).close();
    try (TraceReader reader = TraceFile.open(file, null, false)) {
      assertThat(Traces.lines(reader)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void largeTrace_thereAndBack_isTheSame(TraceFormat format) throws IOException {
    Path file = folder.resolve("large." + format.formatName());
    Workload workload = new Workload(12, 40, 3000, 100_000, 15, 500, 100, 11);
    try (TraceReader trace = new GeneratedTrace(workload);
        TraceWriter writer = TraceFile.create(file, null, trace.names())) {
      Traces.copy(trace, writer);
    }
    try (TraceReader written = TraceFile.open(file, null, false);
        TraceReader again = new GeneratedTrace(workload)) {
      assertThat(Traces.lines(written)).isEqualTo(Traces.lines(again));
    }
  }

  @Test
  void gzipThatIsNone_isAnErrorWithTheName() throws IOException {
    Path file = Files.writeString(folder.resolve("fake.std.gz"), "T1|w(x)|a\n");
    assertThatThrownBy(() -> TraceFile.open(file, null, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("fake.std.gz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace", "trace.txt", "trace.gz", "std"})
  void extensionOfNoFormat_isRefused(String name) {
    assertThatThrownBy(() -> TraceFile.formatOf(Path.of(name)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: one of " + String.join(", ", TraceFormat.names()));
  }

  @Test
  void format_byExtensionByNameAndByFirstBytes() throws IOException {
    assertThat(TraceFile.formatOf(Path.of("a.std"))).isEqualTo(TraceFormat.STD);
    assertThat(TraceFile.formatOf(Path.of("a.std.rdt.gz"))).isEqualTo(TraceFormat.RDT);
    assertThat(TraceFormat.named("std")).isEqualTo(TraceFormat.STD);
    TestTrace trace = TestTrace.parse("T1|w(x)|a");
    for (TraceFormat format : TraceFormat.all()) {
      assertThat(TraceFormat.of(Traces.bytes(trace, format))).isEqualTo(format);
    }
    assertThat(TraceFormat.of("".getBytes(UTF_8))).isEqualTo(TraceFormat.STD);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (TraceReader reader = TraceFile.open(from, null, false);
        TraceWriter writer = TraceFile.create(to, null, reader.names())) {
      Traces.copy(reader, writer);
    }
  }
}
