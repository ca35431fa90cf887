package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TracePartsTest {
  private static final int TRACES = 200;
  private static final int EVENTS = 120;
  private static final int THREADS = 3;

  /** What the parts received, a line for each event, beginning and end. */
  private static final class Log implements TraceParts.Receiver, EventSink {
    final List<String> lines = new ArrayList<>();

    @Override
    public EventSink begin(int part, long first) {
      lines.add("begin " + first);
      return this;
    }

    @Override
    public void end(int part) {
      lines.add("end");
    }

    @Override
    public void event(Op op, int thread, int operand, int location) {
      lines.add(thread + " " + op + " " + operand);
    }
  }

  private static TraceParts.Part part(long from, long to) {
    return new TraceParts.Part(from, to);
  }

  @Test
  void part_beginsWithTheLocksThatAreHeld_andTheAccessesThatCoverOthers() {
    Log log = new Log();
    TraceParts parts = new TraceParts(List.of(part(8, 9)), log);
    parts.event(Op.ACQUIRE, 0, 7, 1);
    parts.event(Op.ACQUIRE_SHARED, 1, 8, 1);
    parts.event(Op.ACQUIRE, 0, 9, 1);
    parts.event(Op.RELEASE, 0, 7, 1);
    parts.event(Op.READ, 0, 3, 1);
    parts.event(Op.WRITE, 1, 4, 1);
    parts.event(Op.AGAIN, 1, 4, 1);
    parts.event(Op.WRITE, 0, 5, 1);
    assertThat(parts.isOver()).isFalse();
    parts.event(Op.RELEASE, 0, 9, 1);
    assertThat(parts.isOver()).isTrue();
    parts.event(Op.WRITE, 0, 6, 1);
    assertThat(log.lines)
        .containsExactly(
            "begin " + (8 - 4),
            "0 ACQUIRE 9",
            "1 ACQUIRE_SHARED 8",
            "1 WRITE 4",
            "1 AGAIN 4",
            "0 WRITE 5",
            "0 RELEASE 9",
            "end");
  }

  /** The accesses of the range before the part are in its span, and are repeated. */
  @Test
  void range_isSplitWhereAPartBeginsAndEnds() {
    Log log = new Log();
    TraceParts parts = new TraceParts(List.of(part(3, 4), part(7, 7)), log);
    parts.range(Op.READ, 0, 10, 2, 6, 1);
    assertThat(parts.isOver()).isFalse();
    parts.event(Op.RELEASE, 0, 1, 1);
    assertThat(log.lines)
        .containsExactly(
            "begin 1",
            "0 READ 10",
            "0 READ 12",
            "0 READ 14",
            "0 READ 16",
            "end",
            "begin 1",
            "0 READ 10",
            "0 READ 12",
            "0 READ 14",
            "0 READ 16",
            "0 READ 18",
            "0 READ 20",
            "0 RELEASE 1",
            "end");
    assertThat(parts.isOver()).isTrue();
  }

  /** Each part is what it is alone. */
  @Test
  void severalParts_areEachAsIfItWereTheOnlyOne() {
    for (int seed = 0; seed < TRACES; seed++) {
      Consumer<EventSink> trace = trace(seed);
      List<TraceParts.Part> parts = parts(new SplittableRandom(-seed));
      Log all = new Log();
      TraceParts together = new TraceParts(parts, all);
      trace.accept(together);
      assertThat(together.isOver()).as("seed %d", seed).isTrue();
      Log each = new Log();
      for (TraceParts.Part part : parts) {
        trace.accept(new TraceParts(List.of(part), each));
      }
      assertThat(all.lines).as("seed %d", seed).isEqualTo(each.lines);
    }
  }

  private static List<TraceParts.Part> parts(SplittableRandom random) {
    List<TraceParts.Part> parts = new ArrayList<>();
    long from = 1 + random.nextInt(EVENTS / 4);
    while (from <= EVENTS) {
      long to = Math.min(EVENTS, from + random.nextInt(EVENTS / 3));
      parts.add(part(from, to));
      from = to + 1 + random.nextInt(EVENTS / 4);
    }
    return parts;
  }

  /** A trace of at least as many events, with sections, spans and ranges. */
  private static Consumer<EventSink> trace(int seed) {
    return sink -> {
      SplittableRandom random = new SplittableRandom(seed);
      int[] held = new int[THREADS]; // how many locks; the n-th one is the n-th lock of the thread
      for (int i = 0; i < EVENTS; i++) {
        int thread = random.nextInt(THREADS);
        int variable = random.nextInt(4);
        switch (random.nextInt(8)) {
          case 0 -> sink.event(Op.ACQUIRE, thread, THREADS * held[thread]++ + thread, 1);
          case 1 -> {
            if (held[thread] > 0) {
              sink.event(Op.RELEASE, thread, THREADS * --held[thread] + thread, 1);
            } else {
              sink.event(Op.READ, thread, variable, 1);
            }
          }
          case 2 -> sink.range(Op.WRITE, thread, 10, 1, 1 + random.nextInt(9), 1);
          case 3 -> sink.event(Op.AGAIN, thread, variable, 1);
          case 4 -> sink.event(Op.WRITE, thread, variable, 1);
          default -> sink.event(Op.READ, thread, variable, 1);
        }
      }
    };
  }

  @Test
  void partsThatOverlap_areRefused() {
    List<TraceParts.Part> parts = List.of(part(3, 8), part(8, 9));
    assertThatThrownBy(() -> new TraceParts(parts, new Log()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: each begins behind the one before");
  }
}
