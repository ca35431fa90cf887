package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ring buffers whose events are plain objects that are reused. */
class DisruptorTest {
  private static final String LIBRARY = "com.lmax:disruptor";

  /**
   * Reads and writes a plain long between memory fences: a data race by definition, and intended.
   */
  private static final String FENCED = "com.lmax.disruptor.Sequence";

  /** How a ring buffer waits, and how many threads publish. */
  record Kind(int producers, WaitStrategy waiting) {
    ProducerType type() {
      return producers == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
    }

    @Override
    public String toString() {
      return producers + " " + waiting.getClass().getSimpleName();
    }
  }

  private static final class Event {
    private int content;
    private int doubled;
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind(1, new BlockingWaitStrategy()),
        new Kind(1, new YieldingWaitStrategy()),
        new Kind(3, new BlockingWaitStrategy()),
        new Kind(3, new YieldingWaitStrategy()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @RaceFree(
      instrument = LIBRARY,
      exclude = FENCED,
      maxEvents = 20_000_000,
      repetitions = 2,
      timeLimit = "1s")
  void ring_underLoad_racesNowhere(Kind kind) throws Exception {
    publish(kind, 30);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Tag("soak")
  @RaceFree(
      instrument = LIBRARY,
      exclude = FENCED,
      timeLimit = "20s",
      hangAfter = "5m",
      maxEvents = 20_000_000,
      repetitions = 10_000)
  void ring_underLongLoad_racesNowhere(Kind kind) throws Exception {
    publish(kind, 100);
  }

  private static void publish(Kind kind, int each) throws Exception {
    CountDownLatch left = new CountDownLatch(kind.producers() * each);
    Disruptor<Event> disruptor =
        new Disruptor<>(Event::new, 8, DaemonThreadFactory.INSTANCE, kind.type(), kind.waiting());
    disruptor
        .handleEventsWith((event, sequence, last) -> event.doubled = 2 * event.content)
        .then(
            (event, sequence, last) -> {
              assertThat(event.doubled).isEqualTo(2 * event.content);
              event.content = 0;
              left.countDown();
            });
    RingBuffer<Event> ring = disruptor.start();
    try {
      Crew.of(
          kind.producers(),
          number -> {
            for (int i = 1; i <= each; i++) {
              int content = i;
              ring.publishEvent((event, sequence) -> event.content = content);
            }
          });
      left.await();
    } finally {
      disruptor.shutdown();
    }
  }

  @Test
  @ExpectRace(
      on = "DisruptorTest.Event.content",
      with = @RaceFree(instrument = LIBRARY, exclude = FENCED))
  void event_changedAfterItWasPublished_races() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    Disruptor<Event> disruptor = new Disruptor<>(Event::new, 8, DaemonThreadFactory.INSTANCE);
    disruptor.handleEventsWith(
        (event, sequence, last) -> {
          event.content++;
          left.countDown();
        });
    RingBuffer<Event> ring = disruptor.start();
    long sequence = ring.next();
    ring.publish(sequence);
    ring.get(sequence).content = 1;
    left.await();
    disruptor.shutdown();
  }
}
