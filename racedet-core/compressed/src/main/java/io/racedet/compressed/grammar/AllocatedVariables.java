package io.racedet.compressed.grammar;

/** The variables that an allocation renews. */
@FunctionalInterface
public interface AllocatedVariables {
  /** For traces in which variables have new ids after each allocation. */
  AllocatedVariables RENAMED = object -> new int[0];

  /** Returns the variables of an object. */
  int[] of(int object);
}
