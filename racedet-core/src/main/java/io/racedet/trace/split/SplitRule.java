package io.racedet.trace.split;

/**
 * When a writer begins another split. What a split has to repeat of those before it makes the file
 * larger, and is not known beforehand; so it is estimated by what a split would have repeated that
 * had begun with the last period.
 *
 * @param period how many bytes a period has
 * @param most the largest part of a file that repeats what has been said before
 */
public record SplitRule(long period, double most) {
  /** The rule of files: at most a fiftieth is repeated, if the trace goes on as it did. */
  public static final SplitRule USUAL = new SplitRule(1 << 22, 0.02);

  /* A split repeats more the longer it is. */
  private static final double SAFETY = 2;

  /**
   * Whether the current split ends after a period.
   *
   * @param repeated bytes that repeat something, in the whole file
   * @param isFirst whether it is the first one of its split, so that nothing could return
   * @param returning bytes that the last period had to repeat if a split had begun with it
   */
  boolean endsSplit(long size, long repeated, boolean isFirst, long returning) {
    return repeated + SAFETY * (isFirst ? size : returning) <= most * size;
  }
}
