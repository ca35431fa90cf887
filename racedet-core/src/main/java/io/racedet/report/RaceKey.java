package io.racedet.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Identifies a race in every run, even if lines change.
 *
 * @param variable the {@link ReportedVariable#key}
 * @param first the {@link Instruction#key} of one location
 * @param second that of the other one, not smaller in the order of texts
 */
public record RaceKey(String variable, String first, String second) {
  private static final int DIGITS = 32;

  /**
   * Makes a key; the order of the two locations makes no difference.
   *
   * @param variable the variable
   * @param one a location
   * @param other the other location
   * @return the key
   */
  public static RaceKey of(String variable, String one, String other) {
    return one.compareTo(other) <= 0
        ? new RaceKey(variable, one, other)
        : new RaceKey(variable, other, one);
  }

  /**
   * Returns a short form.
   *
   * @return 32 hexadecimal digits
   */
  public String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] text = (variable + '\n' + first + '\n' + second).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(digest.digest(text)).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
