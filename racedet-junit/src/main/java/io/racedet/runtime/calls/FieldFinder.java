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

  /** Where the elements of an array are, for {@link #elementAt}; negative if that is not known. */
  int layoutOf(Class<?> type);

  /**
   * The field of a VarHandle, a field updater or a java.lang.reflect.Field: its id, or one of the
   * constants above.
   */
  int fieldOf(Object accessor);

  /**
   * Whether such an accessor is made from another one, so that it may access another variable of
   * the same coordinates than the one that {@link #fieldOf} finds.
   */
  boolean isAdapted(Object accessor);

  /** Finds the field at an offset of Unsafe. */
  int fieldAt(Class<?> type, long offset);

  /** Packs where the elements of arrays are; the distance of two is a power of two. */
  static int layout(int base, int scale) {
    return base << 8 | scale;
  }

  /** The element at an offset in such a layout, or a negative one; -1 if there cannot be one. */
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
