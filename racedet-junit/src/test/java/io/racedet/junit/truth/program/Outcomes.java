package io.racedet.junit.truth.program;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** What calls return or throw, as numbers. */
final class Outcomes {
  private static final int EXCEPTION = 1000;
  private static final int RESULTS = 20;

  /** Those that are told by name. */
  private static final List<Class<? extends Exception>> NAMED =
      List.of(
          RejectedExecutionException.class,
          TimeoutException.class,
          InterruptedException.class,
          ExecutionException.class,
          CompletionException.class,
          CancellationException.class,
          BrokenBarrierException.class,
          IllegalStateException.class,
          IllegalMonitorStateException.class,
          IllegalThreadStateException.class,
          NullPointerException.class);

  private Outcomes() {}

  static int of(Exception exception) {
    return of(exception.getClass());
  }

  private static int of(Class<? extends Exception> exception) {
    return EXCEPTION + exception.getName().hashCode() % 1000;
  }

  /** What a thread has learnt by some calls, found by trying; their steps are given in order. */
  static String text(List<Integer> steps, long history) {
    String found = find(steps, 0, 0, history, "");
    return found == null ? Long.toString(history) : found;
  }

  private static String find(
      List<Integer> steps, int index, long before, long history, String text) {
    if (index == steps.size()) {
      return before == history ? text : null;
    }
    int[] all =
        IntStream.concat(
                IntStream.concat(IntStream.range(0, RESULTS), IntStream.of(World.OTHER)),
                NAMED.stream().mapToInt(Outcomes::of))
            .toArray();
    for (int outcome : all) {
      long after = Strand.learnt(before, steps.get(index), outcome);
      String found = find(steps, index + 1, after, history, text + ' ' + text(outcome));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static String text(int outcome) {
    return NAMED.stream()
        .filter(type -> of(type) == outcome)
        .map(Class::getSimpleName)
        .findFirst()
        .orElse(Integer.toString(outcome));
  }
}
