package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Walk;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However a file is damaged, events that were written are read, then a clear error is thrown. */
abstract class DamagedFileContract {
  private static final long SOAK_SECONDS = 300;

  private static final int MAX_READ = 1 << 20; // events of an invalid file

  private final TraceFormat format;
  private List<String> original;
  private byte[] file; // has several blocks

  DamagedFileContract(TraceFormat format) {
    this.format = format;
  }

  @BeforeEach
  void write() throws IOException {
    Shape shape = Shape.everything().withMaxEvents(60);
    TestTrace trace = RandomTraces.of(shape, 1);
    for (int seed = 2; trace.size() < 50; seed++) {
      trace = RandomTraces.of(shape, seed);
    }
    original = trace.toString().lines().filter(line -> !line.isEmpty()).toList();
    file = inBlocksOf(20, original);
  }

  private byte[] inBlocksOf(int events, List<String> lines) throws IOException {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceReader reader =
        new StdReader(new ByteArrayInputStream(text), "text", false, TraceLimits.DEFAULT)) {
      EventBlock whole = new EventBlock();
      reader.read(whole);
      try (TraceWriter writer = format.writer(out, reader.names())) {
        EventBlock block = new EventBlock();
        for (int i = 0; i < whole.size(); i++) {
          block.append(whole.words()[i], whole.locations()[i]);
          if (block.size() == events) {
            writer.write(block);
            writer.flush();
            block.clear();
          }
        }
        writer.write(block);
      }
    }
    return out.toByteArray();
  }

  @Test
  void wholeFile_isRead() throws IOException {
    assertThat(original).hasSizeGreaterThan(40);
    assertThat(HostileFiles.blocks(file)).hasSizeGreaterThan(3);
    assertThat(readWhole(file)).isEqualTo(original);
  }

  @Test
  void everyTruncation_givesWhatIsWholeAndThenAnError() throws IOException {
    int whole = 0;
    for (int length = 0; length < file.length; length++) {
      List<String> read = new ArrayList<>();
      Throwable error = catchThrowable(read(Arrays.copyOf(file, length), read));
      assertThat(error)
          .as("%d bytes", length)
          .isInstanceOf(TraceFormatException.class)
          .hasMessageStartingWith("test.file: byte ")
          .hasMessageContaining(", after " + read.size() + " events: ");
      assertThat(read).isEqualTo(original.subList(0, read.size()));
      assertThat(read.size()).isGreaterThanOrEqualTo(whole);
      whole = read.size();
    }
    assertThat(whole).isEqualTo(original.size());
  }

  @Test
  void everyFlippedBit_isNoticed() throws IOException {
    for (int bit = 0; bit < file.length * Byte.SIZE; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      List<String> read = new ArrayList<>();
      assertThatThrownBy(read(flipped, read))
          .as("bit %d", bit)
          .isInstanceOf(TraceFormatException.class);
      assertThat(read).as("bit %d", bit).isEqualTo(original.subList(0, read.size()));
    }
  }

  @Test
  void lenient_keepsWhatIsWholeAndSaysThatSomethingIsLost() throws IOException {
    for (int length = BlockFormat.HEADER; length < file.length; length++) {
      try (TraceReader reader = reader(Arrays.copyOf(file, length), true)) {
        List<String> read = Traces.lines(reader);
        assertThat(read).isEqualTo(original.subList(0, read.size()));
        assertThat(reader.dropped()).as("%d bytes", length).isPositive();
      }
    }
    try (TraceReader reader = reader(file, true)) {
      assertThat(Traces.lines(reader)).isEqualTo(original);
      assertThat(reader.dropped()).isZero();
    }
  }

  @Test
  void otherVersion_namesBoth() {
    byte[] newer = file.clone();
    newer[BlockFormat.MAGIC_LENGTH] = 2;
    assertThatThrownBy(() -> readWhole(newer))
        .hasMessageContaining("version 2 of the format (expected: version 1)");
  }

  @Test
  void bytesBehindTheTrailer_areAnError() {
    assertThatThrownBy(() -> readWhole(Arrays.copyOf(file, file.length + 1)))
        .hasMessageContaining("bytes after the trailer");
  }

  @Test
  void blockLeftOut_isNoticedByTheTrailer() throws IOException {
    List<byte[]> parts = HostileFiles.blocks(file);
    parts.remove(parts.size() - 2);
    assertThatThrownBy(() -> readWhole(HostileFiles.join(parts)))
        .hasMessageContaining("a trailer for 3 blocks")
        .hasMessageContaining("(expected: one for 2 blocks and 40 events)");
  }

  @Test
  @Timeout(10)
  void lengthsOutOfRange_allocateNothing() throws IOException {
    for (int field : new int[] {BlockFormat.LENGTH, BlockFormat.COUNT}) {
      for (int value : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 24}) {
        List<byte[]> parts = HostileFiles.blocks(file);
        ByteBuffer.wrap(parts.get(1)).order(ByteOrder.LITTLE_ENDIAN).putInt(field, value);
        HostileFiles.seal(parts.get(1));
        assertThatThrownBy(() -> readWhole(HostileFiles.join(parts)))
            .isInstanceOf(TraceFormatException.class)
            .hasMessageContaining("an invalid block header");
      }
    }
  }

  /** Replaces every byte of a block by up to eight bytes of ones, with a correct checksum. */
  @Test
  void payloadOfOnes_isNonsenseAndNoMore() throws IOException {
    for (int at = BlockFormat.PAYLOAD; at < HostileFiles.blocks(file).get(1).length; at++) {
      List<byte[]> parts = HostileFiles.blocks(file);
      byte[] block = parts.get(1);
      Arrays.fill(block, at, Math.min(at + 9, block.length), (byte) 0xFF);
      HostileFiles.seal(block);
      assertReadsOrRefuses(HostileFiles.join(parts));
    }
  }

  @Test
  @Timeout(20)
  void sealedNonsense_isReadOrRefused() throws IOException {
    fuzz(file, System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(300));
  }

  @Test
  @Tag("soak")
  void sealedNonsenseOfALargeFile_isReadOrRefused() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceReader trace =
            new GeneratedTrace(new Workload(8, 50, 20_000, 300_000, 10, 500, 10, 3));
        TraceWriter writer = format.writer(out, trace.names())) {
      Traces.copy(trace, writer);
    }
    fuzz(out.toByteArray(), System.nanoTime(), TimeUnit.SECONDS.toNanos(SOAK_SECONDS));
  }

  /** Changes bytes of blocks at random and corrects the checksums. */
  private void fuzz(byte[] bytes, long seed, long nanos) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    long start = System.nanoTime();
    int refused = 0;
    int rounds = 0;
    for (; System.nanoTime() - start < nanos || rounds < 100; rounds++) {
      try {
        refused += assertReadsOrRefuses(HostileFiles.damagedBlock(bytes, random)) ? 0 : 1;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", round " + rounds, e);
      }
    }
    assertThat(refused).as("refused of %d, seed %d", rounds, seed).isPositive();
  }

  /** Damage may also make a range of an event. */
  private static void assertHasNames(EventBlock block, int i, Names names) {
    long word = block.words()[i];
    if (EventBlock.isRange(word)) {
      long first = EventBlock.firstOf(word);
      long walk = block.walkOf(i);
      int variable = EventBlock.operand(first);
      int last = variable + (Walk.count(walk) - 1) * Walk.stride(walk);
      Traces.line(first, block.locations()[i], names);
      Traces.line(EventBlock.withOperand(first, last), block.locations()[i], names);
    } else {
      Traces.line(word, block.locations()[i], names);
    }
  }

  /** Whether the whole file can be read; all events read must have names. */
  private boolean assertReadsOrRefuses(byte[] bytes) throws IOException {
    EventBlock block = new EventBlock();
    try (TraceReader reader = reader(bytes, false)) {
      for (int events = 0; events < MAX_READ && reader.read(block); ) {
        for (int i = 0; i < block.size(); i++) {
          assertHasNames(block, i, reader.names());
        }
        events += block.size();
        block.clear();
      }
      return true;
    } catch (TraceFormatException e) {
      assertThat(e).hasMessageStartingWith("test.file: byte ");
      return false;
    }
  }

  private List<String> readWhole(byte[] bytes) throws IOException {
    try (TraceReader reader = reader(bytes, false)) {
      return Traces.lines(reader);
    }
  }

  /** Reads block by block into a list, until an error. */
  private ThrowingCallable read(byte[] bytes, List<String> into) {
    return () -> {
      try (TraceReader reader = reader(bytes, false)) {
        EventBlock block = new EventBlock();
        while (reader.read(block)) {
          for (int i = 0; i < block.size(); i++) {
            into.add(Traces.line(block.words()[i], block.locations()[i], reader.names()));
          }
          block.clear();
        }
      }
    };
  }

  private TraceReader reader(byte[] bytes, boolean lenient) throws IOException {
    return format.reader(new ByteArrayInputStream(bytes), "test.file", lenient);
  }
}
