package io.racedet.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Identifies a race or a deadlock in every run, even if lines change.
 *
 * @param kind what it is
 * @param variable the {@link ReportedVariable#key}; of a deadlock {@link #DEADLOCK}
 * @param first the {@link Instruction#key} of one location
 * @param second that of the other one, not smaller in the order of texts; of a deadlock those of
 *     all others, in that order, joined by {@code " & "}
 */
public record RaceKey(Kind kind, String variable, String first, String second)
    implements Comparable<RaceKey> {
  private static final Comparator<RaceKey> ORDER =
      Comparator.comparing(RaceKey::variable)
          .thenComparing(RaceKey::first)
          .thenComparing(RaceKey::second);

  /** What a key identifies. */
  public enum Kind {
    /** Two accesses to one variable. */
    RACE,
    /** Threads that wait for each other's locks. */
    DEADLOCK
  }

  /** What a line about a deadlock has in place of a variable. */
  public static final String DEADLOCK = "deadlock";

  /** What files of earlier versions have in place of {@link #DEADLOCK}. */
  private static final String DEADLOCK_BEFORE = "dead-lock";

  private static final String AND = " & ";
  private static final int DIGITS = 32;

  /**
   * {@return the key of a race; the order of the two locations makes no difference}
   *
   * @param variable the variable
   * @param one a location
   * @param other the other location
   */
  public static RaceKey of(String variable, String one, String other) {
    return one.compareTo(other) <= 0
        ? new RaceKey(Kind.RACE, variable, one, other)
        : new RaceKey(Kind.RACE, variable, other, one);
  }

  /**
   * {@return the key of a deadlock; the order of the locations makes no difference}
   *
   * @param locations the location of each request, at least two
   */
  public static RaceKey ofDeadlock(List<String> locations) {
    List<String> sorted = locations.stream().sorted().toList();
    String others = String.join(AND, sorted.subList(1, sorted.size()));
    return new RaceKey(Kind.DEADLOCK, DEADLOCK, sorted.get(0), others);
  }

  /**
   * {@return the key of the texts that {@link #variable}, {@link #first} and {@link #second} have
   * returned, in this version or an earlier one, or those of a race with its locations in the other
   * order} Each file that has keys is read by this method.
   *
   * @param variable a variable, or {@link #DEADLOCK}; no variable of a Java program has that name
   * @param first a location
   * @param second the other one, or the others
   */
  public static RaceKey ofTexts(String variable, String first, String second) {
    if (!variable.equals(DEADLOCK) && !variable.equals(DEADLOCK_BEFORE)) {
      return of(variable, first, second);
    }
    List<String> locations = new ArrayList<>(List.of(first));
    locations.addAll(List.of(second.split(AND)));
    return ofDeadlock(locations);
  }

  /** {@return the locations: two of a race, and at least two of a deadlock} */
  public List<String> locations() {
    List<String> locations = new ArrayList<>(List.of(first));
    locations.addAll(kind == Kind.DEADLOCK ? List.of(second.split(AND)) : List.of(second));
    return locations;
  }

  /** {@return a short form: 32 hexadecimal digits} */
  public String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] text = (variable + '\n' + first + '\n' + second).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(digest.digest(text)).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Compares the texts. */
  @Override
  public int compareTo(RaceKey other) {
    return ORDER.compare(this, other);
  }
}
