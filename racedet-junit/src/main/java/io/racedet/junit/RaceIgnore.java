package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Leaves a test, or all tests of a class and its {@code @Nested} classes, unchecked: where the
 * configuration parameter {@code racedet.auto} has every test checked, or {@link RaceFree} on the
 * class does. The test runs once, as if racedet were not there, and is counted.
 *
 * <p>Of a method and its classes, the nearest annotation decides: {@link RaceFree} on a method wins
 * over {@code RaceIgnore} on the class, and the other way round.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface RaceIgnore {
  /**
   * Why the test is not checked.
   *
   * @return a text for the reader of the test; a blank one is an error
   */
  String reason();
}
