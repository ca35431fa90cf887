package io.racedet.runtime;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.lang.reflect.Array;
import java.nio.Buffer;

/**
 * Replaces the copying of arrays in woven code, and surrounds other calls of the JDK that access
 * arrays of their caller or the text of a builder. The accesses to the elements are recorded before
 * the copy, so whether the copy has seen the value of a racing write is not exact.
 */
public final class ArrayCopies {
  /* An array that contains itself has no end. */
  private static final int MAX_DIMENSIONS = 8;

  private ArrayCopies() {}

  /** System.arraycopy. */
  @SuppressWarnings("SuspiciousSystemArraycopy") // throws what the original would
  public static void copy(
      Object from, int fromIndex, Object to, int toIndex, int length, int site) {
    if (Registry.session != null && hasRange(from, fromIndex, length)) {
      if (hasRange(to, toIndex, length)) {
        int fitting = fitting(from, fromIndex, to, length);
        boolean isMixed = from instanceof Object[] && to instanceof Object[];
        int read = fitting < length && isMixed ? fitting + 1 : fitting;
        range(OpCodes.READ, from, fromIndex, read, site);
        range(OpCodes.WRITE, to, toIndex, fitting, site);
      }
    }
    System.arraycopy(from, fromIndex, to, toIndex, length);
  }

  /* How many elements are copied before the first that the other array cannot hold, which is read,
   * but stops the copy; none if no element is of its type (System.arraycopy). */
  private static int fitting(Object from, int fromIndex, Object to, int length) {
    Class<?> type = from.getClass().getComponentType();
    Class<?> target = to.getClass().getComponentType();
    if (type == target) {
      return length;
    }
    if (type.isPrimitive() || target.isPrimitive()) {
      return 0;
    }
    if (target.isAssignableFrom(type)) {
      return length;
    }
    Object[] elements = (Object[]) from;
    int fitting = 0;
    while (fitting < length
        && (elements[fromIndex + fitting] == null
            || target.isInstance(elements[fromIndex + fitting]))) {
      fitting++;
    }
    return fitting;
  }

  /** Records the clone of an array. */
  static void cloning(Object array, int site) {
    range(OpCodes.READ, array, 0, Array.getLength(array), site);
  }

  /**
   * Called before or after a call that accesses elements of an array.
   *
   * @param array the array, or null
   * @param to the end of the elements, exclusive; may be greater than the length. There are none if
   *     it is negative: the call has found the end of a stream
   */
  public static void elements(int op, Object array, int from, int to, int site) {
    ThreadBuffer b = array == null ? null : Registry.buffer();
    if (b != null && array.getClass().isArray()) {
      range(b, op, array, from, to, site);
    }
  }

  /**
   * Called after a call that copies a collection to the array that it got, if that is long enough,
   * and puts null behind the elements. How many these are is not known: at least as many as come
   * before the first null.
   */
  public static void copiedInto(Object array, Object result, int site) {
    if (Registry.session != null && array == result && array instanceof Object[] elements) {
      int end = 0;
      while (end < elements.length && elements[end] != null) {
        end++;
      }
      range(OpCodes.WRITE, array, 0, Math.min(end + 1, elements.length), site);
    }
  }

  /**
   * How many elements of two arrays, or null, a call may compare: none where it compares whole
   * arrays and the lengths differ.
   */
  public static int compared(Object array, Object other, boolean equals) {
    if (array == null || other == null || array == other) {
      return 0;
    }
    int length = Array.getLength(array);
    int otherLength = Array.getLength(other);
    return equals && length != otherLength ? 0 : Math.min(length, otherLength);
  }

  /** Called before a call that reads the elements of an array, and of the arrays in it. */
  public static void rows(Object array, int site) {
    if (Registry.session != null && array != null) {
      rows(array, MAX_DIMENSIONS, site);
    }
  }

  private static void rows(Object array, int depth, int site) {
    range(OpCodes.READ, array, 0, Array.getLength(array), site);
    if (depth > 0 && array instanceof Object[] elements) {
      for (Object element : elements) {
        if (element != null && element.getClass().isArray()) {
          rows(element, depth - 1, site);
        }
      }
    }
  }

  /** Called before a call that accesses the contents of a builder, or of null. */
  public static void contents(int op, Object builder, int site) {
    ThreadBuffer b = builder == null ? null : Registry.buffer();
    if (b != null) {
      DataHooks.after(
          b.session.access(b, Layout.FIELD_WITH_OP + op, builder, Layout.CONTENTS, site));
    }
  }

  /** Called before a call that reads or writes an object as a text, if it is one. */
  public static void text(Object text, int op, int site) {
    if (Registry.session == null || text == null || text.getClass() == String.class) {
      return;
    }
    if (text.getClass() == StringBuilder.class) {
      contents(op, text, site);
    } else if (text instanceof StringBuffer || text instanceof Buffer) {
      ModelledCalls.stateful(text, site);
    }
  }

  /** Called before a call that reads the elements of an array as texts, of which some may be. */
  public static void texts(Object[] texts, int op, int site) {
    if (Registry.session != null && texts != null) {
      for (int i = 0; i < texts.length; i++) {
        text(texts[i], op, site);
      }
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
    ThreadBuffer b = length > 0 ? Registry.buffer() : null;
    if (b != null) {
      range(b, op, array, from, from + length, site);
    }
  }

  /** Records accesses to the elements that an array or a collection has between two numbers. */
  static void range(ThreadBuffer b, int op, Object object, int from, int to, int site) {
    int told = site == Layout.CALLER ? b.calls.collectionSite() : site;
    if (site == Layout.CALLER && told == Layout.NONE) {
      return;
    }
    boolean array = object.getClass().isArray();
    int end = array ? Math.min(to, Array.getLength(object)) : to;
    if (from >= 0 && from < end) {
      int aspect = array ? Aspects.RANGE : Aspects.ELEMENTS;
      b.session.range(b, op, aspect, object, from, end, told);
    }
  }
}
