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
 * The opposite of {@link RaceFree}: fails a test in which no race is found. Intended for
 * demonstrating races and for testing that they are detected.
 *
 * <p>A test that throws still fails, with the race as a suppressed exception: only the race is
 * expected. Cannot be combined with {@link RaceFree} on the same element; an annotation on a method
 * takes precedence over one on its class.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(RacedetExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface ExpectRace {
  /**
   * The variable that must have a race, as the report names it. The name of what an object
   * contains, and that of an element, may also be without what holds the object: {@code HashMap
   * contents}, {@code array int[10][3]}.
   *
   * @return for example {@code Account.balance}, {@code Prices.cache (HashMap)} or {@code element 3
   *     of Prices.all (int[10])}; empty for any variable
   */
  String on() default "";

  /**
   * How strong the evidence for the race must be.
   *
   * @return the lowest grade that is sufficient; default that of {@link RaceFree#failOn()}
   */
  FailOn grade() default FailOn.DEFAULT;

  /**
   * The settings of the check.
   *
   * @return the settings; attributes that are not set are resolved as described for {@link
   *     RaceFree}
   */
  RaceFree with() default @RaceFree;
}
