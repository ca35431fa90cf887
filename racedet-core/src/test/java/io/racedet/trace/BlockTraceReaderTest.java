package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NAMES;
import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a format of another module gets from the reader of blocks. */
class BlockTraceReaderTest {
  /** A format whose blocks, of any kind, are a number and the threads that begin. */
  private static final class Threads extends BlockTraceReader {
    Threads(WrittenOutFile file) throws IOException {
      super(
          new ByteArrayInputStream(file.toBytes()),
          "test.file",
          false,
          TraceLimits.DEFAULT,
          RdtLayout.SIGNATURE);
    }

    @Override
    protected boolean isBlock(byte kind, int count) {
      return true;
    }

    @Override
    protected boolean begin(byte kind, int count) {
      return payload().number() == kind && expect(count, mostEvents());
    }

    @Override
    protected boolean decode(EventBlock block) {
      for (long i = left(); i > 0; i--) {
        int thread = payload().number();
        if (!isThread(thread)) {
          return false;
        }
        block.append(EventBlock.word(Op.BEGIN, thread, 0), EventSink.NO_LOCATION);
      }
      return true;
    }
  }

  /** Also those in which another format has no events, or repeats names. */
  @Test
  void blocksOfAnyKind_haveNamesAndEvents() throws IOException {
    WrittenOutFile file =
        new WrittenOutFile('R')
            .block(5, 2, NAMES, 5, 0, 1)
            .block(6, 1, NO_NAMES, 6, 1)
            .block(7, 1, new Object[] {1, "T3", 0, 0, 0, 0, 0, 0}, 7, 2)
            .trailer(4);
    try (Threads reader = new Threads(file)) {
      assertThat(Traces.lines(reader))
          .containsExactly("T1|begin|", "T2|begin|", "T2|begin|", "T3|begin|");
      assertThat(reader.eventsBefore()).isZero();
    }
  }

  private static void assertRefused(WrittenOutFile file, int at, String found) throws IOException {
    try (Threads reader = new Threads(file)) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      assertThat(block.size()).isEqualTo(1);
      assertThatThrownBy(() -> reader.read(new EventBlock()))
          .hasMessageStartingWith("test.file: byte " + at + ", after 1 events: " + found);
    }
  }

  @Test
  void threadWithoutName_andOtherContents_areRefused() throws IOException {
    WrittenOutFile file = new WrittenOutFile('R').block(1, 1, NAMES, 1, 0);
    int at = file.size();
    file.block(1, 1, NO_NAMES, 1, 2).trailer(2);
    assertRefused(file, at, "an invalid event (expected: ");
    WrittenOutFile other = new WrittenOutFile('R').block(1, 1, NAMES, 1, 0);
    other.block(1, 1, NO_NAMES, 9, 0).trailer(2);
    assertRefused(other, at, "a block with invalid contents (expected: ");
  }
}
