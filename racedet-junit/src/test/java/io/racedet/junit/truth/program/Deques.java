package io.racedet.junit.truth.program;

import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** Calls at both ends of a concurrent queue; each element is added by one call only. */
final class Deques implements Family {
  private static final int MILLIS = 2;

  private final boolean blocking;
  private final int deque;
  private int added;

  Deques(Draft draft) {
    blocking = draft.below(2) == 0;
    deque =
        draft.object(
            blocking ? "LinkedBlockingDeque" : "ConcurrentLinkedDeque",
            () -> blocking ? new LinkedBlockingDeque<Item>(2) : new ConcurrentLinkedDeque<Item>());
  }

  @Override
  public Action next(Draft draft) {
    int own = added++ % 16;
    int item = draft.below(4);
    return switch (draft.below(blocking ? 15 : 13)) {
      case 0, 1 -> of("offerFirst " + own, (d, w) -> d.offerFirst(w.items[own]));
      case 2, 3 -> of("offerLast " + own, (d, w) -> d.offerLast(w.items[own]));
      case 4 -> of("pollFirst", (d, w) -> d.pollFirst());
      case 5, 6 -> of("pollLast", (d, w) -> d.pollLast());
      case 7 -> of("peekFirst", (d, w) -> d.peekFirst());
      case 8 -> of("peekLast", (d, w) -> d.peekLast());
      case 9 ->
          of("removeFirstOccurrence " + item, (d, w) -> d.removeFirstOccurrence(w.items[item]));
      case 10 ->
          of("removeLastOccurrence " + item, (d, w) -> d.removeLastOccurrence(w.items[item]));
      case 11 -> of("descendingIterator", (d, w) -> first(d.descendingIterator()));
      case 12 -> of("descendingIterator, remove", (d, w) -> removed(d.descendingIterator()));
      case 13 ->
          of(
              "timed offerFirst " + own,
              (d, w) -> blocking(d).offerFirst(w.items[own], MILLIS, TimeUnit.MILLISECONDS));
      default ->
          of("timed pollLast", (d, w) -> blocking(d).pollLast(MILLIS, TimeUnit.MILLISECONDS));
    };
  }

  private static BlockingDeque<Item> blocking(Deque<Item> deque) {
    return (BlockingDeque<Item>) deque;
  }

  private static Item first(Iterator<Item> items) {
    return items.hasNext() ? items.next() : null;
  }

  private static Item removed(Iterator<Item> items) {
    Item first = first(items);
    if (first != null) {
      items.remove();
    }
    return first;
  }

  /** A call. */
  private interface Of {
    Object call(Deque<Item> deque, World world) throws Exception;
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> World.outcome(call.call(s.world.get(deque), s.world)));
  }
}
