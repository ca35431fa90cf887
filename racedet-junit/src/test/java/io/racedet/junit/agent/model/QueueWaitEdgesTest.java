package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.run;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.BOUNDED;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.POLL;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blocking;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blockingEnds;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ends;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.of;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.rows;
import static io.racedet.junit.agent.model.QueueMiddleEdgesTest.ROOM;
import static io.racedet.junit.agent.model.QueueMiddleEdgesTest.filled;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Call;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Spliterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What happens to a queue while a call of it waits: for its lock, or for room. */
class QueueWaitEdgesTest extends EdgesTestCase {
  static final class Holding {
    private final Step first;
    private final Step last;
    private boolean isOver;

    Holding(Step first, Step last) {
      this.first = first;
      this.last = last;
    }

    /** The queue compares its elements with this one, under its lock. */
    @Override
    public boolean equals(Object other) {
      if (!isOver) {
        isOver = true;
        run(first);
        whisper("held");
        hear("free");
        run(last);
      }
      return false;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  static void awaitWaiting(Thread thread) throws Exception {
    untilTrue(
        () -> {
          Thread.State state = thread.getState();
          return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        });
  }

  static Thread thread(Step step) {
    return new Thread(() -> run(step));
  }

  /** Two calls, in the order in which they have come to the lock of the queue. */
  private static Arguments held(Kind kind, Call<?> see, boolean removes) {
    return edge(
        kind.name() + ": " + see.name() + " that waits for a " + (removes ? "removal" : "look"),
        held(kind, see, removes, ROOM));
  }

  private static Recorded.Program held(Kind kind, Call<?> see, boolean removes, int count) {
    return () -> {
      Queue<Object> queue = filled(kind, count);
      Object oldest = queue.peek();
      Object element = new Item();
      Cell cell = new Cell();
      Iterator<?> before = isBegun(see) ? queue.iterator() : null;
      Thread holding = thread(() -> queue.remove(new Holding(() -> {}, () -> {})));
      Thread first =
          thread(
              () -> {
                cell.data = 1;
                if (isTaking(kind, see)) {
                  check((removes ? queue.poll() : queue.peek()) == oldest);
                } else {
                  check(removes ? queue.remove(oldest) : queue.contains(oldest));
                }
              });
      Thread second =
          thread(
              () -> {
                if (isBegun(see)) {
                  before.forEachRemaining(e -> {});
                } else {
                  see.call(queue, element);
                }
                cell.data++;
              });
      holding.start();
      hear("held");
      first.start();
      awaitWaiting(first);
      second.start();
      awaitWaiting(second);
      whisper("free");
      for (Thread thread : List.of(holding, first, second)) {
        thread.join();
      }
    };
  }

  /** Of two elements one is left, which is compared with no other. */
  private static Stream<Arguments> heldOfTwo() {
    return KINDS.stream()
        .filter(kind -> kind.name().startsWith("Priority") || kind.name().startsWith("Delay"))
        .flatMap(
            kind ->
                LOCKING.stream()
                    .filter(call -> call.name().equals("drainTo") || call.name().equals("removeIf"))
                    .map(
                        call ->
                            edge(
                                kind.name() + ": " + call.name() + " that waits for one of two",
                                held(kind, call, true, 2))));
  }

  /** Calls that take the lock of the queue first. */
  private static final List<Call<?>> LOCKING =
      List.of(
          POLL,
          of("iterator", (q, e) -> q.iterator() != null),
          of("forEachRemaining of an iterator made before", (q, e) -> true),
          of("forEach", (q, e) -> QueueMiddleEdgesTest.counts(q::forEach)),
          of("toArray", (q, e) -> q.toArray().length > 0),
          of("size", (q, e) -> q.size() > 0),
          of("removeIf", (q, e) -> q.removeIf(each -> false)),
          of("remove of none", (q, e) -> q.remove("none")),
          blocking("drainTo", (q, e) -> q.drainTo(new ArrayList<>()) > 0),
          ends("pollLast", (q, e) -> q.pollLast() != null),
          blockingEnds("addAll", (q, e) -> q.addAll(List.of(e))));

  /** A queue may have a lock for those who take alone. */
  private static boolean isTaking(Kind kind, Call<?> call) {
    return !kind.name().startsWith("LinkedBlockingQueue")
        || call == POLL
        || call.name().equals("drainTo");
  }

  private static boolean isBegun(Call<?> call) {
    return call.name().endsWith("made before");
  }

  private static boolean isLocked(Kind kind, Call<?> call) {
    return switch (call.name()) {
      case "size" -> !kind.name().startsWith("LinkedBlockingQueue");
      case "forEachRemaining of an iterator made before" ->
          !kind.name().startsWith("Priority") && !kind.name().startsWith("Delay");
      default -> true;
    };
  }

  private static Stream<Arguments> held(List<Call<?>> calls, boolean removes) {
    return KINDS.stream()
        .filter(kind -> kind.make() instanceof BlockingQueue)
        .filter(kind -> !(kind.make() instanceof LinkedTransferQueue))
        .filter(kind -> kind.isBounded() || !kind.name().startsWith("LinkedBlocking"))
        .flatMap(
            kind ->
                calls.stream()
                    .filter(kind::has)
                    .filter(call -> isLocked(kind, call))
                    .map(call -> held(kind, call, removes)));
  }

  private static final List<Call<?>> AWAITING =
      List.of(
          blocking("offer with a limit", (q, e) -> q.offer(e, 10, TimeUnit.SECONDS)),
          blockingEnds("putFirst", (q, e) -> QueueCallEdgesTest.done(() -> q.putFirst(e))),
          blockingEnds("offerFirst with a limit", (q, e) -> q.offerFirst(e, 10, TimeUnit.SECONDS)),
          blockingEnds("offerLast with a limit", (q, e) -> q.offerLast(e, 10, TimeUnit.SECONDS)));

  /** One thread waits for room, which another one makes. */
  private static Arguments waitsForRoom(Kind kind, Call<?> put) {
    return edge(
        kind.name() + ": " + put.name() + " that waits for a poll",
        () -> {
          Queue<Object> queue = filled(kind, ROOM);
          Cell cell = new Cell();
          Thread putting =
              thread(
                  () -> {
                    check(put.call(queue, new Item()));
                    cell.data++;
                  });
          putting.start();
          awaitWaiting(putting);
          cell.data = 1;
          queue.poll();
          putting.join();
        });
  }

  private static final List<Call<?>> TAKING =
      List.of(
          blocking("take", (q, e) -> q.take() == e),
          blocking("poll with a limit", (q, e) -> q.poll(10, TimeUnit.SECONDS) == e),
          blockingEnds("takeLast", (q, e) -> q.takeLast() == e));

  /** Who has waited for an element comes after who adds it, who then finds that it is gone. */
  private static Arguments waitsForElement(Kind kind, Call<?> take) {
    return edge(
        kind.name() + ": " + take.name() + " that waits for an add",
        () -> {
          Queue<Object> queue = kind.make();
          Item element = new Item();
          Cell cell = new Cell();
          Cell given = new Cell();
          Thread taking =
              thread(
                  () -> {
                    cell.data = 1;
                    check(take.call(queue, element));
                    given.data++;
                  });
          taking.start();
          awaitWaiting(taking);
          Thread adding =
              thread(
                  () -> {
                    given.data = 1;
                    queue.add(element);
                    untilTrue(() -> queue.peek() == null);
                    cell.data++;
                  });
          adding.start();
          taking.join();
          adding.join();
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            held(LOCKING, true),
            heldOfTwo(),
            rows(BOUNDED, AWAITING, QueueWaitEdgesTest::waitsForRoom),
            rows(KINDS, TAKING, QueueWaitEdgesTest::waitsForElement))
        .flatMap(all -> all);
  }

  /** A consumer that waits is no element, and who hands one over to it removes none. */
  private static Arguments consumer(Call<?> look, boolean isMet) {
    return edge(
        "LinkedTransferQueue: " + (isMet ? "add" : "take") + " that meets, " + look.name(),
        () -> {
          LinkedTransferQueue<Object> queue = new LinkedTransferQueue<>(List.of("a", "b"));
          Spliterator<?> begun = queue.spliterator();
          check(begun.tryAdvance(e -> {}) && queue.poll() != null && queue.poll() != null);
          Cell cell = new Cell();
          Thread taking =
              thread(
                  () -> {
                    if (!isMet) {
                      cell.data = 1;
                    }
                    queue.take();
                  });
          Thread next = thread(queue::take);
          for (Thread thread : List.of(taking, next)) {
            thread.start();
            awaitWaiting(thread);
          }
          inParallel(
              () -> {
                if (isMet) {
                  cell.data = 1;
                  queue.add("x");
                }
                whisper("met");
              },
              () -> {
                hear("met");
                look.call(queue, look.name().startsWith("begun") ? begun : "none");
                cell.data++;
              });
          queue.addAll(List.of("y", "z"));
          taking.join();
          next.join();
        });
  }

  private static final List<Call<?>> LOOKING =
      List.of(
          of("peek", (q, e) -> q.peek() != null),
          of("poll", (q, e) -> q.poll() != null),
          of("isEmpty", (q, e) -> q.isEmpty()),
          of("forEach", (q, e) -> QueueMiddleEdgesTest.counts(q::forEach)),
          of("removeIf", (q, e) -> q.removeIf(each -> true)),
          of("toArray", (q, e) -> q.toArray().length > 0),
          of("contains", Collection::contains),
          of("remove", (q, e) -> q.remove(e)),
          of("toString", (q, e) -> q.toString().isEmpty()),
          of("iterator", (q, e) -> q.iterator().hasNext()),
          of("tryAdvance", (q, e) -> q.spliterator().tryAdvance(each -> {})),
          of("trySplit", (q, e) -> q.spliterator().trySplit() != null),
          of("begun tryAdvance", (q, e) -> ((Spliterator<?>) e).tryAdvance(each -> {})),
          of("begun trySplit", (q, e) -> ((Spliterator<?>) e).trySplit() != null));

  static Stream<Arguments> noEdges() {
    return Stream.concat(
        held(LOCKING.subList(0, 2), false),
        LOOKING.stream().flatMap(look -> Stream.of(consumer(look, false), consumer(look, true))));
  }
}
