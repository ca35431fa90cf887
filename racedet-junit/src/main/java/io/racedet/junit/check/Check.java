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
import java.util.ArrayList;
import java.util.List;
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
    this.known = Known.read(options.known(), RunId.current());
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
    TimeBudget time = new TimeBudget(options.timeLimit(), nanos);
    try (BodyRunner runner = new BodyRunner(options.thread(), options.hangAfter())) {
      KnownFirst first = new KnownFirst(options.plan(), known.of(subject.id()));
      new CheckRun(state, runner, body, first, time).run();
    } catch (InterruptedException interrupted) {
      return resultSoFar(state, interrupted);
    }
    return result(state);
  }

  private CheckResult resultSoFar(CheckState state, InterruptedException interrupted)
      throws InterruptedException {
    if (!state.results().isDecided()) {
      throw interrupted;
    }
    CheckResult result = result(state);
    result.failure().orElseThrow(() -> interrupted).addSuppressed(interrupted);
    return result.interrupted();
  }

  private CheckResult result(CheckState state) {
    KnownOfTest knownOfTest = new KnownOfTest(state);
    FindingAdvice advice = new FindingAdvice(state);
    Verdict verdict = new Verdict(state, knownOfTest, advice);
    CheckResult result =
        verdict.result().with(acceptance.close()).with(state.recorder().warnings());
    TestReport report = new TestReport(state, knownOfTest, advice);
    List<String> warnings = new ArrayList<>(result.warnings());
    warnings.removeAll(verdict.harmlessRaces());
    return result
        .with(TestLog.OUTCOME, report.outcome(result.failure()).name())
        .with(report.part(result.failure(), warnings));
  }

  private boolean failsTheTest(FoundRace found) {
    return expectation instanceof Expectation.NoRace
        && expectation.isDecidedBy(found)
        && acceptance.reason(found).isEmpty();
  }
}
