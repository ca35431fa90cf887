package io.racedet.grammar;

/** The variables that an allocation renews. */
@FunctionalInterface
public interface AllocatedVariables {
  /** For traces in which variables have new ids after each allocation. */
  AllocatedVariables RENAMED = object -> new int[0];

  /**
   * Returns the variables of an object.
   *
   * @param object the id of the object
   * @return the ids of all its variables in the trace
   */
  int[] of(int object);
}
