package io.racedet.junit.known;

import io.racedet.junit.gate.KnownEntries;
import io.racedet.race.Grade;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A JVM in which one test adds races to a file of known races, one after the other. */
public final class LearningJvm {
  private LearningJvm() {}

  /**
   * @param arguments the file, the test, and how many races it finds; each time it finds a race
   *     that other tests find, too
   */
  public static void main(String[] arguments) {
    KnownSource source = new KnownSource(Optional.of(Path.of(arguments[0])), true, Gate.ALL);
    String test = arguments[1];
    for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
      Known.read(source, () -> "1")
          .learn(
              test,
              List.of(
                  KnownEntries.entry(test + i, Grade.OBSERVED, "1", test),
                  KnownEntries.entry("shared", Grade.OBSERVED, "1", test)),
              List.of())
          .ifPresent(System.out::println);
    }
  }
}
