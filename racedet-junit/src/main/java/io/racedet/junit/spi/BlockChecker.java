package io.racedet.junit.spi;

import java.util.Map;

/**
 * Checks blocks of code. Found as a service, so that the annotations and errors depend on nothing.
 */
public interface BlockChecker {
  /** A block of code. */
  @FunctionalInterface
  interface Block {
    /**
     * Runs the block.
     *
     * @throws Throwable anything
     */
    void run() throws Throwable;
  }

  /**
   * Checks a block.
   *
   * @param settings text by attribute; the others come from system properties
   * @param home the class that the block is written in
   * @param block what to repeat; what it throws is thrown, or what the check found
   */
  void check(Map<String, String> settings, Class<?> home, Block block);
}
