package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads with a part each of one array or list, which they pass to the JDK as a whole. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class ArrayPartsTest extends JdkPrograms {
  /** What a thread does with the elements from one index to another. */
  private interface PartStep {
    void run(int from, int to) throws Exception;
  }

  private static void halves(int size, PartStep step) throws Exception {
    inParallel(() -> step.run(0, size / 2), () -> step.run(size / 2, size));
  }

  /* ---- to the end of a part, and not further ---- */

  @Test
  void streamOfAPart_thatEnds() throws Exception {
    int[] ints = new int[8];
    long[] longs = new long[8];
    double[] doubles = new double[8];
    String[] texts = new String[8];
    halves(
        8,
        (from, to) -> {
          Arrays.fill(ints, from, to, 1);
          Arrays.stream(ints, from, to).anyMatch(x -> x == 9);
          Arrays.fill(longs, from, to, 1);
          Arrays.stream(longs, from, to).allMatch(x -> x == 1);
          Arrays.fill(doubles, from, to, 1);
          Arrays.stream(doubles, from, to).noneMatch(x -> x == 9);
          Arrays.fill(texts, from, to, "a");
          Arrays.stream(texts, from, to).allMatch("a"::equals);
        });
  }

  @Test
  void iteratorOfAPart_thatEnds() throws Exception {
    int[] array = new int[8];
    halves(
        8,
        (from, to) -> {
          array[from] = 3;
          PrimitiveIterator.OfInt each = Arrays.stream(array, from, to).iterator();
          while (each.hasNext()) {
            each.nextInt();
          }
          Arrays.spliterator(array, from, to).forEachRemaining((int x) -> {});
        });
  }

  @Test
  void streamOfASubList_thatEnds() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
    halves(
        4,
        (from, to) -> {
          list.set(from, 5);
          list.subList(from, to).stream().anyMatch(x -> x == 9);
          list.subList(from, to).stream().iterator().forEachRemaining(x -> {});
          list.subList(from, to).forEach(x -> {});
        });
  }

  @Test
  void search_thatStops() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
    Integer[] array = {1, 2, 3, 4};
    inParallel(
        () -> list.set(3, 9),
        () -> list.contains(2),
        () -> array[3] = 9,
        () -> Arrays.asList(array).indexOf(1));
  }

  /* ---- as many elements as there are ---- */

  @Test
  void read_atTheEnd() throws Exception {
    byte[] bytes = new byte[8];
    inParallel(
        () -> new ByteArrayInputStream(new byte[0]).read(bytes),
        () -> new ByteArrayInputStream(new byte[0]).read(bytes, 0, 8),
        () -> bytes[0]++);
  }

  @Test
  void copyOfACollection_toALongerArray() throws Exception {
    Integer[] array = new Integer[8];
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    inParallel(() -> list.toArray(array), () -> array[3] = 5);
    inParallel(() -> List.of(1).toArray(array), () -> array[2] = 5);
    Object[] objects = new Object[3];
    Vector<Integer> vector = new Vector<>(List.of(1));
    inParallel(() -> vector.copyInto(objects), () -> objects[1] = 5);
  }

  @Test
  void copyOfACollection_toAShorterArray() throws Exception {
    Integer[] array = {7};
    inParallel(() -> List.of(1, 2).toArray(array), () -> array[0]++);
  }

  @Test
  void bytes_writtenIntoAPart() throws Exception {
    byte[] bytes = new byte[40];
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    inParallel(
        () -> Base64.getEncoder().encode(new byte[3], bytes),
        () -> digest.digest(bytes, 4, 20),
        () -> bytes[24]++);
  }

  @Test
  void bytes_readFromAPart() throws Exception {
    byte[] bytes = new byte[8];
    halves(
        8,
        (from, to) -> {
          bytes[from]++;
          HexFormat.of().formatHex(bytes, from, to);
          ByteBuffer.allocate(4).get(bytes, from, 4).flip().put(bytes, from, 4);
        });
  }

  /* ---- a wait between the elements ---- */

  /** One thread writes the last element, for which the call of the other one waits in between. */
  private static void awaited(Step write, WaitingStep call) throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    Thread writer =
        start(
            () -> {
              write.run();
              written.countDown();
            });
    call.run(unchecked(written::await));
    writer.join();
  }

  private interface WaitingStep {
    void run(Runnable wait) throws Exception;
  }

  @Test
  void setAll_whereEachElementIsAwaited() throws Exception {
    int[] array = new int[3];
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int index = i;
      threads[i] = start(() -> array[index] = index);
    }
    Arrays.setAll(
        array,
        i -> {
          unchecked(threads[i]::join).run();
          return array[i] + 1;
        });
  }

  @Test
  void setAll_whereEachElementIsHandedOver() throws Exception {
    Thread[] threads = new Thread[3];
    Arrays.setAll(
        threads,
        i ->
            start(
                () -> {
                  if (i > 0) {
                    threads[i - 1].join();
                  }
                }));
    join(threads);
  }

  @Test
  void parallelSetAll_thatWaits() throws Exception {
    int[] array = new int[3];
    awaited(
        () -> array[0] = 1,
        wait ->
            Arrays.parallelSetAll(
                array,
                i -> {
                  wait.run();
                  return i;
                }));
  }

  @Test
  void comparator_thatWaits() throws Exception {
    Cell[] cells = cells(3);
    awaited(
        () -> Math.abs(cells[0].value),
        wait ->
            Arrays.sort(
                cells,
                (a, b) -> {
                  wait.run();
                  return a.value - b.value;
                }));
    List<Cell> list = new ArrayList<>(List.of(cells));
    awaited(
        () -> list.get(0),
        wait ->
            list.sort(
                (a, b) -> {
                  wait.run();
                  return a.value - b.value;
                }));
  }

  @Test
  void forEach_thatWaits() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    awaited(() -> list.set(1, 5), wait -> list.forEach(x -> wait.run()));
    awaited(() -> list.set(1, 6), wait -> list.iterator().forEachRemaining(x -> wait.run()));
    awaited(() -> list.set(1, 7), wait -> list.subList(0, 2).forEach(x -> wait.run()));
    awaited(() -> list.set(1, 8), wait -> list.stream().forEach(x -> wait.run()));
    awaited(() -> list.set(1, 9), wait -> list.subList(0, 2).stream().forEach(x -> wait.run()));
  }

  @Test
  void replaceAll_thatWaits() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    awaited(
        () -> list.set(1, 5),
        wait ->
            list.replaceAll(
                x -> {
                  wait.run();
                  return x + 1;
                }));
    awaited(
        () -> list.set(1, 6),
        wait ->
            list.removeIf(
                x -> {
                  wait.run();
                  return x == 9;
                }));
  }

  @Test
  void arrays_whereEachElementIsAwaited() throws Exception {
    int[] array = new int[2];
    awaited(() -> array[1] = 5, wait -> Arrays.stream(array).forEach(x -> wait.run()));
    Integer[] boxes = {1, 2};
    awaited(() -> boxes[1] = 5, wait -> Arrays.asList(boxes).forEach(x -> wait.run()));
    awaited(() -> boxes[1] = 6, wait -> Stream.of(boxes).forEach(x -> wait.run()));
    awaited(
        () -> boxes[1] = 7,
        wait ->
            Arrays.asList(boxes)
                .replaceAll(
                    x -> {
                      wait.run();
                      return x + 1;
                    }));
  }

  /* ---- compared with another array: as far as both reach, or not at all ---- */

  @Test
  void comparedWithAShorterArray() throws Exception {
    int[] ints = {1, 2, 3, 4};
    Object[] objects = {1, 2, 3, 4};
    inParallel(
        () -> {
          ints[3] = 9;
          objects[3] = 9;
        },
        () -> {
          Arrays.equals(ints, new int[2]);
          Arrays.equals(ints, null);
          Arrays.equals(ints, ints);
          Arrays.mismatch(ints, new int[2]);
          Arrays.compare(new int[] {1, 2}, ints);
          Arrays.equals(objects, new Object[3]);
        });
  }
}
