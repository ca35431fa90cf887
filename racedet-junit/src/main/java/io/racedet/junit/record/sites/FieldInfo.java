package io.racedet.junit.record.sites;

import java.util.Optional;

/**
 * A field that woven code accesses, as resolved: the class is the one that declares it.
 *
 * @param accepted why races on it are accepted; empty if they are not
 * @param isInside whether it is a part of what a collection of a library contains
 * @param loader a number of the class loader that has defined the declaring class
 */
public record FieldInfo(
    String className,
    String name,
    boolean isStatic,
    Optional<String> accepted,
    boolean isInside,
    int loader) {}
