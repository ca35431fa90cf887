package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Accepts the races on a field: they are listed in a report entry, with the reason, and do not fail
 * a test.
 *
 * <p>Intended for races that are known to be harmless, such as those on a cache of a value that is
 * always the same. Covers accesses to the field itself, not those to the elements of an array or
 * the contents of a collection that it refers to. {@link ExpectRace} still finds these races.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME) // retransformation loses CLASS annotations
@Documented
public @interface RacyByDesign {
  /**
   * Why the races are harmless.
   *
   * @return the reason, for readers of the field; must not be blank, or tests that use its class
   *     fail as not checked
   */
  String value();
}
