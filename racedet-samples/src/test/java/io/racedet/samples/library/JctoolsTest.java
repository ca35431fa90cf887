package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscLinkedQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queues that hand over messages with plain fields by ordered writes alone. */
class JctoolsTest {
  private static final String LIBRARY = "org.jctools:jctools-core";

  /** Producers read two plain fields, and discard the values if a resize is in progress. */
  private static final String SEQUENCED = "org.jctools.queues.BaseMpscLinkedArrayQueue";

  /** Reads its table without ordering and verifies it by compare-and-set; so does its counter. */
  private static final String MAP = "org.jctools.maps.NonBlockingHashMap";

  private static final String COUNTER = "org.jctools.maps.ConcurrentAutoTable";

  /** A kind of queue, and the number of threads that may be at each end. */
  record Kind(String name, int producers, int consumers, Supplier<Queue<Message>> queue) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final class Message {
    private int content;
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind("spsc-array", 1, 1, () -> new SpscArrayQueue<>(16)),
        new Kind("spsc-unbounded", 1, 1, () -> new SpscUnboundedArrayQueue<>(16)),
        new Kind("spsc-linked", 1, 1, SpscLinkedQueue::new),
        new Kind("spsc-atomic", 1, 1, () -> new SpscAtomicArrayQueue<>(16)),
        new Kind("mpsc-array", 3, 1, () -> new MpscArrayQueue<>(16)),
        new Kind("mpsc-unbounded", 3, 1, () -> new MpscUnboundedArrayQueue<>(16)),
        new Kind("mpsc-linked", 3, 1, MpscLinkedQueue::new),
        new Kind("mpsc-atomic", 3, 1, () -> new MpscAtomicArrayQueue<>(16)),
        new Kind("spmc-array", 1, 3, () -> new SpmcArrayQueue<>(16)),
        new Kind("mpmc-array", 2, 2, () -> new MpmcArrayQueue<>(16)),
        new Kind("mpmc-xadd", 2, 2, () -> new MpmcUnboundedXaddArrayQueue<>(16)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @RaceFree(
      instrument = LIBRARY,
      exclude = SEQUENCED,
      maxEvents = 20_000_000,
      repetitions = 2,
      timeLimit = "1s")
  void queue_underLoad_racesNowhere(Kind kind) {
    handOver(kind, 30);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Tag("soak")
  @RaceFree(
      instrument = LIBRARY,
      exclude = SEQUENCED,
      timeLimit = "15s",
      hangAfter = "5m",
      maxEvents = 20_000_000,
      repetitions = 10_000)
  void queue_underLongLoad_racesNowhere(Kind kind) {
    handOver(kind, 200);
  }

  private static void handOver(Kind kind, int each) {
    Queue<Message> queue = kind.queue().get();
    AtomicInteger left = new AtomicInteger(kind.producers() * each);
    Crew.of(
        kind.producers() + kind.consumers(),
        number -> {
          if (number < kind.producers()) {
            produce(queue, each);
          } else {
            consume(queue, left);
          }
        });
    assertThat(queue.isEmpty()).isTrue();
  }

  private static void produce(Queue<Message> queue, int messages) {
    for (int i = 1; i <= messages; i++) {
      Message message = new Message();
      message.content = i;
      while (!queue.offer(message)) {
        Thread.yield();
      }
    }
  }

  private static void consume(Queue<Message> queue, AtomicInteger left) {
    while (left.get() > 0) {
      Message message = queue.poll();
      if (message == null) {
        Thread.yield();
      } else {
        assertThat(message.content).isPositive();
        message.content = 0;
        left.decrementAndGet();
      }
    }
  }

  @Test
  @RaceFree(
      instrument = LIBRARY,
      exclude = {MAP, COUNTER},
      maxEvents = 20_000_000,
      repetitions = 2)
  void map_underLoad_racesNowhereElse() {
    useMap();
  }

  @Test
  @ExpectRace(
      on = "NonBlockingHashMap._kvs",
      with = @RaceFree(instrument = LIBRARY, timeLimit = "300s"))
  void map_byDesign_racesOnItsTable() {
    useMap();
  }

  private static void useMap() {
    NonBlockingHashMap<Integer, Integer> map = new NonBlockingHashMap<>(4);
    Crew.of(
        4,
        number -> {
          for (int i = 0; i < 60; i++) {
            map.put(i, number);
            map.putIfAbsent(i + number, number);
            map.remove(i - 5);
            assertThat(map.getOrDefault(i, 0)).isBetween(0, 3);
          }
        });
  }

  @Test
  @ExpectRace(
      on = "JctoolsTest.Message.content",
      with = @RaceFree(instrument = LIBRARY, timeLimit = "300s"))
  void message_changedAfterItWasOffered_races() {
    Queue<Message> queue = new SpscArrayQueue<>(4);
    Message message = new Message();
    Crew.of(
        2,
        number -> {
          if (number == 0) {
            queue.offer(message);
            message.content = 1;
          } else {
            Message polled = queue.poll();
            while (polled == null) {
              Thread.yield();
              polled = queue.poll();
            }
            polled.content++;
          }
        });
  }
}
