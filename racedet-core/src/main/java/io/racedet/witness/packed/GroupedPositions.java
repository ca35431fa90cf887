package io.racedet.witness.packed;

import java.util.Arrays;

/**
 * Ascending positions of events in groups, 4 bytes each. Built by counting those of each group
 * first; a look-up is a binary search in the group. Not thread-safe.
 */
public final class GroupedPositions {
  /** In place of a position. */
  public static final int NONE = -1;

  private final int[] begins; // by group, and the end of the last one
  private final int[] ends; // by group: behind those added so far
  private final int[] positions;

  /**
   * Creates empty groups.
   *
   * @param sizes by group: how many positions will be added
   */
  public GroupedPositions(int[] sizes) {
    begins = new int[sizes.length + 1];
    for (int group = 0; group < sizes.length; group++) {
      begins[group + 1] = begins[group] + sizes[group];
    }
    ends = Arrays.copyOf(begins, sizes.length);
    positions = new int[begins[sizes.length]];
  }

  /**
   * Adds a position to a group.
   *
   * @param group the group, of which fewer than announced were added
   * @param position greater than those before in the group
   */
  public void add(int group, int position) {
    if (ends[group] == begins[group + 1]) {
      throw new IllegalStateException(
          "group " + group + " is full (expected: as many positions as were announced)");
    }
    positions[ends[group]++] = position;
  }

  /**
   * Returns the last position of a group before a given one.
   *
   * @param group the group
   * @param position the given position
   * @return the greatest one that is less, or {@link #NONE}
   */
  public int lastBefore(int group, int position) {
    int at = Arrays.binarySearch(positions, begins[group], ends[group], position);
    int last = (at < 0 ? -at - 1 : at) - 1;
    return last < begins[group] ? NONE : positions[last];
  }
}
