package io.racedet.junit.check;

import io.racedet.junit.deadlocks.DeadlockConfirmation;
import io.racedet.junit.known.Known;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.results.RunId;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.KnownFirst;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.TimeBudget;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Repeats a body until it fails, a race decides the outcome, or repetitions or time run out, and
 * says what that has shown.
 */
public final class Check {
  private final CheckSubject subject;
  private final Options options;
  private final Expectation expectation;
  private final Acceptance acceptance;
  private final Known known;
  private final LongSupplier nanos;

  /**
   * Creates a check.
   *
   * @throws io.racedet.junit.NotCheckedError when the baseline of accepted races is invalid
   */
  public Check(CheckSubject subject, Options options, Expectation expectation) {
    this(subject, options, expectation, System::nanoTime);
  }

  Check(CheckSubject subject, Options options, Expectation expectation, LongSupplier nanos) {
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.nanos = nanos;
    this.known = Known.read(options.known(), RunId::current);
    this.acceptance = new Acceptance(options.baseline(), expectation, known);
  }

  /**
   * Runs the check.
   *
   * @param soFar keeps what has been found, in case that the JVM ends before the check
   * @throws InterruptedException when the calling thread is interrupted before something was found;
   *     the body is then abandoned
   */
  public CheckResult run(Body body, TestRecorder recorder, Consumer<TestPart> soFar)
      throws InterruptedException {
    return begin(recorder, soFar).end(body);
  }

  /**
   * Begins the check, the first repetition of which may run before the others.
   *
   * @param soFar keeps what has been found, in case that the JVM ends before the check
   */
  public BegunCheck begin(TestRecorder recorder, Consumer<TestPart> soFar) {
    ReplayFiles replayFiles = new ReplayFiles(options.output(), subject.name());
    CheckState state =
        new CheckState(
            subject,
            options,
            expectation,
            acceptance,
            known,
            recorder,
            new RepetitionResults(acceptance, expectation),
            new ConfirmationSearch(options.plan(), replayFiles, acceptance),
            new DeadlockConfirmation(options.plan(), replayFiles),
            soFar);
    recorder.keepTrace(TraceFileName.of(subject), this::failsTheTest);
    return new BegunCheck(
        state,
        new KnownFirst(options.plan(), known.of(subject.id())),
        new TimeBudget(options.timeLimit(), nanos));
  }

  private boolean failsTheTest(FoundRace found) {
    return expectation instanceof Expectation.NoRace
        && expectation.isDecidedBy(found)
        && acceptance.reason(found).isEmpty();
  }
}
