package io.racedet.junit.truth.program;

/**
 * A call in a program, with its text.
 *
 * @param text how it is printed
 * @param body what it does
 */
record Action(String text, Body body) {

  /** What a call does. */
  interface Body {
    /** Returns a number for what the caller learns by it. */
    int run(Strand strand) throws Exception;
  }
}
