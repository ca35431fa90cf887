package io.racedet.junit.record.sites;

import java.util.Arrays;

/** The requests of a deadlock, each with its sites: one for each class loader and place. */
public final class RequestSites {
  /** No requests. */
  public static final RequestSites NONE = new RequestSites(new int[0][], new boolean[0], 0);

  private final int[][] sites;
  private final boolean[] shared;
  private final long attempt;

  /**
   * Creates requests; copies the arrays.
   *
   * @param attempt number of the attempt; determines which threads are held
   */
  public RequestSites(int[][] sites, boolean[] shared, long attempt) {
    this.sites = Arrays.stream(sites).map(int[]::clone).toArray(int[][]::new);
    this.shared = shared.clone();
    this.attempt = attempt;
  }

  public int[][] sites() {
    return Arrays.stream(sites).map(int[]::clone).toArray(int[][]::new);
  }

  public boolean[] shared() {
    return shared.clone();
  }

  public long attempt() {
    return attempt;
  }

  @Override
  public String toString() {
    return Arrays.deepToString(sites);
  }
}
