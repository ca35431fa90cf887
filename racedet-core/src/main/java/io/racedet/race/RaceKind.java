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
   * {@return how two accesses conflict}
   *
   * @param firstWrites whether the earlier one writes
   * @param secondWrites whether the later one writes; at least one of them does
   */
  public static RaceKind of(boolean firstWrites, boolean secondWrites) {
    if (firstWrites) {
      return secondWrites ? WRITE_WRITE : WRITE_READ;
    }
    return READ_WRITE;
  }

  /** {@return the kind as text, for example {@code write-read}} */
  public String text() {
    return text;
  }
}
