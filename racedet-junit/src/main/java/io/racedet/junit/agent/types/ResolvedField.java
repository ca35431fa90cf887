package io.racedet.junit.agent.types;

/** A field and the class that declares it. */
public record ResolvedField(ClassOutline declaring, FieldOutline field) {}
