package io.racedet.trace;

/**
 * Thrown when a trace file exceeds a {@link TraceLimit}, also by a lenient reader. The file may be
 * valid: with a larger limit it can be read. Says where, how much was found, the limit, and what
 * raises it.
 */
public final class TraceLimitException extends TraceFormatException {
  private static final long serialVersionUID = 1L;

  private final TraceLimit limit;

  /**
   * Describes what was exceeded.
   *
   * @param source the file
   * @param position where in it, for example {@code line 17}
   * @param limit what is limited
   * @param most its value
   * @param found how much the file has, up to this position
   */
  public TraceLimitException(
      String source, String position, TraceLimit limit, long most, long found) {
    super(
        source,
        position,
        found + " " + limit.unit(),
        "at most "
            + most
            + (most < limit.largest() ? ", which " + limit.remedy() + " raises" : ""));
    this.limit = limit;
  }

  /** {@return which limit was exceeded} */
  public TraceLimit limit() {
    return limit;
  }
}
