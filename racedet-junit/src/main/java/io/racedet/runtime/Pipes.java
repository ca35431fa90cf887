package io.racedet.runtime;

import java.nio.channels.Pipe;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The ends of a pipe know nothing of each other: what they have in common is a number that they get
 * when it is opened. Those that have been opened before all have number 0. Thread-safe.
 */
final class Pipes {
  private final Map<Object, int[]> numbers = new WeakHashMap<>();
  private int last;

  /** A new number for the ends of a pipe that is opened, or that of an end. */
  synchronized int of(Object pipeOrEnd) {
    if (pipeOrEnd instanceof Pipe opened) {
      int[] number = {++last};
      numbers.put(opened.source(), number);
      numbers.put(opened.sink(), number);
      return last;
    }
    int[] number = numbers.get(pipeOrEnd);
    return number == null ? 0 : number[0];
  }
}
