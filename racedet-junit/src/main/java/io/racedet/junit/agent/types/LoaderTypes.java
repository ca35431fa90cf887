package io.racedet.junit.agent.types;

import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What is known about the classes of one class loader, by internal name. Thread-safe. */
public final class LoaderTypes {
  private final int number;
  private final Map<String, Outcome> outlines = new ConcurrentHashMap<>();
  private final Map<FieldKey, Integer> fieldIds = new ConcurrentHashMap<>();
  private final Map<MethodInfo, Integer> methodIds = new ConcurrentHashMap<>();
  private final Map<String, Depth> depths = new ConcurrentHashMap<>();
  private final Map<String, Optional<URL>> locations = new ConcurrentHashMap<>();
  private final Map<String, int[]> sites = new ConcurrentHashMap<>();
  private final Map<String, List<String>> accessMethods = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> explicitMonitors = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> flaggedMonitors = new ConcurrentHashMap<>();

  /**
   * A class that was looked for; the outline is null if the loader does not find it.
   *
   * @param isDefined whether the loader itself has defined it, so that it is certain
   */
  record Outcome(ClassOutline outline, boolean isDefined) {}

  private record FieldKey(String owner, String name, String descriptor) {}

  LoaderTypes(int number) {
    this.number = number;
  }

  /** The number that tells the loader from all others. */
  public int number() {
    return number;
  }

  /** The result of an earlier search for a class, null if there was none. */
  Outcome outline(String name) {
    return outlines.get(name);
  }

  /** Stores the result of a search, unless the class has been defined meanwhile. */
  Outcome keep(String name, ClassOutline outline) {
    Outcome outcome = new Outcome(outline, false);
    Outcome before = outlines.putIfAbsent(name, outcome);
    return before == null ? outcome : before;
  }

  /** Stores the outline of a class that the loader is defining. */
  public void define(ClassOutline outline) {
    outlines.put(outline.name(), new Outcome(outline, true));
  }

  /** A class that the loader has defined, or null. */
  ClassOutline defined(String name) {
    Outcome known = outlines.get(name);
    return known != null && known.isDefined() ? known.outline() : null;
  }

  /**
   * The id of a field that a class of this loader declares.
   *
   * @param isInside whether it is a part of what a collection contains; the first call decides
   */
  public int fieldId(String owner, FieldOutline field, boolean isInside, SiteTable table) {
    return fieldIds.computeIfAbsent(
        new FieldKey(owner, field.name(), field.descriptor()),
        key ->
            table.addField(
                new FieldInfo(
                    owner.replace('/', '.'),
                    key.name,
                    field.isStatic(),
                    Optional.ofNullable(field.accepted()),
                    isInside,
                    number)));
  }

  /** The id of a method of a class of this loader. */
  public int methodId(MethodInfo method, SiteTable table) {
    return methodIds.computeIfAbsent(method, table::addMethod);
  }

  /** How deeply the current version of a class is woven. */
  public Depth depth(String name) {
    return depths.getOrDefault(name, Depth.NONE);
  }

  public void depth(String name, Depth depth) {
    depths.put(name, depth);
  }

  /** The code source of a class that need not be loaded, searched for once. */
  Optional<URL> location(String name, Function<String, Optional<URL>> search) {
    Optional<URL> known = locations.get(name);
    if (known == null) {
      known = search.apply(name); // may load classes, and so call this method again
      locations.putIfAbsent(name, known);
    }
    return known;
  }

  /** The ids of the sites of a class when it was last woven, in order. */
  public int[] sites(String name) {
    return sites.getOrDefault(name, new int[0]);
  }

  public void sites(String name, int[] ids) {
    sites.put(name, ids);
  }

  /** The methods that a class got when it was defined, each its name and descriptor, in order. */
  public List<String> accessMethods(String name) {
    return accessMethods.getOrDefault(name, List.of());
  }

  public void accessMethods(String name, List<String> methods) {
    accessMethods.put(name, methods);
  }

  /**
   * The synchronized methods of a class, each its name and descriptor, that have had no flag since
   * the class was defined: they enter the monitor by an instruction. Null if it is not known.
   */
  public Set<String> explicitMonitors(String name) {
    return explicitMonitors.get(name);
  }

  /** The same for a class that is being defined. */
  public void explicitMonitors(String name, Set<String> methods) {
    explicitMonitors.put(name, methods);
  }

  /**
   * The synchronized methods of a class, each its name and descriptor, that have the flag and are
   * woven, so that it is recorded that they have got their monitor.
   */
  public Set<String> flaggedMonitors(String name) {
    return flaggedMonitors.getOrDefault(name, Set.of());
  }

  public void flaggedMonitors(String name, Set<String> methods) {
    flaggedMonitors.put(name, methods);
  }

  /** A class is not woven, or not any more. */
  public void notWoven(String name) {
    depths.put(name, Depth.NONE);
    flaggedMonitors.remove(name);
  }

  /** A class has been defined before it could be woven. */
  public void definedBefore(String name) {
    explicitMonitors.putIfAbsent(name, Set.of());
  }
}
