package io.racedet.event;

import java.util.function.Consumer;

/**
 * Makes an event of each access of a range, for consumers that do not take ranges. A block without
 * ranges is passed on as it is. Not thread-safe.
 */
public final class RangeExpander implements Consumer<EventBlock> {
  private final Consumer<EventBlock> consumer;
  private EventBlock expanded; // null before the first range

  /**
   * Puts an expander before a consumer.
   *
   * @param consumer takes blocks without ranges, which it must not change
   */
  public RangeExpander(Consumer<EventBlock> consumer) {
    this.consumer = consumer;
  }

  @Override
  public void accept(EventBlock block) {
    if (block.ranges() == 0) {
      consumer.accept(block);
      return;
    }
    if (expanded == null) {
      expanded = new EventBlock();
    }
    expanded.clear();
    expand(block, expanded);
    consumer.accept(expanded);
  }

  /**
   * Appends the events of a block to another one.
   *
   * @param block events, with or without indices; read only
   * @param to receives them; must have room for all of them
   */
  public static void expand(EventBlock block, EventBlock to) {
    for (int i = 0; i < block.size(); i++) {
      long word = block.words()[i];
      if (EventBlock.isRange(word)) {
        expand(block, i, to);
      } else {
        put(to, word, block.indices()[i], block, i);
      }
    }
  }

  private static void expand(EventBlock block, int i, EventBlock to) {
    long word = EventBlock.firstOf(block.words()[i]);
    long walk = block.walkOf(i);
    int variable = EventBlock.operand(word);
    for (int k = 0, count = Walk.count(walk); k < count; k++) {
      put(to, EventBlock.withOperand(word, variable), block.indices()[i] + k, block, i);
      variable += Walk.stride(walk);
    }
  }

  private static void put(EventBlock to, long word, long index, EventBlock from, int i) {
    int at = to.size();
    to.append(word, from.locations()[i]);
    to.indices()[at] = index;
    to.contexts()[at] = from.contexts()[i];
  }
}
