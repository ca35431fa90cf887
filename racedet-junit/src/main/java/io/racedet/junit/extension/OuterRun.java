package io.racedet.junit.extension;

import io.racedet.junit.check.BegunCheck;
import io.racedet.junit.check.Body;
import io.racedet.junit.check.CheckResult;
import io.racedet.junit.check.TestLog;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The check of a test whose first repetition is the run of the outer run itself: nothing says that
 * it may run more than once, and a run of its own would take longer than most tests. Later ones,
 * such as attempts to confirm a race, are inner runs. Begun and ended by one thread.
 */
final class OuterRun {
  private final Turn turn;
  private final TestLog log;
  private final BegunCheck check;
  private InnerRun again; // null before a second repetition

  private OuterRun(Turn turn, TestLog log, BegunCheck check) {
    this.turn = turn;
    this.log = log;
    this.check = check;
  }

  /** Takes the turn, and begins the check and its first repetition. */
  static OuterRun begin(
      CheckedTest test, ExtensionContext context, Turn turn, Optional<EarlyRecording> early)
      throws InterruptedException {
    turn.take(early);
    OuterRun begun = null;
    try {
      TestLog log = test.log(context);
      begun = log.begin(() -> begin(test, context, early, turn, log));
      return begun;
    } finally {
      if (begun == null) {
        turn.release();
      }
    }
  }

  private static OuterRun begin(
      CheckedTest test,
      ExtensionContext context,
      Optional<EarlyRecording> early,
      Turn turn,
      TestLog log) {
    BegunCheck check = test.begin(context, early.map(it -> it.recorder), log::keep);
    check.first().begin();
    check.first().endSilence();
    return new OuterRun(turn, log, check);
  }

  /** Ends the first repetition and the check, and gives the turn back. */
  CheckResult end(ExtensionContext context) throws InterruptedException {
    try {
      check.first().end();
      return log.end(soFar -> check.end(body(context)));
    } finally {
      turn.release();
    }
  }

  private Body body(ExtensionContext context) {
    Optional<Throwable> thrown = context.getExecutionException();
    return repetition -> {
      if (repetition == check.first()) {
        if (thrown.isPresent()) {
          throw thrown.get();
        }
      } else {
        again = again == null ? new InnerRun(context) : again;
        again.run(repetition);
      }
    };
  }
}
