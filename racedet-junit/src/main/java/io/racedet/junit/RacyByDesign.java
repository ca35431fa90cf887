package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Accepts the races on a field: they are listed with the reason as a report entry and fail no test.
 *
 * <p>Meant for code whose author knows of a race and why it does no harm, such as a cache of a
 * value that is always the same. It accepts the accesses of the field itself: not those of the
 * elements of an array, nor of the contents of a collection, that it refers to. {@link ExpectRace}
 * still finds them.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME) // the JVM forgets others when it has a class woven again
@Documented
public @interface RacyByDesign {
  /**
   * Why the races do no harm.
   *
   * @return a text for the reader of the field; with a blank one no test of its class is checked,
   *     and fails
   */
  String value();
}
