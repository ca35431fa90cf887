package io.racedet.junit.spi;

/** Rethrows what a test threw, unchanged. */
public final class Unchecked {
  private Unchecked() {}

  /** Throws a throwable without declaring it, even if it is a checked exception. */
  public static void rethrow(Throwable throwable) {
    Unchecked.<RuntimeException>sneak(throwable);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable throwable) throws T {
    throw (T) throwable;
  }
}
