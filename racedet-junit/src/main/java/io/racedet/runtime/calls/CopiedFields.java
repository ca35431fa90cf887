package io.racedet.runtime.calls;

/** The fields of an object that a call of the JDK copies, by their ids. Never changed. */
public final class CopiedFields {
  /** Of an object without any that are recorded. */
  public static final CopiedFields NONE = new CopiedFields(new int[0], new int[0], new int[0]);

  /** Those that are neither final nor volatile. */
  public final int[] plain;

  public final int[] finals;

  public final int[] volatiles;

  public CopiedFields(int[] plain, int[] finals, int[] volatiles) {
    this.plain = plain;
    this.finals = finals;
    this.volatiles = volatiles;
  }
}
