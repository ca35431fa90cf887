package io.racedet.runtime;

/**
 * Finds out which field an object gives access to. Implemented by the agent, which numbers fields.
 * Called once for each object, with all hooks of the thread switched off.
 */
public interface FieldFinder {
  /** Stands for the elements of an array. */
  int ELEMENT = -2;

  /** Stands for anything that is neither a field nor an element. */
  int NOTHING = -3;

  /** The place of the first element's offset in a layout. */
  int BASE_SHIFT = 8;

  /** The part of a layout that is the size of an element. */
  int SCALE_MASK = (1 << BASE_SHIFT) - 1;

  /**
   * Finds out where the elements of an array are, as Unsafe has it.
   *
   * @param type the class of the array
   * @return the offset of the first element, shifted, and the size of an element; negative if
   *     nobody knows
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
   * Finds the field at an offset, as Unsafe has it.
   *
   * @param type the class of the object
   * @param offset where in the object
   * @return the field's id
   */
  int fieldAt(Class<?> type, long offset);

  /**
   * Tells whether a field is declared volatile, so that plain instructions synchronise too.
   *
   * @param field the id of a field
   * @return whether it is
   */
  boolean isVolatile(int field);
}
