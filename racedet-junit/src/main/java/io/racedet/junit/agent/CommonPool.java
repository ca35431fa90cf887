package io.racedet.junit.agent;

/**
 * The common pool of the JVM, which has a single worker on a machine with one or two processors.
 * Tasks that run on one thread are ordered, so no two tasks of the pool would ever race there.
 */
final class CommonPool {
  private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";
  private static final int LEAST = 3;

  /**
   * Earlier releases start a thread for each asynchronous stage if the pool has a single worker.
   */
  private static final int FIRST_SHARING_RELEASE = 25;

  private CommonPool() {}

  /** Requests several workers before the pool is created, unless their number has been set. */
  static void widen() {
    if (Runtime.version().feature() >= FIRST_SHARING_RELEASE
        && Runtime.getRuntime().availableProcessors() <= LEAST
        && System.getProperty(PARALLELISM) == null) {
      System.setProperty(PARALLELISM, Integer.toString(LEAST));
    }
  }
}
