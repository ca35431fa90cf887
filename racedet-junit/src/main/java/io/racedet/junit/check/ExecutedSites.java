package io.racedet.junit.check;

import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.advice.MethodNames;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteKind;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** The instructions that were executed in the recordings of a test. Not thread-safe. */
final class ExecutedSites {
  /** Precedes the class and the method of a request in the key of a deadlock. */
  private static final String METHOD = "? ";

  private final SiteTable table;
  private final Predicate<String> recorded;
  private final ClassLoader loader;
  private final ClassFiles classes;
  private final BitSet executedSites = new BitSet();

  /**
   * @param recorded selects the classes whose data accesses are recorded
   * @param classes the class files of the loader
   */
  ExecutedSites(
      SiteTable table, Predicate<String> recorded, ClassLoader loader, ClassFiles classes) {
    this.table = table;
    this.recorded = recorded;
    this.loader = loader;
    this.classes = classes;
  }

  void add(BitSet sites) {
    executedSites.or(sites);
  }

  /** Looks up instructions by {@link Site#key}. */
  SeenInstructions of(Set<String> keys) {
    Set<String> names = new HashSet<>();
    keys.stream().filter(ExecutedSites::hasClass).forEach(key -> names.add(className(key)));
    Set<String> executed = new HashSet<>();
    Set<String> existing = new HashSet<>();
    Set<String> withData = new HashSet<>();
    int[] candidates = table.find(site -> names.contains(site.method().className()));
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
      boolean isMissing =
          hasClass(key)
              ? !existing.contains(key) && (isWoven || !hasMethod(className(key), method(key)))
              : isMissingMethod(key);
      if (isMissing) {
        missing.add(key);
      }
    }
    return new SeenInstructions(executed, missing);
  }

  /* Whether there is the method of an instruction, as far as its class is not woven. */
  private boolean hasMethod(String className, String method) {
    return isOfCompiler(method)
        ? exists(className)
        : classes
            .of(className)
            .map(file -> MethodNames.of(file).contains(method))
            .orElseGet(() -> exists(className));
  }

  /**
   * Whether a class no longer has the method that identifies a request whose instruction is not
   * known. It is not if there is no such class: it may be one that is made at run time, or the text
   * the name of a lock.
   */
  private boolean isMissingMethod(String key) {
    int dot = key.lastIndexOf('.');
    if (!key.startsWith(METHOD) || key.indexOf('.') == dot) {
      return false; // a lock may have the name of a field of a class without a package
    }
    String method = key.substring(dot + 1);
    return !isOfCompiler(method)
        && classes
            .of(key.substring(METHOD.length(), dot))
            .filter(file -> !MethodNames.of(file).contains(method))
            .isPresent();
  }

  /* Its number may be left out of the name. */
  private static boolean isOfCompiler(String method) {
    return method.contains("$");
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

  private static String method(String key) {
    int end = key.indexOf('(');
    return key.substring(key.indexOf('#') + 1, Math.max(key.indexOf('#') + 1, end));
  }
}
