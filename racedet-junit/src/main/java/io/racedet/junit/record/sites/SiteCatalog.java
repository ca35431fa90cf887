package io.racedet.junit.record.sites;

/**
 * What weaving knows of the ints that woven code passes to the hooks. Ids are dense, from 0, and
 * keep their meaning while the process lives. Lookups take constant time, make no objects, and may
 * come from any thread while more is woven.
 */
public interface SiteCatalog {
  /**
   * Looks an instruction up.
   *
   * @param id a site id
   * @return the site
   */
  Site site(int id);

  /**
   * Looks a method up.
   *
   * @param id a method id
   * @return the method
   */
  MethodInfo method(int id);

  /**
   * Looks a field up.
   *
   * @param id a field id, not negative
   * @return the field
   */
  FieldInfo field(int id);
}
