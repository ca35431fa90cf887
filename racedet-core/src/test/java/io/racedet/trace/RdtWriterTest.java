package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RdtWriterTest {
  private static final Workload WORKLOAD = new Workload(8, 100, 100_000, 1_000_000, 10, 2000, 0, 1);
  private static final Workload ENDLESS = new Workload(8, 100, 1000, 1L << 38, 10, 200, 0, 1);

  @TempDir private Path folder;

  @Test
  void eventWithLocation_takesLessThanFourBytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceReader trace = new GeneratedTrace(WORKLOAD);
        TraceWriter writer = TraceFormat.RDT.writer(out, trace.names())) {
      Traces.copy(trace, writer);
    }
    long names = 0;
    try (TraceReader trace = new GeneratedTrace(WORKLOAD)) {
      Traces.lines(trace);
      for (int variable = 0; variable < 80_000; variable++) {
        names += 1 + trace.names().name(Op.Operand.VARIABLE, variable).length();
      }
    }
    assertThat(out.size() - names).isLessThan(4 * WORKLOAD.events());
  }

  @Test
  void idsInAnyOrder_areNumberedByFirstUse() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = TraceFormat.RDT.writer(out, Names.IDS)) {
      EventBlock block = new EventBlock();
      block.append(EventBlock.word(Op.WRITE, 77, 5000), 12);
      block.append(EventBlock.word(Op.WRITE, 3, 40), 11);
      block.append(EventBlock.word(Op.READ, 77, 40), 12);
      writer.write(block);
    }
    try (TraceReader reader = reader(out.toByteArray())) {
      EventBlock block = new EventBlock();
      reader.read(block);
      assertThat(EventBlock.thread(block.words()[0])).isZero();
      assertThat(EventBlock.thread(block.words()[1])).isEqualTo(1);
      assertThat(EventBlock.operand(block.words()[2])).isEqualTo(1);
      assertThat(block.locations()[2]).isZero();
      assertThat(reader.names().name(Op.Operand.THREAD, 0)).isEqualTo("thread 77");
      assertThat(reader.names().location(1)).isEqualTo("location 11");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a|b(c)\n\r\t#", "\u00fc\ud83d\ude00"})
  void nameOfAnyText_isKept(String name) throws IOException {
    TestTrace trace = new TestTrace.Builder().add(name, Op.WRITE, name, name + "x").build();
    try (TraceReader reader = reader(Traces.bytes(trace, TraceFormat.RDT))) {
      reader.read(new EventBlock());
      assertThat(reader.names().name(Op.Operand.THREAD, 0)).isEqualTo(name);
      assertThat(reader.names().name(Op.Operand.VARIABLE, 0)).isEqualTo(name);
      assertThat(reader.names().location(0)).isEqualTo(name + "x");
    }
  }

  @Test
  void nameThatIsNoText_isRefusedAndWhatCameBeforeIsKept() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TestTrace trace =
        new TestTrace.Builder()
            .add("T", Op.WRITE, "fine", "a")
            .add("T", Op.WRITE, "\ud800", "b")
            .add("T", Op.WRITE, "fine", "c")
            .build();
    try (TraceWriter writer = TraceFormat.RDT.writer(out, trace)) {
      EventBlock block = new EventBlock();
      trace.events().forEach(e -> block.append(EventBlock.word(e.op(), 0, e.operand()), 0));
      assertThatThrownBy(() -> writer.write(block))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("variable name: ");
      block.truncate(1);
      writer.write(block);
    }
    assertThat(lines(out.toByteArray())).containsExactly("T|w(fine)|a", "T|w(fine)|a");
  }

  @Test
  void nameThatIsTooLong_isRefused() {
    TestTrace trace =
        new TestTrace.Builder().add("T", Op.WRITE, "x".repeat((1 << 20) + 1), "a").build();
    assertThatThrownBy(() -> Traces.bytes(trace, TraceFormat.RDT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 1048576 bytes");
  }

  @Test
  void manyLongNames_areKept() throws IOException {
    TestTrace.Builder builder = new TestTrace.Builder();
    for (int i = 0; i < 40; i++) {
      builder.add("T", Op.WRITE, i + "x".repeat(1 << 18), "a");
    }
    TestTrace trace = builder.build();
    List<String> read = lines(Traces.bytes(trace, TraceFormat.RDT));
    assertThat(read).hasSize(40).last().asString().startsWith("T|w(39xxx");
  }

  @Test
  void flush_makesWhatIsWrittenReadable() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TestTrace trace = TestTrace.parse("T1|w(x)|a");
    try (TraceWriter writer = TraceFormat.RDT.writer(out, trace)) {
      EventBlock block = new EventBlock();
      block.append(EventBlock.word(Op.WRITE, 0, 0), 0);
      writer.write(block);
      writer.flush();
      try (TraceReader reader =
          TraceFormat.RDT.reader(new ByteArrayInputStream(out.toByteArray()), "torn", true)) {
        assertThat(Traces.lines(reader)).containsExactly("T1|w(x)|a");
        assertThat(reader.dropped()).isEqualTo(1);
      }
    }
  }

  /** Writes until it is killed. */
  static final class Endless {
    private Endless() {}

    public static void main(String[] args) throws IOException {
      try (OutputStream out = Files.newOutputStream(Path.of(args[0]));
          TraceReader trace = new GeneratedTrace(ENDLESS);
          TraceWriter writer = TraceFormat.RDT.writer(out, trace.names())) {
        Traces.copy(trace, writer);
      }
    }
  }

  @Test
  @Timeout(60)
  void killedWriter_losesTheLastBlockAtMost() throws Exception {
    Path file = folder.resolve("killed.rdt");
    Process writer =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    while (!Files.exists(file) || Files.size(file) < 1 << 20) {
      assertThat(writer.isAlive()).isTrue();
      Thread.sleep(5);
    }
    writer.destroyForcibly().waitFor();

    int events = 0;
    EventBlock block = new EventBlock();
    EventBlock expected = new EventBlock();
    try (TraceReader reader = TraceFile.open(file, null, true);
        TraceReader again = new GeneratedTrace(ENDLESS)) {
      while (reader.read(block)) {
        again.read(expected);
        for (int i = 0; i < block.size(); i++) {
          assertThat(block.words()[i]).isEqualTo(expected.words()[i]);
          assertThat(block.locations()[i]).isEqualTo(expected.locations()[i]);
        }
        events += block.size();
        block.clear();
        expected.clear();
      }
      assertThat(reader.dropped()).isPositive();
    }
    // An event takes four bytes or less, and at most one block of the file is lost.
    assertThat(events).isGreaterThan((int) (Files.size(file) / 4) - BlockFormat.MAX_COUNTED);
  }

  private static List<String> lines(byte[] bytes) throws IOException {
    try (TraceReader reader = reader(bytes)) {
      return Traces.lines(reader);
    }
  }

  private static TraceReader reader(byte[] bytes) throws IOException {
    return TraceFormat.RDT.reader(new ByteArrayInputStream(bytes), "test.rdt", false);
  }
}
