package io.racedet.junit.record.sites;

import java.util.List;

/**
 * Resolves the ids that woven code passes to the hooks. Ids are dense, start at 0, and keep their
 * meaning during the lifetime of the process. Lookups take constant time, allocate nothing, and may
 * be made by any thread while more classes are woven.
 */
public interface SiteCatalog {
  /**
   * Returns the woven classes of a name.
   *
   * @return the classes, each of another class loader; empty if none is woven
   */
  List<TypeInfo> types(String className);

  /** Looks up a site. */
  Site site(int id);

  /** Looks up a method. */
  MethodInfo method(int id);

  /**
   * Looks up a field.
   *
   * @param id a field id, not negative
   */
  FieldInfo field(int id);
}
