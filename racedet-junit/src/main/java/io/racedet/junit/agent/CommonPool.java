package io.racedet.junit.agent;

/**
 * The common pool of the JVM, which has a single worker on one or two processors. What one thread
 * does after another is in order, so no two of its tasks would ever race there.
 */
final class CommonPool {
  private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";
  private static final int LEAST = 3;

  /** Earlier ones start a thread for each asynchronous stage if the pool has a single worker. */
  private static final int FIRST_THAT_SHARES_ONE = 25;

  private CommonPool() {}

  /** Asks for several workers, before the pool is made, unless somebody has said how many. */
  static void widen() {
    if (Runtime.version().feature() >= FIRST_THAT_SHARES_ONE
        && Runtime.getRuntime().availableProcessors() <= LEAST
        && System.getProperty(PARALLELISM) == null) {
      System.setProperty(PARALLELISM, Integer.toString(LEAST));
    }
  }
}
