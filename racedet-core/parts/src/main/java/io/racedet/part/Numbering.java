package io.racedet.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers values in the order of their first use. */
final class Numbering<T> {
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> inOrder = new ArrayList<>();

  int of(T value) {
    return numbers.computeIfAbsent(
        value,
        unseen -> {
          inOrder.add(value);
          return inOrder.size() - 1;
        });
  }

  T get(int number) {
    return inOrder.get(number);
  }

  List<T> inOrder() {
    return inOrder;
  }
}
