package io.racedet.engine.growth;

import java.util.Arrays;
import java.util.Comparator;

/** Counts the elements that methods of the JDK visit, whose loops are not instrumented. */
public final class CountedCalls {
  private CountedCalls() {}

  /** Fails: the method called next, {@code fill} or {@code sort}, is to be added here. */
  public static void uncounted() {
    throw new UnsupportedOperationException("a call whose elements CountedCalls does not count");
  }

  public static void arraycopy(Object from, int at, Object to, int position, int length) {
    Operations.steps(length);
    System.arraycopy(from, at, to, position, length);
  }

  public static void fill(int[] array, int value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(int[] array, int from, int to, int value) {
    Operations.steps(to - from);
    Arrays.fill(array, from, to, value);
  }

  public static void fill(long[] array, long value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(long[] array, int from, int to, long value) {
    Operations.steps(to - from);
    Arrays.fill(array, from, to, value);
  }

  public static void fill(Object[] array, Object value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(Object[] array, int from, int to, Object value) {
    Operations.steps(to - from);
    Arrays.fill(array, from, to, value);
  }

  public static void sort(int[] array) {
    sort(array, 0, array.length);
  }

  public static void sort(int[] array, int from, int to) {
    Operations.steps(comparisons(to - from));
    Arrays.sort(array, from, to);
  }

  public static void sort(long[] array, int from, int to) {
    Operations.steps(comparisons(to - from));
    Arrays.sort(array, from, to);
  }

  public static <T> void sort(T[] array, int from, int to, Comparator<? super T> order) {
    Operations.steps(comparisons(to - from));
    Arrays.sort(array, from, to, order);
  }

  private static long comparisons(int length) {
    return (long) length * (Integer.SIZE - Integer.numberOfLeadingZeros(length));
  }
}
