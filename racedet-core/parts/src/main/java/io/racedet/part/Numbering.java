package io.racedet.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers values in the order of their first use. */
final class Numbering {
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<Object> inOrder = new ArrayList<>();

  int of(Object value) {
    return numbers.computeIfAbsent(
        value,
        unseen -> {
          inOrder.add(value);
          return inOrder.size() - 1;
        });
  }

  List<Object> inOrder() {
    return inOrder;
  }
}
