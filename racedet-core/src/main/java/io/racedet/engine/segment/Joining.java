package io.racedet.engine.segment;

/** Whether the epochs of one walk go on in the next segment. */
final class Joining {
  private Joining() {}

  /**
   * Whether the accesses of a segment are those of the walk over the segment before it.
   *
   * @param epoch of the first variable of the earlier segment, 0 if there was no access
   * @param step of the earlier segment, 0 if it has one variable
   */
  static boolean fits(long epoch, int step, long next, int nextStep, int length) {
    if (epoch == 0 || next == 0) {
      return epoch == next;
    }
    int expected = step != 0 ? step : step(epoch, next, 0);
    return next - epoch == (long) expected * length && (nextStep == 0 || nextStep == expected);
  }

  /** The step of segments that are joined. */
  static int step(long epoch, long next, int step) {
    return step != 0 || epoch == 0 ? step : Long.signum(next - epoch);
  }
}
