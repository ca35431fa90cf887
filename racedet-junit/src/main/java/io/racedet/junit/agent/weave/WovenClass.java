package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.sites.ClassSites;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.LoaderTypes;
import io.racedet.junit.agent.types.Neighbours;
import io.racedet.junit.agent.types.TypeCatalog;
import java.util.Set;

/**
 * A class that is being woven.
 *
 * @param loader the loader that defines it, or null
 * @param explicitMonitors its synchronized methods that have no flag, see LoaderTypes
 * @param version its class file version, without the minor part
 * @param neighbours tells which classes it calls are in scope
 * @param mayAddConstants whether ids may go to the constant pool
 */
record WovenClass(
    ClassLoader loader,
    ClassOutline outline,
    Set<String> explicitMonitors,
    int version,
    Depth depth,
    ClassSites sites,
    SiteTable table,
    TypeCatalog types,
    Neighbours neighbours,
    boolean mayAddConstants) {
  private static final Set<String> COLLECTIONS = Set.of("java/util/Collection", "java/util/Map");

  String name() {
    return outline.name();
  }

  /** The classes of the same loader. */
  LoaderTypes home() {
    return outline.home();
  }

  /** Whether another class, which this one calls, is out of scope. */
  boolean isOutOfScope(String owner) {
    return neighbours.isOutOfScope(name(), owner);
  }

  /**
   * The class that declares a method that this one calls, or null; for the JDK, see TypeCatalog.
   */
  ClassOutline methodOwner(String owner, String name, String descriptor) {
    return types.methodOwner(loader, owner, name + descriptor);
  }

  /** As {@link TypeCatalog#declaring}. */
  ClassOutline declaring(String owner, String method) {
    return types.declaring(loader, owner, method);
  }

  /** Whether a class is of the JDK. */
  boolean isOfJdk(ClassOutline of) {
    return types.isPlatform(of);
  }

  /** Whether a class that this one calls is a collection or a map, whatever its name is. */
  boolean isCollection(String owner) {
    return types.isOneOf(loader, owner, COLLECTIONS);
  }

  boolean isClassLoader() {
    return types.isClassLoader(loader, outline);
  }

  /** Whether the JVM derives a version from the members of a class of this loader. */
  boolean hasDerivedVersion(ClassOutline of) {
    return types.hasDerivedVersion(loader, of);
  }

  /** Whether the method overrides or implements one of the JDK. */
  boolean overridesJdk(String name, String descriptor) {
    return types.overridesPlatform(loader, outline, name + descriptor);
  }

  boolean recordsData() {
    return depth == Depth.DATA;
  }

  /** Whether its data accesses are recorded as those of its callers. */
  boolean recordsContents() {
    return depth == Depth.CONTENTS;
  }
}
