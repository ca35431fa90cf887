package io.racedet.junit.agent.types;

/**
 * A field and the class that declares it.
 *
 * @param declaring the class
 * @param field the field
 */
public record ResolvedField(ClassOutline declaring, FieldOutline field) {}
