package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/**
 * Combines {@code @Test} and {@link RaceFree}, including its tag {@code racefree}, with the
 * settings of the class or the defaults. A test that needs settings of its own has both annotations
 * instead.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@RaceFree
public @interface RaceFreeTest {}
