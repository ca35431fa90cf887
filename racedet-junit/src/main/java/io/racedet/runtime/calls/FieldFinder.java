package io.racedet.runtime.calls;

/**
 * Resolves the field that an object gives access to. Implemented by the agent, which assigns the
 * ids of fields. Called once for each object, with all hooks of the thread switched off.
 */
public interface FieldFinder {
  /** Stands for the elements of an array. */
  int ELEMENT = -2;

  /** Stands for a variable that cannot be determined: it may be any, also one off the heap. */
  int UNKNOWN = -3;

  /**
   * Determines where the elements of an array are, by offsets of Unsafe.
   *
   * @return the first argument of {@link #elementAt}; negative if unknown
   */
  int layoutOf(Class<?> type);

  /**
   * Finds the field of an accessor.
   *
   * @param accessor a VarHandle, a field updater or a java.lang.reflect.Field
   * @return the field's id, or one of the constants above
   */
  int fieldOf(Object accessor);

  /**
   * Returns whether an accessor is made from another one, so that it may access another variable of
   * the same coordinates than the one that {@link #fieldOf} finds.
   *
   * @param accessor a VarHandle, a field updater or a java.lang.reflect.Field
   * @return true if it may
   */
  boolean isAdapted(Object accessor);

  /** Finds the field at an offset of Unsafe. */
  int fieldAt(Class<?> type, long offset);

  /**
   * Packs where the elements of arrays are.
   *
   * @param scale the distance between two elements, a power of two
   */
  static int layout(int base, int scale) {
    return base << 8 | scale;
  }

  /**
   * Finds the element at an offset.
   *
   * @param layout as {@link #layout} packs it, or negative
   * @return the index of the element, -1 if there cannot be one
   */
  static int elementAt(int layout, long offset) {
    int scale = layout & 0xFF;
    long fromFirst = offset - (layout >> 8);
    boolean within =
        layout >= 0 && scale > 0 && fromFirst >= 0 && fromFirst / scale <= Integer.MAX_VALUE;
    return within ? (int) (fromFirst / scale) : -1;
  }

  /** Returns whether a field is declared volatile, so that plain instructions synchronise too. */
  boolean isVolatile(int field);
}
