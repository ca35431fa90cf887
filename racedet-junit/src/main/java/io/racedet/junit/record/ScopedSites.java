package io.racedet.junit.record;

import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.spans.AccessSites;
import java.util.BitSet;
import java.util.function.Predicate;

/**
 * The instructions that access data in the scope of some tests. Of these a recording leaves out
 * each access that an earlier one of its thread covers; of all others it has every access.
 * Thread-safe, but only one recording at a time can use it.
 */
public final class ScopedSites {
  private final SiteCatalog catalog;
  private final Predicate<String> classes;
  private final AccessSites sites = new AccessSites();
  private int known;

  /** Of the classes, by name with dots, whose data accesses are recorded. */
  public ScopedSites(SiteCatalog catalog, Predicate<String> classes) {
    this.catalog = catalog;
    this.classes = classes;
  }

  /** No instruction, so that a recording has all accesses. */
  public static ScopedSites none() {
    return new ScopedSites(null, name -> false);
  }

  /**
   * Adds the instructions with ids up to a number, of those in the scope, for the next recording.
   */
  public synchronized void begin(int size) {
    sites.forgetLeftOut();
    String lastClass = "";
    boolean isInScope = false;
    for (; known < size; known++) {
      Site site = catalog.site(known);
      String className = site.method().className();
      if (!className.equals(lastClass)) { // most are of the class of the one before
        lastClass = className;
        isInScope = classes.test(className);
      }
      if (isInScope) {
        add(known, site);
      }
    }
  }

  /** Adds an instruction if it is in the scope. */
  public void add(Site site, int id) {
    if (classes.test(site.method().className())) {
      add(id, site);
    }
  }

  private void add(int id, Site site) {
    sites.add(id, site.kind() == SiteKind.WRITE, site.covers(), site.stableHash());
  }

  /** The instructions of which an access was left out of a recording. */
  public BitSet leftOut() {
    BitSet leftOut = new BitSet();
    for (int id = 0; id < sites.length(); id++) {
      if (sites.isLeftOut(id)) {
        leftOut.set(id);
      }
    }
    return leftOut;
  }

  AccessSites sites() {
    return sites;
  }
}
