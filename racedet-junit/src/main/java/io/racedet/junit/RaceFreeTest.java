package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/**
 * {@code @Test} and {@link RaceFree} in one, with its tag {@code racefree}, with the settings of
 * the class or the defaults. A test that needs its own settings is written with both annotations.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@RaceFree
public @interface RaceFreeTest {}
