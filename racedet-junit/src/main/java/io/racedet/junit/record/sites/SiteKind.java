package io.racedet.junit.record.sites;

/** What the instruction at a site does, as far as a recording needs to know. */
public enum SiteKind {
  /** Reads a plain field or array element. */
  READ,
  /** Writes a plain field or array element. */
  WRITE,
  /** Reads a final field, and receives what its object's constructor has frozen. */
  FINAL_READ,
  /** Reads a volatile field. */
  VOLATILE_READ,
  /** Writes a volatile field. */
  VOLATILE_WRITE,
  /** Calls a method, or does something else whose operation the record itself contains. */
  OTHER
}
