package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** Repeats the decisions under which a test has failed by itself, and counts how often it fails. */
final class Reproduction {
  static final int ATTEMPTS = 10;

  private static final String EARLIER_STATE =
      ", and with those of the first repetition, which had passed, so it may depend on what outlives"
          + " a repetition, such as a static field, rather than on the schedule";

  private final Throwable failure;
  private int attempts;
  private int again;
  private boolean mayBeOfEarlierState;

  Reproduction(Throwable failure) {
    this.failure = failure;
  }

  /** Whether a failure may depend on the schedule. */
  static boolean isWorthwhile(Throwable failure) {
    return !(failure instanceof BodyHung)
        && !(failure instanceof TestAbortedException)
        && !(failure instanceof NotCheckedError);
  }

  boolean isOver() {
    return attempts == ATTEMPTS;
  }

  /** Adds what an attempt threw. */
  void add(Optional<Throwable> thrown) {
    attempts++;
    again += thrown.filter(this::isSame).isPresent() ? 1 : 0;
  }

  /** Whether it failed in each attempt, and there were all of them. */
  boolean isCertain() {
    return isOver() && again == attempts;
  }

  /**
   * Adds what was thrown under the decisions of the first repetition, which had passed: only the
   * first one has found what no other one has left behind.
   */
  void addFirst(Optional<Throwable> thrown) {
    mayBeOfEarlierState = thrown.filter(this::isSame).isPresent();
  }

  /* Messages may have values in them. */
  private boolean isSame(Throwable other) {
    StackTraceElement[] first = failure.getStackTrace();
    StackTraceElement[] second = other.getStackTrace();
    boolean isSamePlace =
        first.length == 0 || second.length == 0
            ? first.length == second.length
            : first[0].equals(second[0]);
    return other.getClass() == failure.getClass() && isSamePlace;
  }

  String text() {
    return attempts == 0
        ? "there was no time to try to reproduce it"
        : "it recurred in "
            + again
            + " of "
            + attempts
            + " repetitions with the same decisions"
            + (mayBeOfEarlierState ? EARLIER_STATE : "");
  }

  /** To be suppressed in the failure, so that this keeps its message. */
  static Throwable note(String text) {
    return new FailureNote(text);
  }

  /** Suppressed in the failure of a test: in which repetition it came, and how it comes again. */
  private static final class FailureNote extends Exception {
    private static final long serialVersionUID = 1L;

    FailureNote(String text) {
      super(text, null, false, false);
    }

    @Override
    public String toString() {
      return "racedet: " + getMessage();
    }
  }
}
