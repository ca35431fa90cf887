package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another thread gets the same events in the same order. */
class EventPipeTest {
  private static final int MANY = 200_000; // several times what a pipe holds

  /** Keeps what it receives, and who has sent it. */
  private static final class Kept implements EventSink {
    private final List<String> all = new ArrayList<>();
    private final Set<Thread> senders = new LinkedHashSet<>();

    @Override
    public void event(Op op, int thread, int operand, int location) {
      keep(op + " " + thread + " " + operand + " " + location);
    }

    @Override
    public void range(Op op, int thread, int first, int stride, int count, int location) {
      keep(op + " " + thread + " " + first + " " + stride + " " + count + " " + location);
    }

    private void keep(String text) {
      all.add(text);
      senders.add(Thread.currentThread());
    }
  }

  private static void send(EventSink sink, int events, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < events; i++) {
      int thread = random.nextInt();
      int location = random.nextInt();
      if (random.nextInt(4) == 0) {
        Op op = random.nextBoolean() ? Op.READ : Op.WRITE;
        sink.range(op, thread, random.nextInt(), random.nextInt(), random.nextInt(), location);
      } else {
        Op op = Op.values()[random.nextInt(Op.values().length)];
        sink.event(op, thread, random.nextInt(), location);
      }
    }
  }

  private static List<String> sent(int events, long seed) {
    Kept kept = new Kept();
    send(kept, events, seed);
    return kept.all;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 8_191, 8_192, 8_193, 40_000, MANY})
  void events_keepTheirOrder(int events) {
    Kept kept = new Kept();
    try (EventPipe pipe = new EventPipe(kept)) {
      send(pipe, events, events);
    }
    assertThat(kept.all).isEqualTo(sent(events, events));
  }

  @Test
  void fewEvents_needNoThread() {
    Kept kept = new Kept();
    try (EventPipe pipe = new EventPipe(kept)) {
      send(pipe, 100, 1);
    }
    assertThat(kept.senders).containsExactly(Thread.currentThread());
  }

  @Test
  void manyEvents_haveAThread_whichEnds() throws InterruptedException {
    Kept kept = new Kept();
    try (EventPipe pipe = new EventPipe(kept)) {
      send(pipe, MANY, 1);
    }
    assertThat(kept.senders).hasSize(1).doesNotContain(Thread.currentThread());
    kept.senders.iterator().next().join();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, MANY})
  void drainedSink_hasAllEvents_andTakesMore(int events) {
    Kept kept = new Kept();
    try (EventPipe pipe = new EventPipe(kept)) {
      send(pipe, events, 2);
      EventSink sink = pipe.drained();
      assertThat(kept.all).hasSize(events);
      sink.event(Op.READ, 1, 2, 3);
      send(pipe, events, 3);
    }
    List<String> expected = new ArrayList<>(sent(events, 2));
    expected.add("READ 1 2 3");
    expected.addAll(sent(events, 3));
    assertThat(kept.all).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, MANY})
  void failureOfTheSink_isThrown_once(int events) {
    IllegalStateException failure = new IllegalStateException("of the sink");
    EventPipe pipe =
        new EventPipe(
            (op, thread, operand, location) -> {
              throw failure;
            });
    assertThatThrownBy(
            () -> {
              send(pipe, events, 4);
              pipe.close();
            })
        .isSameAs(failure);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, MANY})
  void closingAgain_hasNoEffect(int events) {
    Kept kept = new Kept();
    EventPipe pipe = new EventPipe(kept);
    send(pipe, events, 6);
    pipe.close();
    pipe.close();
    assertThat(kept.all).hasSize(events);
  }

  @Test
  void interrupt_isKeptForTheCaller() {
    Kept kept = new Kept();
    Thread.currentThread().interrupt();
    try (EventPipe pipe = new EventPipe(kept)) {
      send(pipe, MANY, 5);
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(kept.all).hasSize(MANY);
  }
}
