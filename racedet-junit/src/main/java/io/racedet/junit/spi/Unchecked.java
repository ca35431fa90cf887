package io.racedet.junit.spi;

/** Throws what a test threw, as it is. */
public final class Unchecked {
  private Unchecked() {}

  /**
   * Throws a throwable, checked or not.
   *
   * @param throwable what to throw
   */
  public static void rethrow(Throwable throwable) {
    Unchecked.<RuntimeException>sneak(throwable);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable throwable) throws T {
    throw (T) throwable;
  }
}
