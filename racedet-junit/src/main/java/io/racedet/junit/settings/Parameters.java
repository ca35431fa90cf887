package io.racedet.junit.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The configuration parameters that there are, and those that somebody has set by mistake. */
public final class Parameters {
  /** How many letters a name may differ in from one that is meant. */
  private static final int MAX_DISTANCE = 2;

  /** What {@link OptionsReader} reads, sorted. */
  static final List<String> ATTRIBUTES =
      List.of(
          "baseline",
          "deadlocks",
          "enabled",
          "engines",
          "exclude",
          "failOn",
          "filter",
          "gate",
          "hangAfter",
          "instrument",
          "known",
          "maxEvents",
          "memory",
          "output",
          "repetitions",
          "replay",
          "schedule",
          "seed",
          "solo",
          "spill",
          "thread",
          "threadFailures",
          "timeLimit");

  /** What is read elsewhere: the check of all tests, and the name of a run of several JVMs. */
  private static final List<String> OTHERS = List.of("auto", "run");

  private Parameters() {}

  /**
   * Returns a message for each name that begins like a parameter of racedet and is none: whoever
   * has set it believes that it has an effect.
   *
   * @param names of all parameters and system properties
   */
  public static List<String> unknown(Collection<String> names) {
    return new TreeSet<>(names)
        .stream()
            .filter(name -> name.startsWith(Settings.PREFIX))
            .map(name -> name.substring(Settings.PREFIX.length()))
            .filter(name -> all().noneMatch(name::equals))
            .map(Parameters::message)
            .toList();
  }

  private static Stream<String> all() {
    return Stream.concat(ATTRIBUTES.stream(), OTHERS.stream());
  }

  private static String message(String name) {
    Optional<String> meant =
        all()
            .filter(known -> distance(name, known) <= MAX_DISTANCE)
            .min(Comparator.comparingInt(known -> distance(name, known)));
    return Settings.PREFIX
        + name
        + " has no effect: there is no such parameter"
        + meant.map(known -> "; do you mean " + Settings.PREFIX + known + "?").orElse("");
  }

  /* How many letters must be inserted, removed or replaced (Levenshtein), whatever their case. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        char letter = Character.toLowerCase(one.charAt(i - 1));
        boolean isSame = letter == Character.toLowerCase(other.charAt(j - 1));
        int replaced = diagonal + (isSame ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
