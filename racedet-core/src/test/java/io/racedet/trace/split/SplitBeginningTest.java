package io.racedet.trace.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.trace.block.BlockPayload;
import io.racedet.trace.bytes.ByteList;
import io.racedet.trace.split.SplitBeginning.Hold;
import io.racedet.trace.split.SplitBeginning.Life;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import io.racedet.trace.split.SplitBeginning.Wait;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a split says of the threads before it: what is written is read, and nothing else. */
class SplitBeginningTest {
  private static final int MAX = Integer.MAX_VALUE;

  // What is said of a thread, but for how far it has come, which is running with 1.
  private static final int HOLDS = 16 + 1;
  private static final int WAITS = 32 + 1;

  private static SplitBeginning read(ByteList bytes) throws IOException {
    BlockPayload payload = new BlockPayload();
    payload.fill(new ByteArrayInputStream(bytes.bytes()), bytes.size());
    return SplitBeginning.read(payload);
  }

  @Test
  void beginning_isReadAsItIsWritten() throws IOException {
    SplitBeginning beginning =
        new SplitBeginning(
            List.of(
                new ThreadState(0, Life.FORKED, false, List.of(), Wait.NONE),
                new ThreadState(
                    1,
                    Life.RUNNING,
                    true,
                    List.of(new Hold(0, true, 1), new Hold(MAX, false, MAX)),
                    new Wait(-1, 0, 0, 0, 0)),
                new ThreadState(
                    7, Life.ENDED, false, List.of(), new Wait(0, Long.MAX_VALUE, -1, 0, 0)),
                new ThreadState(
                    MAX, Life.JOINED, true, List.of(new Hold(2, false, 3)), Wait.NONE)));
    for (SplitBeginning each : List.of(SplitBeginning.NOTHING, beginning)) {
      ByteList bytes = new ByteList();
      each.write(bytes);
      assertThat(read(bytes)).isEqualTo(each);
    }
  }

  static List<Arguments> invalidBeginnings() {
    return List.of(
        row("no count"),
        row("more threads than bytes", 2, 0),
        row("thread twice", 2, 0, 1, 0, 1),
        row("thread beyond the largest id", 2, MAX, 1, 1, 1),
        row("thread of nothing", 1, 0),
        row("no such life", 1, 0, 4),
        row("something unknown of the thread", 1, 0, 64),
        row("no count of locks", 1, 0, HOLDS),
        row("no locks", 1, 0, HOLDS, 0),
        row("lock without a mode", 1, 0, HOLDS, 1, 5),
        row("no such mode", 1, 0, HOLDS, 1, 5, 2, 1),
        row("lock held not once", 1, 0, HOLDS, 1, 5, 0, 0),
        row("wait before the trace", 1, 0, WAITS, 1, -1L, 1, 0L, 0L),
        row("wait that begins before the trace", 1, 0, WAITS, 1, 0L, 1, -1L, 0L),
        row("wait without its end", 1, 0, WAITS, 1, 0L, 1, 0L));
  }

  private static Arguments row(String what, Object... parts) {
    return Arguments.of(what, parts);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidBeginnings")
  void invalidBeginning_isNone(String what, Object[] parts) throws IOException {
    ByteList bytes = new ByteList();
    for (Object part : parts) {
      if (part instanceof Long word) {
        bytes.word(word);
      } else {
        bytes.number((Integer) part);
      }
    }
    assertThat(read(bytes)).isNull();
  }
}
