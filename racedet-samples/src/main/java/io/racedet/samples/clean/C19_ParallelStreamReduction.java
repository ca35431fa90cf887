package io.racedet.samples.clean;

import io.racedet.samples.Subject;
import java.util.stream.IntStream;

/** A parallel stream reads one field in all its threads and sums up by a reduction. */
public final class C19_ParallelStreamReduction implements Subject {
  private int factor = 1; // shared: factor
  private int sum;

  @Override
  public void run() {
    factor = 3;
    sum = IntStream.rangeClosed(1, 200).parallel().map(this::scale).sum();
    factor = sum;
  }

  private int scale(int number) {
    return number * factor;
  }
}
