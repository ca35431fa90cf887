package io.racedet.runtime.schedule;

import io.racedet.runtime.log.Grown;

/** Some instructions: those of one location, one for each class loader. Immutable. */
final class SiteSet {
  private final int[] sites;

  private SiteSet(int[] sites) {
    this.sites = sites;
  }

  /** The set of some instructions. */
  public static SiteSet of(int[] sites) {
    return new SiteSet(sites.clone());
  }

  /** The same set with one more. */
  public SiteSet with(int site) {
    int[] more = Grown.copy(sites, new int[sites.length + 1]);
    more[sites.length] = site;
    return new SiteSet(more);
  }

  /** Whether an instruction is one of them. */
  public boolean contains(int site) {
    for (int candidate : sites) {
      if (candidate == site) {
        return true;
      }
    }
    return false;
  }
}
