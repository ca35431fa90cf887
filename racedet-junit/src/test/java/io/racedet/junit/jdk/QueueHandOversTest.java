package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one thread puts into a queue, another one takes, in every way there is. */
@RaceFree
class QueueHandOversTest extends JdkPrograms {
  private static final int ITEMS = 8;
  private static final int MICROS = 50;

  /** Ready at once, and as good as any other. */
  private static final class Item extends Cell implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  private static boolean put(BlockingQueue<Item> queue, Item item, int way)
      throws InterruptedException {
    switch (way % 4) {
      case 0:
        queue.put(item);
        return true;
      case 1:
        return queue.offer(item);
      case 2:
        return queue.offer(item, MICROS, TimeUnit.MICROSECONDS);
      default:
        try {
          return queue.add(item);
        } catch (IllegalStateException e) {
          return false;
        }
    }
  }

  private static Item take(BlockingQueue<Item> queue, int way, boolean drains)
      throws InterruptedException {
    switch (way % 4) {
      case 0:
        return queue.poll();
      case 1:
        return queue.take();
      case 2:
        return queue.poll(MICROS, TimeUnit.MICROSECONDS);
      default:
        if (!drains) {
          return queue.take();
        }
        List<Item> drained = new ArrayList<>();
        queue.drainTo(drained, 1);
        return drained.isEmpty() ? null : drained.get(0);
    }
  }

  private static void handOver(BlockingQueue<Item> queue, boolean drains)
      throws InterruptedException {
    Thread producer =
        start(
            () -> {
              for (int i = 0; i < ITEMS; i++) {
                Item item = new Item();
                item.add();
                while (!put(queue, item, i)) {
                  Thread.yield();
                }
              }
            });
    for (int taken = 0; taken < ITEMS; ) {
      Item item = take(queue, taken, drains);
      if (item != null) {
        item.add();
        taken++;
      } else {
        Thread.yield();
      }
    }
    join(producer);
  }

  @Test
  @Tag(PROMISED)
  void arrayBlockingQueue_items_areHandedOver() throws InterruptedException {
    handOver(new ArrayBlockingQueue<>(2), true);
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void linkedBlockingQueue_items_areHandedOver() throws InterruptedException {
    handOver(new LinkedBlockingQueue<>(2), true);
  }

  @Test
  @Tag(PROMISED)
  void linkedBlockingDeque_items_areHandedOver() throws InterruptedException {
    handOver(new LinkedBlockingDeque<>(2), true);
  }

  @Test
  @Tag(PROMISED)
  void priorityBlockingQueue_items_areHandedOver() throws InterruptedException {
    handOver(new PriorityBlockingQueue<>(1), true);
  }

  @Test
  @Tag(PROMISED)
  void delayQueue_items_areHandedOver() throws InterruptedException {
    handOver(new DelayQueue<>(), true);
  }

  @Test
  @Tag(PROMISED)
  void linkedTransferQueue_items_areHandedOver() throws InterruptedException {
    handOver(new LinkedTransferQueue<>(), true);
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void synchronousQueue_items_areHandedOver() throws InterruptedException {
    handOver(new SynchronousQueue<>(), false);
  }

  @Test
  @Tag(PROMISED)
  void fairSynchronousQueue_items_areHandedOver() throws InterruptedException {
    handOver(new SynchronousQueue<>(true), false);
  }

  private static void takerIsSeen(SynchronousQueue<Integer> queue) throws InterruptedException {
    Cell first = new Cell();
    Cell second = new Cell();
    Thread taker =
        start(
            () -> {
              first.add();
              queue.take();
              second.add();
              while (queue.poll(MICROS, TimeUnit.MICROSECONDS) == null) {
                Thread.onSpinWait();
              }
            });
    queue.put(1);
    first.add();
    while (!queue.offer(2, MICROS, TimeUnit.MICROSECONDS)) {
      Thread.onSpinWait();
    }
    second.add();
    join(taker);
  }

  @Test
  @Tag(PROMISED)
  void synchronousQueue_taker_isSeenByWhoPuts() throws InterruptedException {
    takerIsSeen(new SynchronousQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void fairSynchronousQueue_taker_isSeenByWhoPuts() throws InterruptedException {
    takerIsSeen(new SynchronousQueue<>(true));
  }

  @Test
  @Tag(PROMISED)
  void linkedTransferQueue_removalOfWhatIsOffered_ordersTheGiverAfterIt()
      throws InterruptedException {
    endTransfer(queue -> queue.remove("item"));
    endTransfer(LinkedTransferQueue::clear);
    endTransfer(queue -> queue.removeIf(item -> true));
    endTransfer(
        queue -> {
          Iterator<String> items = queue.iterator();
          items.next();
          items.remove();
        });
  }

  private static void endTransfer(Consumer<LinkedTransferQueue<String>> removal)
      throws InterruptedException {
    LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
    Cell back = new Cell();
    Thread giver =
        start(
            () -> {
              queue.transfer("item");
              back.add();
            });
    while (queue.isEmpty()) {
      Thread.yield();
    }
    back.add();
    removal.accept(queue);
    join(giver);
  }

  @Test
  @Tag(PROMISED)
  void linkedTransferQueue_transfer_ordersBothWays() throws InterruptedException {
    LinkedTransferQueue<Cell> queue = new LinkedTransferQueue<>();
    Cell back = new Cell();
    Thread giver =
        start(
            () -> {
              Cell cell = new Cell();
              cell.add();
              queue.transfer(cell);
              back.add();
              while (!queue.tryTransfer(new Cell(), MICROS, TimeUnit.MICROSECONDS)) {
                Thread.onSpinWait();
              }
              while (!queue.tryTransfer(new Cell())) {
                Thread.yield();
              }
            });
    back.add();
    queue.take().add();
    Cell cell = null;
    while (cell == null) {
      cell = queue.poll(MICROS, TimeUnit.MICROSECONDS);
    }
    cell.add();
    queue.take().add();
    join(giver);
  }

  private static void bothEnds(ConcurrentLinkedDeque<Cell> deque, int way) {
    Cell cell = new Cell();
    cell.add();
    switch (way % 4) {
      case 0 -> deque.push(cell);
      case 1 -> deque.offerLast(cell);
      case 2 -> deque.addFirst(cell);
      default -> deque.addAll(List.of(cell));
    }
    Cell taken =
        switch (way % 3) {
          case 0 -> deque.pollLast();
          case 1 -> deque.pollFirst();
          default -> deque.isEmpty() ? null : deque.poll();
        };
    if (taken != null) {
      taken.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void concurrentLinkedDeque_bothEnds_handOver() throws InterruptedException {
    ConcurrentLinkedDeque<Cell> deque = new ConcurrentLinkedDeque<>();
    Step step =
        () -> {
          for (int i = 0; i < ITEMS; i++) {
            bothEnds(deque, i);
          }
        };
    inParallel(step, step, step);
  }

  private static void copies(Queue<Cell> from, Queue<Cell> to) throws InterruptedException {
    Thread producer =
        start(
            () -> {
              for (int i = 0; i < ITEMS; i++) {
                Cell cell = new Cell();
                cell.add();
                from.add(cell);
              }
            });
    Thread copier =
        start(
            () -> {
              for (int i = 0; i < ITEMS; i++) {
                to.addAll(from);
                to.forEach(Cell::get);
              }
            });
    join(producer, copier);
  }

  @Test
  @Tag(PROMISED)
  void queue_addAllOfAnother_handsOver() throws InterruptedException {
    copies(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    copies(new LinkedBlockingQueue<>(), new LinkedBlockingDeque<>());
    copies(new ConcurrentLinkedDeque<>(), new ConcurrentLinkedDeque<>());
  }

  @Test
  @Tag(PROMISED)
  void queue_madeOfCollection_handsOver() throws InterruptedException {
    Cell cell = new Cell();
    cell.add();
    BlockingQueue<Cell> queue = new LinkedBlockingQueue<>(List.of(cell));
    join(start(() -> queue.take().add()));
    cell.add();
  }

  @Test
  @Tag(IMPLEMENTED)
  void token_givenBack_excludes() throws InterruptedException {
    Cell cell = new Cell();
    for (BlockingQueue<String> queue :
        List.of(
            new ArrayBlockingQueue<String>(1),
            new LinkedBlockingQueue<String>(),
            new LinkedBlockingDeque<String>(),
            new PriorityBlockingQueue<String>(),
            new LinkedTransferQueue<String>())) {
      queue.add("token");
      Step step =
          () -> {
            queue.take();
            cell.add();
            queue.put("token");
          };
      inParallel(step, step);
    }
  }
}
