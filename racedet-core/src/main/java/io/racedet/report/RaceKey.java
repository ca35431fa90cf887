package io.racedet.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What tells a race from others in every run, although lines have moved.
 *
 * @param variable the {@link ReportedVariable#key}
 * @param first the {@link Instruction#key} of the one place
 * @param second that of the other one, not smaller as text
 */
public record RaceKey(String variable, String first, String second) {
  private static final int DIGITS = 32;

  /**
   * Makes a key; which of the places is named first makes no difference.
   *
   * @param variable the variable
   * @param one a place
   * @param other the other place
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
