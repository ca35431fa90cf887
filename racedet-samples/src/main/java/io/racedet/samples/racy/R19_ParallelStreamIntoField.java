package io.racedet.samples.racy;

import io.racedet.samples.Subject;
import java.util.stream.IntStream;

/** A parallel stream accumulates a sum in a field of the enclosing object. */
public final class R19_ParallelStreamIntoField implements Subject {
  private int sum;

  @Override
  public void run() {
    IntStream.rangeClosed(1, 200).parallel().forEach(this::add);
  }

  private void add(int number) {
    sum += number; // race: sum
  }
}
