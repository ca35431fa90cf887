package io.racedet.junit.truth.raw;

/** The memory order of a raw action, as a set of bits. */
public final class RawMode {
  /** It reads. */
  public static final int READ = 1;

  /** It writes. */
  public static final int WRITE = 2;

  /** The read is an acquire. */
  public static final int ACQUIRE = 4;

  /** The write is a release. */
  public static final int RELEASE = 8;

  /** Both are volatile. */
  public static final int VOLATILE = 16;

  /** It writes only if it succeeds. */
  public static final int CONDITIONAL = 32;

  private RawMode() {}
}
