package io.racedet.junit.record;

/**
 * A field that woven code accesses, as resolved: the class is the one that declares it.
 *
 * @param className the declaring class, with dots
 * @param name the field
 * @param isStatic whether it is static
 */
public record FieldInfo(String className, String name, boolean isStatic) {}
