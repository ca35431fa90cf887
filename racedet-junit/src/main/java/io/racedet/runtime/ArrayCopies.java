package io.racedet.runtime;

import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import java.lang.reflect.Array;

/**
 * Replaces the copying of arrays in woven code, and surrounds other calls of the JDK that access
 * arrays of their caller or the text of a builder. The accesses of the elements are recorded before
 * the copy, so whether the copy has seen the value of a racing write is not exact.
 */
public final class ArrayCopies {
  private ArrayCopies() {}

  /**
   * System.arraycopy.
   *
   * @param from the array to read
   * @param fromIndex its first element to be read
   * @param to the array to write
   * @param toIndex its first element to be written
   * @param length how many elements
   * @param site the call
   */
  @SuppressWarnings("SuspiciousSystemArraycopy") // throws what the original would
  public static void copy(
      Object from, int fromIndex, Object to, int toIndex, int length, int site) {
    if (Hooks.session != null && hasRange(from, fromIndex, length)) {
      if (hasRange(to, toIndex, length)) {
        range(OpCodes.READ, from, fromIndex, length, site);
        range(OpCodes.WRITE, to, toIndex, length, site);
      }
    }
    System.arraycopy(from, fromIndex, to, toIndex, length);
  }

  /**
   * Comes before the clone of an array.
   *
   * @param array the array, or null
   * @param site the call
   */
  public static void cloning(Object array, int site) {
    if (Hooks.session != null && array != null) {
      range(OpCodes.READ, array, 0, Array.getLength(array), site);
    }
  }

  /**
   * Comes before or after a call that accesses elements of an array.
   *
   * @param op read or write
   * @param array the array, or null
   * @param from the first element
   * @param to the end of the elements, exclusive; all if it is negative
   * @param site the call
   */
  public static void elements(int op, Object array, int from, int to, int site) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null || array == null ? null : s.buffer();
    if (b != null && array.getClass().isArray()) {
      range(b, op, array, from, to, site);
    }
  }

  /**
   * Comes before a call that accesses the contents of a builder.
   *
   * @param op read or write
   * @param builder the builder, or null
   * @param site the call
   */
  public static void contents(int op, Object builder, int site) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null || builder == null ? null : s.buffer();
    if (b != null) {
      Hooks.after(s.access(b, Layout.FIELD_WITH_OP + op, builder, Layout.CONTENTS, site));
    }
  }

  private static boolean hasRange(Object array, int from, int length) {
    return array != null
        && array.getClass().isArray()
        && from >= 0
        && length > 0
        && length <= Array.getLength(array) - from;
  }

  private static void range(int op, Object array, int from, int length, int site) {
    Session s = Hooks.session;
    if (s != null && length > 0) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        range(b, op, array, from, from + length, site);
      }
    }
  }

  /**
   * Records accesses of the elements that an array or a collection has between two numbers. If the
   * second one is negative, it is the number of all elements.
   */
  static void range(ThreadBuffer b, int op, Object object, int from, int to, int site) {
    boolean array = object.getClass().isArray();
    int wanted = to < 0 ? Integer.MAX_VALUE : to;
    int end = array ? Math.min(wanted, Array.getLength(object)) : wanted;
    if (from >= 0 && from < end) {
      int aspect = array ? Aspects.RANGE : Aspects.ELEMENTS;
      b.session.sync(b, op, aspect, object, (long) from << Integer.SIZE | end, site);
    }
  }
}
