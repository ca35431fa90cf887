package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Calls that run code of their caller: what they use before it, and what they write after it. */
class CallbackContentsTest extends ContentsTestCase {
  /** A list, and what a thread has done when it has used the list. */
  private record Used(List<String> list, CountDownLatch done) {
    void await() {
      Programs.run(done::await);
    }
  }

  private static Kind<Used> list(String name, Supplier<List<String>> made) {
    return kind(name, () -> new Used(made.get(), new CountDownLatch(1)));
  }

  private static final List<Kind<Used>> LISTS =
      List.of(
          list("ArrayList", () -> new ArrayList<>(List.of("b", "a"))),
          list("part of an ArrayList", () -> new ArrayList<>(List.of("b", "a")).subList(0, 2)),
          list("Arrays.asList", () -> Arrays.asList("b", "a")));

  private static final List<Call<Used>> SET =
      List.of(
          call(
              "set",
              used -> {
                used.list.set(0, "x");
                used.done.countDown();
              }));

  private static final List<Call<Used>> GET =
      List.of(
          call(
              "get",
              used -> {
                used.list.get(0);
                used.done.countDown();
              }));

  /** They read the first element, then wait until another thread has used it, then write it. */
  private static final List<Call<Used>> WAITING =
      List.of(
          call(
              "replaceAll that waits",
              used ->
                  used.list.replaceAll(
                      element -> {
                        used.await();
                        return "y";
                      })),
          call(
              "sort that waits",
              used ->
                  used.list.sort(
                      (one, other) -> {
                        used.await();
                        return one.compareTo(other);
                      })));

  /** A list, of which one thread removes elements while another one replaces them. */
  private record Moved(List<String> list, CountDownLatch begun, CountDownLatch tested) {
    static Moved make() {
      return new Moved(
          new ArrayList<>(List.of("a", "b")), new CountDownLatch(1), new CountDownLatch(1));
    }

    /** Reads the list before the other thread, and writes the last element after its test. */
    void replace() {
      list.replaceAll(
          element -> {
            if (element.equals("b")) {
              begun.countDown();
              Programs.run(tested::await);
              Programs.hear("removed");
            }
            return element;
          });
    }

    /** Moves the last element after its test. */
    void remove() {
      Programs.run(begun::await);
      list.removeIf(
          element -> {
            if (element.equals("b")) {
              tested.countDown();
            }
            return element.equals("a");
          });
      Programs.whisper("removed");
    }
  }

  private static final List<Call<Used>> FAILING_SORT =
      List.of(call("sort that fails before it moves an element", used -> failToSort(used.list)));

  private static void failToSort(List<String> list) {
    try {
      list.sort(
          (one, other) -> {
            throw new UnsupportedOperationException();
          });
    } catch (UnsupportedOperationException wanted) {
      return;
    }
    throw new IllegalStateException("it is sorted");
  }

  /** What threads do with one array. */
  private record Array(Runnable setAll, Runnable read) {}

  private static final List<Kind<Array>> ARRAYS =
      List.of(
          kind(
              "Object[]",
              () -> {
                Object[] array = new Object[2];
                return new Array(
                    () -> Arrays.setAll(array, i -> i), () -> String.valueOf(array[1]));
              }),
          kind(
              "int[]",
              () -> {
                int[] array = new int[2];
                return new Array(() -> Arrays.setAll(array, i -> i), () -> Math.abs(array[1]));
              }),
          kind(
              "long[]",
              () -> {
                long[] array = new long[2];
                return new Array(() -> Arrays.setAll(array, i -> i), () -> Math.abs(array[1]));
              }),
          kind(
              "double[]",
              () -> {
                double[] array = new double[2];
                return new Array(() -> Arrays.setAll(array, i -> i), () -> Math.abs(array[1]));
              }));

  private static final List<Call<Array>> SET_ALL =
      List.of(call("setAll", array -> array.setAll.run()));
  private static final List<Call<Array>> READ = List.of(call("read", array -> array.read.run()));

  @Test
  void removeIf_afterItsTests_readsWhatItMoves() {
    Moved moved = Moved.make();
    Recorded recorded =
        Recorded.runRacy(getClass(), () -> Programs.inParallel(moved::replace, moved::remove));
    assertThat(recorded.races())
        .as("events: %s", recorded.events())
        .isNotEmpty()
        .allMatch(race -> race.endsWith("[1]"));
  }

  static Stream<Arguments> races() {
    return Stream.of(pairs(LISTS, SET, WAITING), pairs(ARRAYS, SET_ALL, READ))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(pairs(LISTS, GET, WAITING), pairs(LISTS, GET, FAILING_SORT))
        .flatMap(rows -> rows);
  }
}
