package io.racedet.junit.agent.sites;

import io.racedet.runtime.log.Layout;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Assigns ids to values, from 0 in the order of addition. Thread-safe; a lookup takes no lock. */
final class IdTable<T> {
  private static final int FIRST_CAPACITY = 1024;

  private final String what;
  private int size;
  private volatile Object[] values = new Object[FIRST_CAPACITY];

  IdTable(String what) {
    this.what = what;
  }

  synchronized int add(T value) {
    if (size > Layout.MAX_SITE) {
      throw new IllegalStateException("more than " + size + ' ' + what + " in woven classes");
    }
    Object[] target = values;
    if (size == target.length) {
      target = Arrays.copyOf(target, size * 2);
    }
    target[size] = value;
    values = target;
    return size++;
  }

  @SuppressWarnings("unchecked") // only add() puts values in
  T get(int id) {
    T value = (T) values[id];
    if (value == null) {
      throw new IndexOutOfBoundsException("no id " + id + " among the " + what);
    }
    return value;
  }

  /** The ids, in order, of the values so far that have a property. */
  int[] find(Predicate<T> property) {
    int end = size();
    IntStream.Builder found = IntStream.builder();
    for (int id = 0; id < end; id++) { // a loop: the table is long, and hardly one has it
      if (property.test(get(id))) {
        found.add(id);
      }
    }
    return found.build().toArray();
  }

  synchronized int size() {
    return size;
  }
}
