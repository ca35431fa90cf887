package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.trace.block.BlockFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the end of a file states: it is found by itself, and nothing else is taken for it. */
class StatedLengthTest {
  private static final int TRAILER = 13 + 16;

  @TempDir private Path folder;

  private static WrittenOutFile start() {
    return new WrittenOutFile('R').block(1, 1, NAMES, 0, 0, 2, 0, 1).block(3, 0, NAMES);
  }

  private long ofEnd(byte[] bytes) throws IOException {
    return StatedLength.ofEnd(Files.write(folder.resolve("file"), bytes));
  }

  private static long ofStream(byte[] bytes) throws IOException {
    return StatedLength.ofStream(new ByteArrayInputStream(bytes));
  }

  @Test
  void trailer_isFoundAtTheEnd() throws IOException {
    for (long events : new long[] {0, 1, 77, 1L << 40}) {
      for (WrittenOutFile file : List.of(start(), new WrittenOutFile('S'))) {
        byte[] bytes = file.trailer(events).toBytes();
        assertThat(ofEnd(bytes)).isEqualTo(events);
        assertThat(ofStream(bytes)).isEqualTo(events);
      }
    }
  }

  /** A stream is read up to its trailer; what is behind it is for the reader to refuse. */
  @Test
  void cutFile_statesNothing() throws IOException {
    byte[] whole = start().trailer(7).toBytes();
    for (int length = 0; length < whole.length; length++) {
      assertThat(ofEnd(Arrays.copyOf(whole, length))).as("%d bytes", length).isEqualTo(-1);
      assertThat(ofStream(Arrays.copyOf(whole, length))).as("%d bytes", length).isEqualTo(-1);
    }
    assertThat(ofEnd(Arrays.copyOf(whole, whole.length + 1))).isEqualTo(-1);
    assertThat(ofStream(Arrays.copyOf(whole, whole.length + 1))).isEqualTo(7);
  }

  @Test
  void trailerWithoutAHeaderBeforeIt_statesNothing() throws IOException {
    byte[] trailer = new WrittenOutFile('R').trailer(7).toBytes();
    for (int cut = 0; cut <= 12; cut++) {
      long expected = cut == 0 ? 7 : -1;
      assertThat(ofEnd(Arrays.copyOfRange(trailer, cut, trailer.length))).isEqualTo(expected);
    }
  }

  @Test
  void changedByte_isNoticed() throws IOException {
    byte[] whole = start().trailer(7).toBytes();
    for (int at = whole.length - TRAILER; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= 4;
      assertThat(ofEnd(changed)).as("byte %d", at).isEqualTo(-1);
      assertThat(ofStream(changed)).as("byte %d", at).isEqualTo(-1);
    }
  }

  @Test
  void blockThatIsNoTrailer_statesNothing() throws IOException {
    int[][] fields = {{1, 16, 0}, {3, 16, 0}, {2, 15, 0}, {2, 17, 0}, {2, 16, 1}, {2, 16, -1}};
    for (int[] field : fields) {
      byte[] head = start().toBytes();
      byte[] whole = start().trailer(7).toBytes();
      byte[] trailer = Arrays.copyOfRange(whole, head.length, whole.length);
      ByteBuffer.wrap(trailer)
          .order(ByteOrder.LITTLE_ENDIAN)
          .put(0, (byte) field[0])
          .putInt(BlockFormat.LENGTH, field[1])
          .putInt(BlockFormat.COUNT, field[2]);
      HostileFiles.seal(trailer);
      byte[] file = HostileFiles.join(List.of(head, trailer));
      assertThat(ofEnd(file)).as(Arrays.toString(field)).isEqualTo(-1);
      assertThat(ofStream(file)).as(Arrays.toString(field)).isEqualTo(-1);
    }
  }

  @Test
  void trailerInABlock_isPassed() throws IOException {
    byte[] trailer = Arrays.copyOfRange(new WrittenOutFile('R').trailer(7).toBytes(), 12, 41);
    byte[] file = start().sealed(1, 1, trailer).trailer(8).toBytes();
    assertThat(ofEnd(file)).isEqualTo(8);
    assertThat(ofStream(file)).isEqualTo(8);
  }

  @Test
  void blockOfANegativeLength_isPassedAsAnEmptyOne() throws IOException {
    byte[] block = new byte[13];
    block[0] = 1;
    ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putInt(BlockFormat.LENGTH, -5);
    assertThat(ofStream(start().bytes(block).trailer(7).toBytes())).isEqualTo(7);
    assertThat(ofStream(start().bytes(block).bytes(block).toBytes())).isEqualTo(-1);
  }

  @Test
  void stream_isClosed_andItsFailureIsNotHidden() throws IOException {
    boolean[] closed = new boolean[1];
    StatedLength.ofStream(
        new ByteArrayInputStream(start().toBytes()) {
          @Override
          public void close() {
            closed[0] = true;
          }
        });
    assertThat(closed[0]).isTrue();
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken");
          }
        };
    assertThatThrownBy(() -> StatedLength.ofStream(broken)).hasMessage("broken");
  }
}
