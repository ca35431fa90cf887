package io.racedet.race;

/** How two accesses conflict, the earlier one in the trace first. */
public enum RaceKind {
  /** Two writes. */
  WRITE_WRITE("write-write"),
  /** A write, then a read. */
  WRITE_READ("write-read"),
  /** A read, then a write. */
  READ_WRITE("read-write");

  private final String text;

  RaceKind(String text) {
    this.text = text;
  }

  /**
   * Returns the kind as all texts have it.
   *
   * @return for example {@code write-read}
   */
  public String text() {
    return text;
  }
}
