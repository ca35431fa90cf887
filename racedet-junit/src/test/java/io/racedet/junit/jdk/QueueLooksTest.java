package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one thread puts into a queue, another one sees there without taking it. */
@RaceFree
class QueueLooksTest extends JdkPrograms {
  /** One way to look. */
  private interface Look {
    void at(Collection<Cell> queue);
  }

  private static final int ITEMS = 8;
  private static final int LOOKS = 6;

  private static final List<Look> WAYS =
      List.of(
          q -> q.forEach(Cell::get),
          q -> q.stream().forEach(Cell::get),
          q -> q.parallelStream().forEach(Cell::get),
          q -> q.iterator().forEachRemaining(Cell::get),
          q -> q.spliterator().forEachRemaining(Cell::get),
          q -> q.spliterator().tryAdvance(Cell::get),
          q -> q.removeIf(c -> c.get() < 0),
          q -> q.contains(new ConcurrentMapLooks.Unequal()),
          q -> q.remove(new ConcurrentMapLooks.Unequal()),
          q -> q.removeAll(List.of(new ConcurrentMapLooks.Unequal())),
          q -> q.retainAll(Set.of(1)),
          q -> q.containsAll(new ArrayList<>(q)),
          q -> q.toString(),
          q -> each(q.toArray()),
          q -> each(q.toArray(new Cell[0])),
          q -> each(q.toArray(Cell[]::new)),
          q -> each(q.stream().sorted(Comparator.comparingInt(Cell::get)).toArray()),
          q -> new ArrayList<>(q).forEach(Cell::get),
          QueueLooksTest::iterate,
          QueueLooksTest::split,
          QueueLooksTest::peek);

  /** Numbers the repetitions: each looks in another way. */
  private static int turn;

  private static void each(Object[] cells) {
    for (Object cell : cells) {
      if (cell != null) {
        ((Cell) cell).get();
      }
    }
  }

  private static void iterate(Collection<Cell> queue) {
    for (Cell cell : queue) {
      cell.get();
    }
  }

  private static void split(Collection<Cell> queue) {
    Spliterator<Cell> rest = queue.spliterator();
    Spliterator<Cell> first = rest.trySplit();
    if (first != null) {
      first.forEachRemaining(Cell::get);
    }
    rest.forEachRemaining(Cell::get);
  }

  private static void peek(Collection<Cell> collection) {
    if (collection instanceof Queue<Cell> queue) {
      Cell head = queue.peek();
      if (head != null) {
        head.get();
      }
    }
  }

  private static void look(Collection<Cell> queue) throws InterruptedException {
    Thread producer =
        start(
            () -> {
              for (int i = 0; i < ITEMS; i++) {
                Cell cell = new Cell();
                cell.add();
                queue.add(cell);
              }
            });
    Look look = WAYS.get(turn++ % WAYS.size());
    for (int i = 0; i < LOOKS; i++) {
      look.at(queue);
      spin(50);
    }
    join(producer);
  }

  @Test
  @Tag(PROMISED)
  void arrayBlockingQueue_everyWayToLook() throws InterruptedException {
    look(new ArrayBlockingQueue<>(ITEMS));
  }

  @Test
  @Tag(PROMISED)
  void linkedBlockingQueue_everyWayToLook() throws InterruptedException {
    look(new LinkedBlockingQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void linkedBlockingDeque_everyWayToLook() throws InterruptedException {
    look(new LinkedBlockingDeque<>());
  }

  @Test
  @Tag(PROMISED)
  void priorityBlockingQueue_everyWayToLook() throws InterruptedException {
    look(new PriorityBlockingQueue<>(11, Comparator.comparingInt(Cell::get)));
  }

  @Test
  @Tag(PROMISED)
  void linkedTransferQueue_everyWayToLook() throws InterruptedException {
    look(new LinkedTransferQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void concurrentLinkedQueue_everyWayToLook() throws InterruptedException {
    look(new ConcurrentLinkedQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void concurrentLinkedDeque_everyWayToLook() throws InterruptedException {
    look(new ConcurrentLinkedDeque<>());
  }

  @Test
  @Tag(PROMISED)
  void copyOnWriteList_everyWayToLook() throws InterruptedException {
    look(new CopyOnWriteArrayList<>());
  }

  private static List<Collection<Integer>> all() {
    return List.of(
        new ArrayBlockingQueue<>(1),
        new LinkedBlockingQueue<>(1),
        new LinkedBlockingDeque<>(1),
        new PriorityBlockingQueue<>(1),
        new LinkedTransferQueue<>(),
        new ConcurrentLinkedQueue<>(),
        new ConcurrentLinkedDeque<>(),
        new CopyOnWriteArrayList<>());
  }

  @Test
  @Tag(IMPLEMENTED)
  void isEmpty_false_isSeen() throws InterruptedException {
    for (Collection<Integer> queue : all()) {
      Cell cell = new Cell();
      Thread producer =
          start(
              () -> {
                cell.add();
                queue.add(1);
              });
      while (queue.isEmpty()) {
        Thread.onSpinWait();
      }
      cell.add();
      join(producer);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void isEmpty_true_isSeen() throws InterruptedException {
    for (Collection<Integer> queue : all()) {
      Cell cell = new Cell();
      queue.add(1);
      Thread consumer =
          start(
              () -> {
                cell.add();
                queue.remove(1);
              });
      while (!queue.isEmpty()) {
        Thread.onSpinWait();
      }
      cell.add();
      join(consumer);
    }
  }

  private static void poll(Cell cell, Queue<Integer> queue) {
    cell.add();
    queue.poll();
  }

  @Test
  @Tag(IMPLEMENTED)
  void queue_drainedByTwo_isSeen() throws InterruptedException {
    for (Collection<Integer> drained : all()) {
      if (drained instanceof Queue<Integer> queue
          && !(queue instanceof BlockingQueue<Integer> bounded
              && bounded.remainingCapacity() < 2)) {
        Cell first = new Cell();
        Cell second = new Cell();
        queue.addAll(List.of(1, 2));
        Thread one = start(() -> poll(first, queue));
        Thread other = start(() -> poll(second, queue));
        while (queue.peek() != null) {
          Thread.onSpinWait();
        }
        first.add();
        second.add();
        join(one, other);
      }
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void boundedQueue_take_letsPutReturn() throws InterruptedException {
    for (BlockingQueue<Integer> queue :
        List.of(
            new ArrayBlockingQueue<Integer>(1),
            new LinkedBlockingQueue<Integer>(1),
            new LinkedBlockingDeque<Integer>(1))) {
      Cell cell = new Cell();
      Thread taker =
          start(
              () -> {
                cell.add();
                queue.take();
              });
      queue.put(1);
      queue.put(2);
      cell.add();
      join(taker);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void remainingCapacity_isSeen() throws InterruptedException {
    for (BlockingQueue<Integer> queue :
        List.of(
            new ArrayBlockingQueue<Integer>(1),
            new LinkedBlockingQueue<Integer>(1),
            new LinkedBlockingDeque<Integer>(1))) {
      Cell cell = new Cell();
      Thread producer =
          start(
              () -> {
                cell.add();
                queue.add(1);
              });
      while (queue.remainingCapacity() > 0) {
        Thread.onSpinWait();
      }
      cell.add();
      join(producer);
    }
  }

  private static List<Queue<String>> queues() {
    List<Queue<String>> queues =
        List.of(
            new ArrayBlockingQueue<>(2),
            new LinkedBlockingQueue<>(),
            new LinkedBlockingDeque<>(),
            new ConcurrentLinkedQueue<>(),
            new ConcurrentLinkedDeque<>(),
            new LinkedTransferQueue<>(),
            new PriorityBlockingQueue<>());
    queues.forEach(queue -> queue.addAll(List.of("a", "b")));
    return queues;
  }

  private static void isNext(Queue<String> queue, Function<Queue<String>, String> look)
      throws Exception {
    Cell c = new Cell();
    inParallel(
        () -> {
          c.add();
          queue.poll();
        },
        () -> {
          if ("b".equals(look.apply(queue))) {
            c.add();
          }
        });
  }

  @Test
  @Tag(IMPLEMENTED)
  void elementBehindATakenOne_isFound() throws Exception {
    for (Queue<String> queue : queues()) {
      isNext(queue, Queue::peek);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void elementBehindATakenOne_isTaken() throws Exception {
    for (Queue<String> queue : queues()) {
      isNext(queue, Queue::poll);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void elementBehindATakenOne_isTheFirstOfAnIterator() throws Exception {
    for (Queue<String> queue : queues()) {
      isNext(queue, any -> first(any.iterator()));
    }
  }

  private static String first(Iterator<String> elements) {
    return elements.hasNext() ? elements.next() : null;
  }
}
