package io.racedet.grammar;

/** Which variables an allocation makes other ones. */
@FunctionalInterface
public interface AllocatedVariables {
  /** For traces whose variables have ids of their own after each allocation. */
  AllocatedVariables RENAMED = object -> new int[0];

  /**
   * Returns the variables that belong to an object.
   *
   * @param object its id
   * @return the ids of all its variables in the trace
   */
  int[] of(int object);
}
