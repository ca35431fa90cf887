package io.racedet.junit.agent;

/**
 * A field and the class that declares it.
 *
 * @param declaring the class
 * @param field the field
 */
record ResolvedField(ClassOutline declaring, FieldOutline field) {}
