package io.racedet.junit.naming;

/** Where a method has a reference from. */
sealed interface Origin {
  /** It is not known, or differs. */
  Origin UNKNOWN = new Unknown();

  /** Not known. */
  record Unknown() implements Origin {}

  /** An object that an instruction of the method has made. */
  record Made(int instruction) implements Origin {}

  /** An argument of the method; that of index 0 is {@code this} unless the method is static. */
  record Argument(int index) implements Origin {}

  /** A field, with the class that the instruction names, which may inherit it. */
  record Field(String owner, String name) implements Origin {}

  /**
   * A local variable.
   *
   * @param isMade whether it holds an object that the method has made; else nothing is known of it
   */
  record Local(String name, boolean isMade) implements Origin {}

  /** What a collection, an array, or another holder of objects contains. */
  record In(Origin holder) implements Origin {}

  /** What a holder contains; containers in containers are one. */
  static Origin in(Origin holder) {
    return holder instanceof Field || holder instanceof Local || holder instanceof Argument
        ? new In(holder)
        : holder instanceof In ? holder : UNKNOWN;
  }
}
