package io.racedet.engine;

/**
 * How much history the engines keep whose history is bounded.
 *
 * @param edges accesses kept of the reads and of the writes of a variable beyond those that are
 *     mutually unordered, by {@code pwr-ee-l} and {@code shb-ee-l}
 * @param sections finished critical sections kept for each thread of each lock, by {@code pwr-ee-l}
 *     and {@code pwr-l}
 * @param window length of a window in events, of {@code cp-window}
 */
public record EngineLimits(int edges, int sections, int window) {
  /* The authors of PWR keep 25 edges and 5 sections. A dropped edge loses a pair, but a dropped
   * section makes a false one, when a thread reads under a lock what was written long before under
   * it. 500 events are the window of the first CP analysis. */
  private static final int EDGES = 25;
  private static final int SECTIONS = 1024;
  private static final int WINDOW = 500;

  /** What is used unless told otherwise. */
  public static final EngineLimits DEFAULT = new EngineLimits(EDGES, SECTIONS, WINDOW);

  /**
   * Checks the limits.
   *
   * @param edges from 0
   * @param sections from 1
   * @param window from 1
   * @throws IllegalArgumentException when one is out of range
   */
  public EngineLimits {
    require("edges", edges, 0);
    require("sections", sections, 1);
    require("window", window, 1);
  }

  private static void require(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: at least " + least + ")");
    }
  }

  /**
   * Returns these limits with another number of edges.
   *
   * @param newEdges from 0
   * @return the limits
   * @throws IllegalArgumentException when out of range
   */
  public EngineLimits withEdges(int newEdges) {
    return new EngineLimits(newEdges, sections, window);
  }

  /**
   * Returns these limits with another number of sections.
   *
   * @param newSections from 1
   * @return the limits
   * @throws IllegalArgumentException when out of range
   */
  public EngineLimits withSections(int newSections) {
    return new EngineLimits(edges, newSections, window);
  }

  /**
   * Returns these limits with windows of another length.
   *
   * @param newWindow from 1
   * @return the limits
   * @throws IllegalArgumentException when out of range
   */
  public EngineLimits withWindow(int newWindow) {
    return new EngineLimits(edges, sections, newWindow);
  }
}
