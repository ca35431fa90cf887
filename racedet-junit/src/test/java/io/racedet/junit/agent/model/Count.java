package io.racedet.junit.agent.model;

import java.util.Iterator;
import java.util.Spliterator;

/** Counts what a cursor that is made at once comes to later. */
interface Count {
  int remaining();

  static Count nexts(Iterator<?> elements) {
    return () -> {
      int count = 0;
      while (elements.hasNext()) {
        elements.next();
        count++;
      }
      return count;
    };
  }

  static Count advances(Spliterator<?> elements) {
    return () -> {
      int count = 0;
      while (elements.tryAdvance(element -> {})) {
        count++;
      }
      return count;
    };
  }

  static Count remains(Spliterator<?> elements) {
    return () -> {
      int[] count = new int[1];
      elements.forEachRemaining(element -> count[0]++);
      return count[0];
    };
  }
}
