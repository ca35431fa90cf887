package io.racedet.junit.check;

/**
 * What is checked, and how messages refer to it.
 *
 * @param name for example {@code AccountTest.transfers()}
 * @param home binary name of the class that the test is written in
 * @param settings how to set an attribute, with {@code %s} for the assignment; for example
 *     {@code @RaceFree(%s)}
 * @param requirement what its recordings must contain
 */
public record CheckSubject(
    String id, String name, String home, String settings, RecordingRequirement requirement) {
  /** Creates a subject that its name identifies. */
  public CheckSubject(String name, String home, String settings, RecordingRequirement requirement) {
    this(name, name, home, settings, requirement);
  }

  /** Returns how to set an attribute, for example {@code @RaceFree(maxEvents = 100)}. */
  String setting(String attribute, String value) {
    return settings.formatted(attribute, value);
  }
}
