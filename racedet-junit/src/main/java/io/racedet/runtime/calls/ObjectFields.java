package io.racedet.runtime.calls;

/** Tells which fields of objects the JDK copies. Implemented by the agent. */
public interface ObjectFields {
  /**
   * The fields that {@code clone} of the JDK reads of objects of a class: those of the classes
   * whose data accesses are recorded.
   *
   * @param byClass whether the class of the object decides which {@code clone} is called; there are
   *     none if that is not one of the JDK
   */
  CopiedFields ofClone(Class<?> type, boolean byClass);

  /**
   * The fields declared by a class that serialization reads of its objects, in two steps.
   *
   * @param references whether those of reference types are asked for, or else the others
   */
  CopiedFields ofSerialization(Class<?> declarer, boolean references);
}
