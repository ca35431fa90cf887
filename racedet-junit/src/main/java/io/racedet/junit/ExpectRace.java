package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * The opposite of {@link RaceFree}: fails a test in which no race is found. For demonstrating races
 * and for testing that they are detected.
 *
 * <p>A test that fails by itself still fails, with the race as a suppressed exception: only the
 * race is expected. On the same element it excludes {@link RaceFree}; of a class and a method the
 * method's annotation wins.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(RacedetExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface ExpectRace {
  /**
   * The variable that must be racy, as the report names it.
   *
   * @return for example {@code Account.balance}; empty for any variable
   */
  String on() default "";

  /**
   * How well the race must be proved.
   *
   * @return the least grade; default that of {@link RaceFree#failOn()}
   */
  FailOn grade() default FailOn.DEFAULT;

  /**
   * The settings of the test.
   *
   * @return settings as of a race-free test; default those of the configuration parameters
   */
  RaceFree with() default @RaceFree;
}
