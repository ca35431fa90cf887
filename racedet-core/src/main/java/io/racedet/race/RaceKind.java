package io.racedet.race;

/** How two accesses conflict, the earlier one in the trace first. */
public enum RaceKind {
  /** Two writes. */
  WRITE_WRITE,
  /** A write, then a read. */
  WRITE_READ,
  /** A read, then a write. */
  READ_WRITE
}
