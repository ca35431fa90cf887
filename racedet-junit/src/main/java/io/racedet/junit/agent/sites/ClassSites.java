package io.racedet.junit.agent.sites;

import io.racedet.junit.record.sites.Site;
import java.util.Arrays;

/**
 * Assigns ids to the sites of one class while it is woven. A class that is woven again in the same
 * way keeps its ids.
 */
public final class ClassSites {
  private final SiteTable table;
  private final int[] before;
  private int[] ids;
  private int size;

  /** Starts a class. Before are the ids of the class when it was woven last. */
  public ClassSites(SiteTable table, int[] before) {
    this.table = table;
    this.before = before;
    this.ids = new int[Math.max(16, before.length)];
  }

  /** The id of the next site. */
  public int add(Site site) {
    int reusable = size < before.length ? before[size] : -1;
    int id = reusable >= 0 && table.site(reusable).equals(site) ? reusable : table.addSite(site);
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
    }
    ids[size++] = id;
    return id;
  }

  /** All ids so far, in order. */
  public int[] ids() {
    return Arrays.copyOf(ids, size);
  }
}
