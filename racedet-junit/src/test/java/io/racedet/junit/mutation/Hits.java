package io.racedet.junit.mutation;

/**
 * Which lines of the model apply to a method that has been called. Methods of the JDK write it, so
 * the boot loader defines it.
 */
public final class Hits {
  /** By the number of the line. */
  public static final boolean[] LINES = new boolean[1 << 13];

  private Hits() {}
}
