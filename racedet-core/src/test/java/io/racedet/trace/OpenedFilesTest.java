package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NAMES;
import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How files are opened, closed, and refused. */
class OpenedFilesTest {
  static final TestTrace TRACE = TestTrace.parse("T1|w(x)|a", "T2|r(x)|");

  @TempDir Path folder;

  Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  @Test
  void gzip_isNamedSo() {
    assertThat(TraceFile.isGzip(Path.of("a.std.gz"))).isTrue();
    assertThat(TraceFile.isGzip(Path.of("a.gz.std"))).isFalse();
    assertThat(TraceFile.isGzip(Path.of("gz"))).isFalse();
  }

  /** What is expected in place of an unknown format. */
  String known() {
    return "one of rdt, std; the jar racedet-compressed has more";
  }

  @Test
  void unknownExtension_isRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> TraceFile.formatOf(Path.of("folder/a.txt.gz")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "folder/a.txt.gz: unknown extension (expected: "
                + known()
                + ", or an explicit format)");
    assertThatThrownBy(() -> TraceFormat.named("txt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("format: txt (expected: " + known() + ")");
  }

  @Test
  void format_isThatOfTheFirstBytes() throws IOException {
    for (TraceFormat format : TraceFormat.all()) {
      assertThat(TraceFormat.named(format.formatName())).isEqualTo(format);
      assertThat(format).hasToString(format.formatName());
      byte[] bytes = Traces.bytes(TRACE, format);
      boolean isText = format == TraceFormat.STD;
      assertThat(TraceFormat.of(Arrays.copyOf(bytes, 8))).isEqualTo(format);
      assertThat(TraceFormat.of(Arrays.copyOf(bytes, 7))).isEqualTo(TraceFormat.STD);
      for (int at = 0; at < 8; at++) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        assertThat(TraceFormat.of(changed)).isEqualTo(TraceFormat.STD);
      }
      try (TraceReader reader =
          TraceFile.open(new ByteArrayInputStream(bytes), "a stream", null, false)) {
        assertThat(reader.source()).isEqualTo("a stream");
        assertThat(reader.statedEvents()).isEqualTo(-1);
        assertThat(reader.mostEvents()).isEqualTo(10_000_000_000L);
        assertThat(Traces.lines(reader)).containsExactly("T1|w(x)|a", "T2|r(x)|");
      }
      assertThat(isText || bytes[0] == (byte) 0x89).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.std", "t.rdt", "t.std.gz", "t.rdt.gz"})
  void file_isWrittenAndReadByItsName(String name) throws IOException {
    Path file = folder.resolve(name);
    try (TraceReader reader =
            TraceFile.open(file("from.rdt", Traces.bytes(TRACE, TraceFormat.RDT)), null, false);
        TraceWriter writer = TraceFile.create(file, null, reader.names())) {
      Traces.copy(reader, writer);
    }
    try (TraceReader reader = TraceFile.open(file, null, false)) {
      assertThat(reader.source()).isEqualTo(file.toString());
      boolean states = name.equals("t.rdt") || name.startsWith("t.slp");
      assertThat(reader.statedEvents()).isEqualTo(states ? 2 : -1);
      assertThat(Traces.lines(reader)).containsExactly("T1|w(x)|a", "T2|r(x)|");
    }
  }

  @Test
  void explicitFormat_isTaken() throws IOException {
    byte[] bytes = Traces.bytes(TRACE, TraceFormat.RDT);
    try (TraceReader reader = TraceFile.open(file("t.std", bytes), TraceFormat.RDT, false)) {
      assertThat(Traces.lines(reader)).hasSize(2);
    }
    Path text = file("text.rdt", Traces.bytes(TRACE, TraceFormat.STD));
    try (TraceReader reader = TraceFile.open(text, TraceFormat.RDT, false)) {
      assertThatThrownBy(() -> Traces.lines(reader))
          .hasMessageContaining("not a file in the format rdt");
    }
    TraceFile.create(folder.resolve("text.txt"), TraceFormat.STD, TRACE).close();
    assertThat(folder.resolve("text.txt")).isEmptyFile();
  }

  @Test
  void fileOfAnotherFormat_orVersion_isRefused() throws IOException {
    String none =
        "byte 0, after 0 events: not a file in the format rdt (expected: the first bytes of such"
            + " a file)";
    byte[] slp = new WrittenOutFile('S').trailer(0).toBytes();
    byte[] rdt = new WrittenOutFile('R').trailer(0).toBytes();
    for (byte[] bytes : List.of(new byte[0], slp, Arrays.copyOf(rdt, 11))) {
      assertThatThrownBy(() -> new FileReading(TraceFormat.RDT, bytes).lines())
          .hasMessage("test.file: " + none);
    }
    rdt[8] = 2;
    assertThatThrownBy(() -> new FileReading(TraceFormat.RDT, rdt).lines())
        .hasMessage(
            "test.file: byte 0, after 0 events: version 2 of the format (expected: version 1)");
  }

  /** Asserts that it fails, and leaves no file open, many times. */
  private static void assertFailsAndCloses(String message, ThrowingCallable opening) {
    var system = ManagementFactory.getOperatingSystemMXBean();
    long before = open(system);
    for (int i = 0; i < 200; i++) {
      assertThatThrownBy(opening).hasMessageContaining(message);
    }
    assertThat(open(system)).isLessThan(before + 100);
  }

  private static long open(Object system) {
    return system instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0;
  }

  @Test
  void fileThatIsNotCompressed_isRefusedAndClosed() throws IOException {
    Path file = file("t.rdt.gz", "T1|w(x)|a\n".getBytes(UTF_8));
    assertFailsAndCloses(
        file + ": byte 0: Not in GZIP format (expected: a gzip file)",
        () -> TraceFile.open(file, null, false));
    Path empty = file("empty.std.gz", new byte[0]);
    assertFailsAndCloses(
        empty + ": byte 0: the end of the file (expected: a gzip file)",
        () -> TraceFile.open(empty, null, false));
  }

  @Test
  void fileThatCannotBeRead_isClosed() {
    assertFailsAndCloses("directory", () -> TraceFile.open(folder, TraceFormat.RDT, false));
    assertFailsAndCloses("directory", () -> TraceFile.open(folder, null, false));
  }

  @Test
  void fileThatCannotBeWritten_isClosed() {
    Path full = Path.of("/dev/full");
    if (Files.isWritable(full)) {
      assertFailsAndCloses("", () -> TraceFile.create(full, TraceFormat.RDT, Names.IDS));
    }
  }

  @ParameterizedTest
  @MethodSource("io.racedet.trace.WrittenBlocksTest#binary")
  void everyCut_isSaidExactly(TraceFormat format) throws IOException {
    boolean isRdt = format == TraceFormat.RDT;
    WrittenOutFile file = new WrittenOutFile(isRdt ? 'R' : 'S');
    Object[] contents = isRdt ? new Object[] {0, 0, 2, 0, 1} : new Object[] {1, 0, 2, 0, 1, 0, 1};
    file.block(1, 1, NAMES, contents);
    int second = file.size();
    file.block(1, 1, NO_NAMES, isRdt ? new Object[] {0, 0, 32} : new Object[] {0, 0, 1});
    int trailer = file.size();
    byte[] whole = file.trailer(2).toBytes();
    for (int length = 12; length < whole.length; length++) {
      int events = length < second ? 0 : length < trailer ? 1 : 2;
      int begin = new int[] {12, second, trailer}[events];
      String found = length == begin ? "the end of the file" : "the end of the file inside a block";
      String expected = length < begin + 13 ? "a trailer" : "the rest of the block, and a trailer";
      String fault = "byte " + begin + ", after " + events + " events: " + found;
      new FileReading(format, Arrays.copyOf(whole, length))
          .assertDamaged(events, fault + " (expected: " + expected + ")", 1);
    }
    byte[] damaged = whole.clone();
    damaged[second + 13] ^= 1;
    new FileReading(format, damaged)
        .assertDamaged(
            1,
            "byte "
                + second
                + ", after 1 events: a damaged block (expected: one that matches its"
                + " checksum)",
            1);
    new FileReading(format, Arrays.copyOf(whole, whole.length + 1))
        .assertDamaged(
            2,
            "byte "
                + trailer
                + ", after 2 events: bytes after the trailer (expected: the end of"
                + " the file)",
            1);
  }

  @Test
  void trailer_isComparedWithWhatWasRead() throws IOException {
    long[][] trailers = {{1, 2}, {2, 1}, {0, 1}, {1, 0}};
    for (long[] numbers : trailers) {
      WrittenOutFile file = new WrittenOutFile('R').block(1, 1, NAMES, 0, 0, 2, 0, 1);
      int at = file.size();
      new FileReading(TraceFormat.RDT, file.trailer(numbers[0], numbers[1]).toBytes())
          .assertDamaged(
              1,
              "byte "
                  + at
                  + ", after 1 events: a trailer for "
                  + numbers[0]
                  + " blocks and "
                  + numbers[1]
                  + " events (expected: one for 1 blocks and 1 events)",
              1);
    }
  }

  @Test
  void compressedFileThatIsCut_isReadUpToThere() throws IOException {
    WrittenOutFile file = new WrittenOutFile('R').block(1, 1, NAMES, 0, 0, 2, 0, 1);
    int at = file.size();
    byte[] gzip = HostileFiles.gzip(file.trailer(1).toBytes());
    Path path = file("t.rdt.gz", Arrays.copyOf(gzip, gzip.length - 8));
    try (TraceReader reader = TraceFile.open(path, null, false)) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      block.clear();
      assertThatThrownBy(() -> reader.read(block))
          .isInstanceOf(TraceFormatException.class)
          .hasMessage(
              path
                  + ": byte "
                  + at
                  + ", after 1 events: damaged: the end of the file"
                  + " (expected: a whole gzip file)");
    }
  }

  @Test
  void readerOfABinaryFile_closesIt() throws IOException {
    boolean[] closed = new boolean[1];
    TraceFormat.RDT
        .reader(
            new ByteArrayInputStream(new byte[0]) {
              @Override
              public void close() {
                closed[0] = true;
              }
            },
            "test.file",
            false)
        .close();
    assertThat(closed[0]).isTrue();
  }

  @Test
  void traceThatIsNotOfAFile_hasNoLengthBefore() throws IOException {
    try (TraceReader trace = new GeneratedTrace(new Workload(1, 0, 1, 3, 0, 1, 0, 1))) {
      assertThat(trace.statedEvents()).isEqualTo(-1);
      assertThat(trace.mostEvents()).isEqualTo(EventBlock.MAX_INDEX);
      assertThat(trace.dropped()).isZero();
      assertThatThrownBy(() -> trace.onDropped(null))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("listener");
      trace.onDropped(left -> {});
    }
  }
}
