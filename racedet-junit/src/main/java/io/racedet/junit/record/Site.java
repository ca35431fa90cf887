package io.racedet.junit.record;

/**
 * A woven instruction.
 *
 * @param kind what it does
 * @param method where it stands
 * @param line its source line, 0 when the class does not say
 * @param ordinal its position among the sites of the method
 */
public record Site(SiteKind kind, MethodInfo method, int line, int ordinal) {}
