package io.racedet.junit.check;

import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteKind;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** The instructions that were executed in the recordings of a test. Not thread-safe. */
final class ExecutedSites {
  private final SiteTable table;
  private final Predicate<String> recorded;
  private final ClassLoader loader;
  private final BitSet executedSites = new BitSet();

  /**
   * @param recorded selects the classes whose data accesses are recorded
   */
  ExecutedSites(SiteTable table, Predicate<String> recorded, ClassLoader loader) {
    this.table = table;
    this.recorded = recorded;
    this.loader = loader;
  }

  void add(BitSet sites) {
    executedSites.or(sites);
  }

  /** Looks up instructions by {@link Site#key}. */
  SeenInstructions of(Set<String> keys) {
    Set<String> classes = new HashSet<>();
    keys.stream().filter(ExecutedSites::hasClass).forEach(key -> classes.add(className(key)));
    Set<String> executed = new HashSet<>();
    Set<String> existing = new HashSet<>();
    Set<String> withData = new HashSet<>();
    int[] candidates = table.find(site -> classes.contains(site.method().className()));
    for (int id : candidates) {
      Site site = table.site(id);
      existing.add(site.key());
      if (site.kind() != SiteKind.OTHER) {
        withData.add(site.method().className());
      }
      if (executedSites.get(id)) {
        executed.add(site.key());
      }
    }
    executed.retainAll(keys);
    Set<String> missing = new HashSet<>();
    for (String key : keys) {
      boolean isWoven = withData.contains(className(key)) && recorded.test(className(key));
      if (hasClass(key) && (isWoven ? !existing.contains(key) : !exists(className(key)))) {
        missing.add(key);
      }
    }
    return new SeenInstructions(executed, missing);
  }

  /** A location without a class comes from a trace that another tool recorded. */
  private static boolean hasClass(String key) {
    return key.indexOf('#') > 0;
  }

  private static String className(String key) {
    return key.substring(0, Math.max(0, key.indexOf('#')));
  }

  private boolean exists(String className) {
    return loader.getResource(className.replace('.', '/') + ".class") != null;
  }
}
