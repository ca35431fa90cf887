package io.racedet.runtime.memory;

/**
 * What an effect records, as an int that woven code pushes:
 *
 * <pre>| flags:4 | aspect:11 | op:5 |</pre>
 */
public final class EffectCode {
  /** Op of a code: an atomic read and write. */
  public static final int UPDATE = 30;

  /** Flag of a code: recorded inside other modelled calls too. */
  public static final int ALWAYS = 1 << 16;

  /** Flag of a code: emitted inside the recorded call itself, after its beginning. */
  public static final int INSIDE = 1 << 17;

  /** Flag of a code: waits for the end of atomic calls on the same variable. */
  public static final int SERIAL = 1 << 18;

  private static final int ASPECT_SHIFT = 5;
  private static final int OP_MASK = (1 << ASPECT_SHIFT) - 1;
  private static final int ASPECT_MASK = (1 << 11) - 1;

  private EffectCode() {}

  /**
   * Packs what to record.
   *
   * @param op one of {@link OpCodes}, or {@link #UPDATE}
   * @param aspect one of {@link Aspects}, or one that the model defines
   * @param flags the flags above
   * @return the code
   */
  public static int of(int op, int aspect, int flags) {
    return flags | aspect << ASPECT_SHIFT | op;
  }

  public static int op(int code) {
    return code & OP_MASK;
  }

  public static int aspect(int code) {
    return code >> ASPECT_SHIFT & ASPECT_MASK;
  }

  /** The same aspect and flags with another op. */
  public static int withOp(int code, int op) {
    return code & ~OP_MASK | op;
  }
}
