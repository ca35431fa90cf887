package io.racedet.junit.spi;

import java.util.Map;

/**
 * Checks blocks of code. Looked up as a service, so that the exported package does not depend on
 * the implementation.
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
   * @param settings values by attribute; the others come from system properties
   * @param home the class of the block, whose package is the one in which it is written
   * @param block the code to repeat; what it throws is rethrown unchanged, and what the check finds
   *     is thrown as an error
   */
  void check(Map<String, String> settings, Class<?> home, Block block);
}
