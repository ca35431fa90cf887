package io.racedet.junit.stress;

/**
 * An object that is written once and identified by its value. Its field is not final, so that no
 * freeze is recorded.
 */
public class Token {
  private long value;

  /**
   * Creates a token.
   *
   * @param value unique in its program, and not 0
   */
  public Token(long value) {
    this.value = value;
  }

  final long value() {
    return value;
  }
}
