package io.racedet.junit.agent.subjects;

/** Declares what {@link Fields} inherits. */
public class FieldsBase {
  static int baseCount = 7;
  int below;
}
