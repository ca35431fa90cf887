package io.racedet.junit.suites;

import java.nio.file.Path;

/**
 * A jar of a Maven repository.
 *
 * @param group its group
 * @param name its artifact
 * @param version its version
 * @param classifier its classifier; empty for the main jar
 */
record Artifact(String group, String name, String version, String classifier) {
  /**
   * The artifact with coordinates.
   *
   * @param coordinates {@code group:artifact:version}, or {@code group:artifact:version:classifier}
   */
  static Artifact of(String coordinates) {
    String[] parts = coordinates.split(":", -1);
    if (parts.length < 3 || parts.length > 4) {
      throw new IllegalArgumentException(
          "coordinates: " + coordinates + " (expected: group:artifact:version[:classifier])");
    }
    return new Artifact(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : "");
  }

  /** Where a repository has it. */
  Path in(Path repository) {
    String suffix = classifier.isEmpty() ? "" : '-' + classifier;
    return repository
        .resolve(group.replace('.', '/'))
        .resolve(name)
        .resolve(version)
        .resolve(name + '-' + version + suffix + ".jar");
  }

  /** The command that downloads it. */
  String download() {
    String kind = classifier.isEmpty() ? "" : ":jar:" + classifier;
    return "mvn dependency:get -Dtransitive=false -Dartifact="
        + group
        + ':'
        + name
        + ':'
        + version
        + kind;
  }
}
