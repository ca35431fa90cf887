package io.racedet.junit.truth.program;

import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** An element of a queue, or a key. */
final class Item implements Delayed {
  final int number;

  Item(int number) {
    this.number = number;
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return 0;
  }

  @Override
  public int compareTo(Delayed other) {
    return Integer.compare(number, ((Item) other).number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Item item && item.number == number;
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public String toString() {
    return "item" + number;
  }
}
