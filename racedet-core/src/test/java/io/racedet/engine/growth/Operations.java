package io.racedet.engine.growth;

/** Counts what instrumented code does; one thread at a time. Not instrumented itself. */
public final class Operations {
  private static long count;

  private Operations() {}

  /** Counts the entry of a method, or one more round of a loop. */
  public static void step() {
    count++;
  }

  /** Counts the elements that one call of the JDK visits. */
  public static void steps(long elements) {
    count += elements;
  }

  /** Returns what has been counted so far. */
  public static long count() {
    return count;
  }
}
