package io.racedet.junit.truth.program;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Parallel streams of a few elements, in the common pool or in another one. */
final class Streams implements Family {
  private static final int ELEMENTS = 3;
  private static final int MILLIS = 20;

  private final int pool;

  Streams(Draft draft) {
    pool = draft.object("ForkJoinPool", () -> new ForkJoinPool(2));
    draft.endsPool(pool);
  }

  @Override
  public Action next(Draft draft) {
    int first = draft.step("element 0");
    for (int i = 1; i < ELEMENTS; i++) {
      draft.step("element " + i);
    }
    return switch (draft.below(8)) {
      case 0 ->
          of(
              "forEach",
              first,
              (from, w) -> {
                IntStream.range(from, from + ELEMENTS).parallel().forEach(i -> touch(w, i));
                return 0;
              });
      case 1 ->
          of(
              "forEachOrdered",
              first,
              (from, w) -> {
                elements(from).forEachOrdered(i -> touch(w, i));
                return 0;
              });
      case 2 ->
          of("collect", first, (from, w) -> touched(from, w).collect(Collectors.toList()).size());
      case 3 -> of("reduce", first, (from, w) -> touched(from, w).reduce(0, (i, k) -> k) - from);
      case 4 ->
          of("anyMatch", first, (from, w) -> touched(from, w).anyMatch(i -> i == from + 1) ? 1 : 0);
      case 5 ->
          of("sorted", first, (from, w) -> touched(from, w).sorted().findFirst().get() - from);
      case 6 ->
          of(
              "parallelSetAll",
              first,
              (from, w) -> {
                int[] all = new int[ELEMENTS];
                Arrays.parallelSetAll(all, i -> touch(w, from + i));
                return all[1] - from;
              });
      default ->
          of(
              "submit(forEach), get",
              first,
              (from, w) -> {
                w.<ForkJoinPool>get(pool)
                    .submit(() -> elements(from).forEach(i -> touch(w, i)))
                    .get(MILLIS, TimeUnit.MILLISECONDS);
                return 0;
              });
    };
  }

  private static Stream<Integer> elements(int from) {
    return List.of(from, from + 1, from + 2).parallelStream();
  }

  private static Stream<Integer> touched(int from, World world) {
    return elements(from).map(i -> touch(world, i));
  }

  private static int touch(World world, int step) {
    Strand.touchAlone(world, step);
    return step;
  }

  /** A call. */
  private interface Of {
    int call(int firstStep, World world) throws Exception;
  }

  private static Action of(String text, int firstStep, Of call) {
    return new Action(text + " of " + firstStep, s -> call.call(firstStep, s.world));
  }
}
