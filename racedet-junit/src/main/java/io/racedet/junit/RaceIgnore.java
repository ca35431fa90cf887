package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Excludes a test, or all tests of a class and its {@code @Nested} classes, from the checks that
 * the configuration parameter {@code racedet.auto} or {@link RaceFree} on the class would enable.
 * The test runs once, as without racedet, and is counted as ignored.
 *
 * <p>The annotation nearest to the test method takes precedence: {@link RaceFree} on a method over
 * {@code RaceIgnore} on its class, and vice versa.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface RaceIgnore {
  /**
   * Why the test is not checked.
   *
   * @return the reason, for readers of the test; must not be blank
   */
  String reason();
}
