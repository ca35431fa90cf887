package io.racedet.junit.settings;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of one check. The first repetition does not count: classes are loaded, instrumented and
 * compiled in it. In all, the others and what follows them take at most about twice the limit. Not
 * thread-safe.
 */
public final class TimeBudget {
  /** The number of repetitions that are run whatever time they take. */
  private static final int MIN_REPETITIONS = 2;

  /** The number of repetitions for which twice the limit is given: the code is still slow then. */
  private static final int USUAL_REPETITIONS = 10;

  /** In nanoseconds: that of tests which set none. */
  private static final long USUAL_LIMIT = 2_000_000_000L;

  private final long limit;
  private final LongSupplier nanos;
  private long start;
  private long endOfFollowUp;
  private long endOfMore;

  /**
   * Begins with the first repetition.
   *
   * @param limit the time for the repetitions after the first one
   * @param nanos a clock, in nanoseconds
   */
  public TimeBudget(Duration limit, LongSupplier nanos) {
    this.limit = limit.toNanos();
    this.nanos = nanos;
    start = nanos.getAsLong();
  }

  /** The first repetition has ended. */
  public void begin() {
    start = nanos.getAsLong();
  }

  private long elapsed() {
    return nanos.getAsLong() - start;
  }

  /** Whether another repetition is likely to end in time. */
  public boolean allowsRepetition(int done) {
    if (done < MIN_REPETITIONS) {
      return true;
    }
    long elapsed = elapsed();
    return elapsed + elapsed / (done - 1) <= (done < USUAL_REPETITIONS ? 2 * limit : limit);
  }

  /**
   * What may show besides races begins, although the test is decided: within the limit, it may take
   * as long as has passed so far, or up to the usual limit if that is longer.
   */
  public void beginMore() {
    endOfMore = Math.min(limit, Math.max(2 * elapsed(), USUAL_LIMIT));
  }

  /** Whether another repetition of these is likely to end in time. */
  public boolean allowsMore(int done) {
    long elapsed = elapsed();
    return elapsed + elapsed / Math.max(1, done - 1) <= endOfMore;
  }

  /** What follows the repetitions begins: it may take what is left, and at least half the limit. */
  public void beginFollowUp() {
    endOfFollowUp = Math.max(limit, Math.min(elapsed() + limit / 2, 2 * limit));
  }

  /** Whether another repetition that follows is likely to end in time. */
  public boolean allowsFollowUp(int done) {
    long elapsed = elapsed();
    return elapsed + elapsed / Math.max(1, done - 1) <= endOfFollowUp;
  }
}
