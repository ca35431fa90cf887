package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.until;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Cleaners, and queues of references. */
class ReferenceEdgesTest extends EdgesTestCase {
  private interface Making {
    Reference<Object> of(Object referent, ReferenceQueue<Object> queue);
  }

  private record Kind(String name, Making making) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("phantom reference", PhantomReference::new),
          new Kind("soft reference", SoftReference::new),
          new Kind("weak reference", WeakReference::new));

  private interface Taking {
    Reference<?> from(ReferenceQueue<Object> queue) throws InterruptedException;
  }

  /** A fence, and then a thread that takes the reference from its queue: no matter who put it. */
  private static Stream<Arguments> fences(String name, Taking taking) {
    return KINDS.stream()
        .map(
            kind ->
                edge(
                    "fence, " + name + ": " + kind.name,
                    () -> {
                      ReferenceQueue<Object> queue = new ReferenceQueue<>();
                      Object referent = new Object();
                      Reference<Object> reference = kind.making.of(referent, queue);
                      inTurn(
                          () -> Reference.reachabilityFence(referent),
                          () -> {
                            reference.enqueue();
                            check(taking.from(queue) == reference);
                          });
                    }));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            calls(),
            fences("poll", ReferenceQueue::poll),
            fences("remove", ReferenceQueue::remove),
            fences("remove with a limit", queue -> queue.remove(9000)))
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> calls() {
    return Stream.of(
        edge(
            "fence, clean",
            () -> {
              Object watched = new Object();
              Cleaner.Cleanable cleanable = Cleaner.create().register(watched, () -> {});
              inTurn(() -> Reference.reachabilityFence(watched), cleanable::clean);
              Reference.reachabilityFence(watched);
            }),
        edge(
            "Cleaner, called",
            () -> {
              Cell cell = new Cell();
              Object watched = new Object();
              cell.data++;
              Cleaner.Cleanable cleanable = Cleaner.create().register(watched, () -> cell.data++);
              inParallel(cleanable::clean);
              cell.data++;
              // Without this the thread of the cleaner may be the first to clean, in a race.
              Reference.reachabilityFence(watched);
            }),
        edge(
            "Cleaner",
            () -> {
              Cell cell = new Cell();
              CountDownLatch cleaned = new CountDownLatch(1);
              inParallel(
                  () -> {
                    cell.data++;
                    Cleaner.create()
                        .register(
                            new Object(),
                            () -> {
                              cell.data++;
                              cleaned.countDown();
                            });
                  });
              untilTrue(
                  () -> {
                    System.gc();
                    return cleaned.await(1, TimeUnit.MILLISECONDS);
                  });
            }),
        edge(
            "cleanable that another has made",
            () -> {
              Cleaner cleaner = Cleaner.create();
              AtomicReference<Cleaner.Cleanable> made = new AtomicReference<>();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    cell.data = 1;
                    made.setOpaque(cleaner.register(cell, () -> cell.data++));
                    hear("cleaned");
                  },
                  () -> {
                    until(made::getOpaque).clean();
                    whisper("cleaned");
                  });
            }),
        edge(
            "enqueue, poll",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new WeakReference<>(new Object(), queue);
              handOver(reference::enqueue, () -> until(queue::poll));
            }),
        edge(
            "enqueue, remove",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new PhantomReference<>(new Object(), queue);
              handOver(reference::enqueue, queue::remove);
            }),
        edge(
            "enqueue, remove with a limit",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new PhantomReference<>(new Object(), queue);
              handOver(reference::enqueue, () -> queue.remove(9000));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "fence, poll of a reference to another object",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Object fenced = new Object();
              Reference<Object> reference = new WeakReference<>(new Object(), queue);
              inTurn(
                  () -> Reference.reachabilityFence(fenced),
                  () -> {
                    reference.enqueue();
                    check(queue.poll() == reference);
                  });
            }),
        edge(
            "poll, fence",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Object fenced = new Object();
              Reference<Object> reference = new WeakReference<>(fenced, queue);
              inTurn(
                  () -> {
                    reference.enqueue();
                    check(queue.poll() == reference);
                  },
                  () -> Reference.reachabilityFence(fenced));
            }),
        edge(
            "two fences",
            () -> {
              Object fenced = new Object();
              inTurn(
                  () -> Reference.reachabilityFence(fenced),
                  () -> Reference.reachabilityFence(fenced));
            }),
        edge(
            "poll of an empty queue of references",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new WeakReference<>(new Object(), queue);
              tooEarly(reference::enqueue, queue::poll);
            }),
        edge(
            "two references in one queue",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> first = new WeakReference<>(new Object(), queue);
              Reference<Object> second = new WeakReference<>(new Object(), queue);
              inTurn(first::enqueue, second::enqueue);
            }),
        edge(
            "two references from one queue",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              new PhantomReference<>(new Object(), queue).enqueue();
              new PhantomReference<>(new Object(), queue).enqueue();
              inTurn(() -> check(queue.poll() != null), () -> check(queue.poll() != null));
            }),
        edge(
            "two references from one queue, by remove",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              new PhantomReference<>(new Object(), queue).enqueue();
              new PhantomReference<>(new Object(), queue).enqueue();
              inTurn(queue::remove, queue::remove);
            }),
        edge(
            "cleared reference",
            () -> {
              Reference<Object> reference = new WeakReference<>(new Object());
              handOver(reference::clear, () -> untilTrue(() -> reference.get() == null));
            }));
  }
}
