package io.racedet.samples;

/** Starts virtual threads by reflection, since these sources also compile on JDK 17. */
public final class VirtualThreads {
  private VirtualThreads() {}

  /**
   * Runs both bodies concurrently on virtual threads.
   *
   * @param first what one thread does
   * @param second what the other does
   * @throws ReflectiveOperationException on a JDK before 21
   * @throws InterruptedException if the caller is interrupted while it waits
   */
  public static void runBoth(Runnable first, Runnable second)
      throws ReflectiveOperationException, InterruptedException {
    Thread one = start(first);
    Thread other = start(second);
    one.join();
    other.join();
  }

  private static Thread start(Runnable body) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
  }
}
