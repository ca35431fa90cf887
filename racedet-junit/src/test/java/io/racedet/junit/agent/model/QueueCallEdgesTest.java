package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Each method of the queues: who puts in, who sees it, who removes, and who sees that. */
class QueueCallEdgesTest extends EdgesTestCase {
  /** An element of any of the queues. */
  static final class Item implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return -1;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  /** Calls a queue, with an element; whether the call has done or seen what it is for. */
  interface Calling<Q> {
    boolean call(Q queue, Object element) throws Exception;
  }

  record Call<Q>(String name, Class<Q> of, Calling<Q> calling) {
    boolean call(Queue<Object> queue, Object element) throws Exception {
      return calling.call(of.cast(queue), element);
    }
  }

  record Kind(String name, Supplier<?> made, boolean isBounded) {
    @SuppressWarnings("unchecked")
    Queue<Object> make() {
      return (Queue<Object>) made.get();
    }

    boolean has(Call<?> call) {
      return call.of.isInstance(make());
    }
  }

  private static final int ROOM = 3;

  static final List<Kind> KINDS =
      List.of(
          new Kind("ArrayBlockingQueue", () -> new ArrayBlockingQueue<>(ROOM), true),
          new Kind("LinkedBlockingQueue", LinkedBlockingQueue::new, false),
          new Kind("LinkedBlockingQueue of 3", () -> new LinkedBlockingQueue<>(ROOM), true),
          new Kind("LinkedBlockingDeque", LinkedBlockingDeque::new, false),
          new Kind("LinkedBlockingDeque of 3", () -> new LinkedBlockingDeque<>(ROOM), true),
          new Kind("PriorityBlockingQueue", PriorityBlockingQueue::new, false),
          new Kind("DelayQueue", DelayQueue::new, false),
          new Kind("LinkedTransferQueue", LinkedTransferQueue::new, false),
          new Kind("ConcurrentLinkedQueue", ConcurrentLinkedQueue::new, false),
          new Kind("ConcurrentLinkedDeque", ConcurrentLinkedDeque::new, false));

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Call<?> of(String name, Calling<Queue<Object>> calling) {
    return new Call(name, Queue.class, calling);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Call<?> blocking(String name, Calling<BlockingQueue<Object>> calling) {
    return new Call(name, BlockingQueue.class, calling);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Call<?> ends(String name, Calling<Deque<Object>> calling) {
    return new Call(name, Deque.class, calling);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Call<?> blockingEnds(String name, Calling<BlockingDeque<Object>> calling) {
    return new Call(name, BlockingDeque.class, calling);
  }

  static boolean done(Programs.Step step) throws Exception {
    step.run();
    return true;
  }

  private static boolean found(Consumer<Consumer<Object>> visit) {
    boolean[] found = new boolean[1];
    visit.accept(element -> found[0] = true);
    return found[0];
  }

  static final Call<?> ADD = of("add", Queue::add);

  private static final List<Call<?>> PUTTING =
      List.of(
          ADD,
          of("offer", Queue::offer),
          of("addAll", (q, e) -> q.addAll(List.of(e))),
          blocking("put", (q, e) -> done(() -> q.put(e))),
          blocking("offer with a limit", (q, e) -> q.offer(e, 1, TimeUnit.SECONDS)),
          ends("addFirst", (q, e) -> done(() -> q.addFirst(e))),
          ends("addLast", (q, e) -> done(() -> q.addLast(e))),
          ends("offerFirst", Deque::offerFirst),
          ends("offerLast", Deque::offerLast),
          ends("push", (q, e) -> done(() -> q.push(e))),
          blockingEnds("putFirst", (q, e) -> done(() -> q.putFirst(e))),
          blockingEnds("putLast", (q, e) -> done(() -> q.putLast(e))),
          blockingEnds("offerFirst with a limit", (q, e) -> q.offerFirst(e, 1, TimeUnit.SECONDS)),
          blockingEnds("offerLast with a limit", (q, e) -> q.offerLast(e, 1, TimeUnit.SECONDS)));

  static final Call<?> POLL = of("poll", (q, e) -> q.poll() != null);
  private static final Call<?> PEEK = of("peek", (q, e) -> q.peek() != null);

  static final List<Call<?>> TAKING =
      List.of(
          POLL,
          of("remove", (q, e) -> q.remove(e)),
          of("removeAll", (q, e) -> q.removeAll(List.of(e))),
          of("retainAll", (q, e) -> q.retainAll(List.of())),
          of("removeIf", (q, e) -> q.removeIf(each -> true)),
          of("iterator.remove", (q, e) -> removeOne(q.iterator())),
          blocking("poll with a limit", (q, e) -> q.poll(1, TimeUnit.SECONDS) != null),
          blocking("take", (q, e) -> q.take() != null),
          blocking("drainTo", (q, e) -> q.drainTo(new ArrayList<>()) > 0),
          blocking("drainTo of some", (q, e) -> q.drainTo(new ArrayList<>(), 1) > 0),
          ends("pollFirst", (q, e) -> q.pollFirst() != null),
          ends("pollLast", (q, e) -> q.pollLast() != null),
          of("remove of any", (q, e) -> finds(q::remove)),
          ends("pop", (q, e) -> finds(q::pop)),
          ends("removeFirst", (q, e) -> finds(q::removeFirst)),
          ends("removeLast", (q, e) -> finds(q::removeLast)),
          ends("removeFirstOccurrence", Deque::removeFirstOccurrence),
          ends("removeLastOccurrence", Deque::removeLastOccurrence),
          ends("descendingIterator.remove", (q, e) -> removeOne(q.descendingIterator())),
          blockingEnds("takeFirst", (q, e) -> q.takeFirst() != null),
          blockingEnds("takeLast", (q, e) -> q.takeLast() != null),
          blockingEnds(
              "pollFirst with a limit", (q, e) -> q.pollFirst(1, TimeUnit.SECONDS) != null),
          blockingEnds("pollLast with a limit", (q, e) -> q.pollLast(1, TimeUnit.SECONDS) != null));

  private static boolean finds(Supplier<?> call) {
    try {
      return call.get() != null;
    } catch (NoSuchElementException e) {
      return false;
    }
  }

  private static boolean removeOne(Iterator<?> elements) {
    if (elements.hasNext()) {
      elements.next();
      elements.remove();
      return true;
    }
    return false;
  }

  private static final List<Call<?>> LOOKING =
      List.of(
          PEEK,
          of("size", (q, e) -> q.size() > 0),
          of("isEmpty", (q, e) -> !q.isEmpty()),
          of("contains", Collection::contains),
          of("iterator", (q, e) -> MapCalls.visits(q.iterator())),
          of("iterator.forEachRemaining", (q, e) -> found(q.iterator()::forEachRemaining)),
          of("forEach", (q, e) -> found(q::forEach)),
          of("toArray", (q, e) -> q.toArray().length > 0),
          of("toArray(T[])", (q, e) -> q.toArray(new Object[0]).length > 0),
          of("stream", (q, e) -> q.stream().anyMatch(each -> true)),
          of("spliterator.tryAdvance", (q, e) -> q.spliterator().tryAdvance(each -> {})),
          of("spliterator.forEachRemaining", (q, e) -> found(q.spliterator()::forEachRemaining)),
          of("toString", (q, e) -> q.toString().length() > "[]".length()),
          of("removeIf of nothing", (q, e) -> found(x -> q.removeIf(each -> seen(x, each)))),
          of("element", (q, e) -> finds(q::element)),
          ends("getFirst", (q, e) -> finds(q::getFirst)),
          ends("getLast", (q, e) -> finds(q::getLast)),
          ends("peekFirst", (q, e) -> q.peekFirst() != null),
          ends("peekLast", (q, e) -> q.peekLast() != null),
          ends("descendingIterator", (q, e) -> q.descendingIterator().hasNext()));

  private static boolean seen(Consumer<Object> seen, Object element) {
    seen.accept(element);
    return false;
  }

  /** Who puts in and who sees it. */
  private static Arguments handsOver(Kind kind, Call<?> put, Call<?> see, Supplier<Object> made) {
    return edge(
        kind.name + ": " + put.name + ", " + see.name,
        () -> {
          Queue<Object> queue = kind.make();
          Object element = made.get();
          handOver(() -> put.call(queue, element), () -> untilTrue(() -> see.call(queue, element)));
        });
  }

  /** Who removes the last one and who sees that there is none. */
  private static Arguments leaves(Kind kind, Call<?> take, Call<?> see) {
    return edge(
        kind.name + ": " + take.name + ", not " + see.name,
        () -> {
          Queue<Object> queue = kind.make();
          Object element = new Item();
          queue.add(element);
          handOver(
              () -> take.call(queue, element), () -> untilTrue(() -> !see.call(queue, element)));
        });
  }

  /** Who removes one of those that fill the queue, and who finds room. */
  private static Arguments makesRoom(Kind kind, Call<?> take, Call<?> put) {
    return edge(
        kind.name + ": " + take.name + " of a full queue, " + put.name,
        () -> {
          Queue<Object> queue = kind.make();
          Object element = new Item();
          for (int i = 0; i < ROOM; i++) {
            queue.add(element);
          }
          Object other = new Item();
          handOver(
              () -> {
                take.call(queue, element);
                whisper("room");
              },
              () -> {
                hear("room");
                put.call(queue, other);
              });
        });
  }

  private static final Call<?> OFFER = of("offer", Queue::offer);

  private static final List<Call<?>> FAILING =
      List.of(
          OFFER,
          blocking("offer with a limit", (q, e) -> q.offer(e, 1, TimeUnit.MILLISECONDS)),
          ends("offerFirst", Deque::offerFirst));

  /** Who fills the queue, and who finds no room. */
  private static Arguments fills(Kind kind, Call<?> put, Call<?> fail) {
    return edge(
        kind.name + ": " + put.name + ", no room for " + fail.name,
        () -> {
          Queue<Object> queue = kind.make();
          queue.addAll(Arrays.asList(new Item(), new Item()));
          Object element = new Item();
          handOver(
              () -> {
                put.call(queue, element);
                whisper("full");
              },
              () -> {
                hear("full");
                if (fail.call(queue, element)) {
                  throw new IllegalStateException("not full");
                }
              });
        });
  }

  interface Row {
    Arguments of(Kind kind, Call<?> call);
  }

  static Stream<Arguments> rows(List<Call<?>> calls, Row row) {
    return rows(KINDS, calls, row);
  }

  static Stream<Arguments> rows(List<Kind> kinds, List<Call<?>> calls, Row row) {
    return kinds.stream()
        .flatMap(kind -> calls.stream().filter(kind::has).map(call -> row.of(kind, call)));
  }

  static final List<Kind> BOUNDED = KINDS.stream().filter(Kind::isBounded).toList();

  /** Those that take values as elements. */
  static final List<Kind> OF_VALUES =
      KINDS.stream().filter(kind -> !kind.name.equals("DelayQueue")).toList();

  static Stream<Arguments> edges() {
    Supplier<Object> item = Item::new;
    Supplier<Object> value = () -> 5;
    return Stream.of(
            rows(PUTTING, (kind, put) -> handsOver(kind, put, POLL, item)),
            rows(LOOKING, (kind, look) -> handsOver(kind, ADD, look, item)),
            rows(TAKING, (kind, take) -> handsOver(kind, ADD, take, item)),
            rows(OF_VALUES, PUTTING, (kind, put) -> handsOver(kind, put, PEEK, value)),
            rows(OF_VALUES, LOOKING, (kind, look) -> handsOver(kind, ADD, look, value)),
            rows(OF_VALUES, TAKING, (kind, take) -> handsOver(kind, ADD, take, value)),
            rows(TAKING, (kind, take) -> leaves(kind, take, PEEK)),
            rows(List.of(of("clear", (q, e) -> done(q::clear))), (k, c) -> leaves(k, c, PEEK)),
            rows(LOOKING, (kind, look) -> leaves(kind, POLL, look)),
            rows(BOUNDED, PUTTING, (kind, put) -> makesRoom(kind, POLL, put)),
            rows(BOUNDED, TAKING, (kind, take) -> makesRoom(kind, take, ADD)),
            rows(BOUNDED, PUTTING, (kind, put) -> fills(kind, put, OFFER)),
            rows(BOUNDED, FAILING, (kind, fail) -> fills(kind, ADD, fail)))
        .flatMap(all -> all);
  }

  /** One thread makes a call after that of another one, which looks, or puts in another one. */
  private static Arguments apart(Kind kind, Call<?> first, Call<?> second) {
    return edge(
        kind.name + ": " + first.name + ", then " + second.name,
        () -> {
          Queue<Object> queue = kind.make();
          Item old = new Item();
          Item other = new Item();
          queue.addAll(List.of(old, other));
          handOver(
              () -> {
                first.call(queue, first.name.startsWith("remove") ? old : new Item());
                whisper("called");
              },
              () -> {
                hear("called");
                second.call(queue, other);
              });
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            rows(LOOKING.subList(0, 1), (kind, look) -> apart(kind, look, look)),
            rows(LOOKING.subList(0, 1), (kind, look) -> apart(kind, ADD, look)))
        .flatMap(all -> all);
  }
}
