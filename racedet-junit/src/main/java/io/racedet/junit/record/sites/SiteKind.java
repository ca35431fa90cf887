package io.racedet.junit.record.sites;

/** What the instruction at a site does, as far as it matters to a recording. */
public enum SiteKind {
  /** Reads a plain field or array element. */
  READ,
  /** Writes a plain field or array element. */
  WRITE,
  /** Reads a final field, which synchronises with the freeze at the end of the constructor. */
  FINAL_READ,
  /** Reads a volatile field. */
  VOLATILE_READ,
  /** Writes a volatile field. */
  VOLATILE_WRITE,
  /** Calls a method, or does something else whose operation the record itself contains. */
  OTHER
}
