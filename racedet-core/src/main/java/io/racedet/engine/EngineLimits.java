package io.racedet.engine;

/**
 * How much history engines with bounded history keep.
 *
 * @param edges how many superseded reads, and as many superseded writes, {@code pwr-ee-l} and
 *     {@code shb-ee-l} keep for each variable in addition to the mutually unordered ones
 * @param sections how many finished critical sections {@code pwr-ee-l} and {@code pwr-l} keep for
 *     each thread and lock
 * @param window length of a window of {@code cp-window} and {@code syncp-window}, in events
 */
public record EngineLimits(int edges, int sections, int window) {
  /* The authors of PWR keep 25 edges and 5 sections. A dropped edge loses a pair, but a dropped
   * section causes a false one when a thread reads under a lock what was written under it long
   * before. The first CP analysis used windows of 500 events. */
  private static final int EDGES = 25;
  private static final int SECTIONS = 1024;
  private static final int WINDOW = 500;

  /** The default limits. */
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
   * {@return a copy with a different number of edges}
   *
   * @param newEdges from 0
   * @throws IllegalArgumentException when out of range
   */
  public EngineLimits withEdges(int newEdges) {
    return new EngineLimits(newEdges, sections, window);
  }

  /**
   * {@return a copy with a different number of sections}
   *
   * @param newSections from 1
   * @throws IllegalArgumentException when out of range
   */
  public EngineLimits withSections(int newSections) {
    return new EngineLimits(edges, newSections, window);
  }

  /**
   * {@return a copy with a different window length}
   *
   * @param newWindow from 1
   * @throws IllegalArgumentException when out of range
   */
  public EngineLimits withWindow(int newWindow) {
    return new EngineLimits(edges, sections, newWindow);
  }
}
