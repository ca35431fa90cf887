package io.racedet.junit.truth.program;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;

/** Calls of a concurrent queue; each element is added by one call only. */
final class Queues implements Family {
  private static final int MILLIS = 2;

  /* Before JDK 21, calls with a time limit may go on forever (JDK-8301341). */
  private static final boolean TRANSFERS_END = Runtime.version().feature() >= 21;

  private final int queue;
  private final int kind;
  private int added;

  Queues(Draft draft) {
    kind = draft.below(9);
    queue = draft.object(create(kind).getClass().getSimpleName(), () -> create(kind));
  }

  private static Queue<Item> create(int kind) {
    return switch (kind) {
      case 0 -> new ArrayBlockingQueue<>(1);
      case 1 -> new LinkedBlockingQueue<>(1);
      case 2 -> new LinkedBlockingDeque<>(2);
      case 3 -> new ConcurrentLinkedQueue<>();
      case 4 -> new ConcurrentLinkedDeque<>();
      case 5 -> new PriorityBlockingQueue<>();
      case 6 -> new DelayQueue<>();
      case 7 -> new SynchronousQueue<>();
      default -> new LinkedTransferQueue<>();
    };
  }

  @Override
  public Action next(Draft draft) {
    boolean blocking = kind != 3 && kind != 4;
    return switch (draft.below(blocking ? 14 : 10)) {
      case 0, 1, 2 -> add("offer", Queue::offer);
      case 3, 4 -> take("poll", Queue::poll);
      case 5 -> take("peek", Queue::peek);
      case 6 -> look("remove", draft.below(4), Queue::remove);
      case 7 -> look("contains", draft.below(4), Queue::contains);
      case 8 ->
          draft.below(2) == 0
              ? new Action("size", s -> s.world.<Queue<Item>>get(queue).size())
              : new Action("isEmpty", s -> s.world.<Queue<Item>>get(queue).isEmpty() ? 1 : 0);
      case 9 ->
          draft.below(2) == 0
              ? new Action("iterator", s -> first(s.world.<Queue<Item>>get(queue).iterator()))
              : new Action("clear", s -> clear(s.world.get(queue)));
      case 10 -> add("timed offer", (q, item) -> offer(blocking(q), item));
      case 11, 12 ->
          kind < 8 || TRANSFERS_END
              ? take("timed poll", q -> blocking(q).poll(MILLIS, TimeUnit.MILLISECONDS))
              : take("poll", Queue::poll);
      default -> other(draft);
    };
  }

  private static BlockingQueue<Item> blocking(Queue<Item> queue) {
    return (BlockingQueue<Item>) queue;
  }

  private static boolean offer(BlockingQueue<Item> queue, Item item) throws InterruptedException {
    return queue.offer(item, MILLIS, TimeUnit.MILLISECONDS);
  }

  private static int first(Iterator<Item> items) {
    return items.hasNext() ? World.outcome(items.next()) : 0;
  }

  private static int clear(Queue<Item> queue) {
    queue.clear();
    return 0;
  }

  private Action other(Draft draft) {
    if (kind == 8 && draft.below(2) == 0) {
      return add("tryTransfer", (q, item) -> transfer((TransferQueue<Item>) q, item));
    }
    if (kind == 2 && draft.below(2) == 0) {
      return take("pollLast", q -> ((BlockingDeque<Item>) q).pollLast());
    }
    return draft.below(2) == 0
        ? new Action(
            "remainingCapacity", s -> blocking(s.world.get(queue)).remainingCapacity() % 1000)
        : new Action("drainTo", s -> drain(blocking(s.world.get(queue))));
  }

  private static boolean transfer(TransferQueue<Item> queue, Item item)
      throws InterruptedException {
    return TRANSFERS_END
        ? queue.tryTransfer(item, MILLIS, TimeUnit.MILLISECONDS)
        : queue.tryTransfer(item);
  }

  private static int drain(BlockingQueue<Item> queue) {
    List<Item> items = new ArrayList<>();
    queue.drainTo(items);
    int seen = 0;
    for (Item item : items) {
      seen = seen * 31 + World.outcome(item);
    }
    return seen;
  }

  /** Adds an element. */
  private interface Adding {
    boolean to(Queue<Item> queue, Item item) throws Exception;
  }

  private Action add(String text, Adding adding) {
    int item = added++ % 16;
    return new Action(
        text + ' ' + item, s -> adding.to(s.world.get(queue), s.world.items[item]) ? 1 : 0);
  }

  /** Takes or finds an element. */
  private interface Taking {
    Item from(Queue<Item> queue) throws Exception;
  }

  private Action take(String text, Taking taking) {
    return new Action(text, s -> World.outcome(taking.from(s.world.get(queue))));
  }

  private Action look(String text, int item, Adding looking) {
    return new Action(
        text + ' ' + item, s -> looking.to(s.world.get(queue), s.world.items[item]) ? 1 : 0);
  }
}
