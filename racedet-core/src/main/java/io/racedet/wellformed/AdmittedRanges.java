package io.racedet.wellformed;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.RangeExpander;

/**
 * Expands the ranges of a block in which objects are allocated, or may have been before: then
 * variables at equal distances may become others that are not.
 */
final class AdmittedRanges {
  private final int[] entries = new int[EventBlock.CAPACITY]; // by entry now: the one as read
  private EventBlock expanded; // null before it is needed
  private boolean isExpanded; // the current block

  /** Expands ranges in place if there is an allocation before or among them. */
  void prepare(EventBlock block, boolean isAnyAllocated) {
    isExpanded = block.ranges() > 0 && (isAnyAllocated || allocates(block));
    if (!isExpanded) {
      return;
    }
    int to = 0;
    for (int i = 0; i < block.size(); i++) {
      for (int k = block.eventsOf(i); k > 0; k--) {
        entries[to++] = i;
      }
    }
    if (expanded == null) {
      expanded = new EventBlock();
    }
    expanded.clear();
    RangeExpander.expand(block, expanded);
    block.clear();
    RangeExpander.expand(expanded, block);
  }

  private static boolean allocates(EventBlock block) {
    boolean found = false;
    for (int i = 0; i < block.size() && !found; i++) {
      long word = block.words()[i];
      found = !EventBlock.isRange(word) && EventBlock.op(word) == Op.ALLOC;
    }
    return found;
  }

  /** The entry of the block as it was read that an entry was. */
  int entry(int i) {
    return isExpanded ? entries[i] : i;
  }
}
