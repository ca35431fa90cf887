package io.racedet.junit.stress;

/**
 * An object that is written once and known by its value. Not final, so that nothing of it is
 * recorded.
 */
public class Token {
  private long value;

  /**
   * Makes a token.
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
