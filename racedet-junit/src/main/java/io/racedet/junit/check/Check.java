package io.racedet.junit.check;

import io.racedet.junit.coverage.ScheduleChoice;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Repeats a body until it fails, a race decides the outcome, or repetitions or time run out. */
public final class Check {
  /** The most attempts at confirming the races that were found. */
  private static final int MOST_ATTEMPTS = 50;

  private final Subject subject;
  private final Options options;
  private final Expectation expectation;
  private final Acceptance acceptance;
  private final LongSupplier nanos;

  /**
   * Creates a check.
   *
   * @param subject what is checked
   * @param options how to check it
   * @param expectation what it should show
   * @throws io.racedet.junit.NotCheckedError when the baseline of accepted races is invalid
   */
  public Check(Subject subject, Options options, Expectation expectation) {
    this(subject, options, expectation, System::nanoTime);
  }

  Check(Subject subject, Options options, Expectation expectation, LongSupplier nanos) {
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.nanos = nanos;
    this.acceptance = new Acceptance(options.baseline(), expectation);
  }

  /**
   * Runs the check.
   *
   * @param body what to repeat
   * @param recorder records it
   * @return the verdict
   * @throws InterruptedException when the calling thread is interrupted; the body is then abandoned
   */
  public CheckResult run(Body body, TestRecorder recorder) throws InterruptedException {
    try (BodyRunner runner = new BodyRunner(options.thread(), options.hangAfter())) {
      return run(runner, body, recorder);
    }
  }

  private CheckResult run(BodyRunner runner, Body body, TestRecorder recorder)
      throws InterruptedException {
    RepetitionResults results = new RepetitionResults(acceptance);
    ConfirmationSearch search =
        new ConfirmationSearch(
            options.plan(), new ReplayFiles(options.output(), subject.name()), acceptance);
    recorder.keepTrace(TraceFileName.of(subject), this::failsTheTest);
    TimeBudget time = new TimeBudget(options.timeLimit(), nanos);
    repeat(runner, body, recorder, results, search, time);
    if (shouldConfirm(results)) {
      confirm(runner, body, recorder, results, search, time);
    } else if (results.decisive().isEmpty()
        && results.failure().filter(Reproduction::isWorthwhile).isPresent()) {
      reproduce(runner, body, recorder, results, time);
    }
    results.addLeftovers(runner.leftovers());
    return result(results, search, recorder);
  }

  private void repeat(
      BodyRunner runner,
      Body body,
      TestRecorder recorder,
      RepetitionResults results,
      ConfirmationSearch search,
      TimeBudget time)
      throws InterruptedException {
    ScheduleChoice choice = new ScheduleChoice(options.plan(), results.interleavings());
    while (!results.isDecided()
        && results.repetitions() < options.repetitions()
        && !results.interleavings().isExhausted()
        && time.allowsRepetition(results.repetitions())) {
      int done = results.repetitions();
      Repetition repetition =
          new Repetition(done + 1, choice.choose(search.ordinary(done)), recorder);
      BodyRunner.Ending ending = run(runner, body, repetition);
      Observation seen = search.evaluate(repetition.schedule(), analysis(repetition));
      choice.add(
          repetition.schedule(),
          results.interleavings().add(seen.interleaving()),
          seen.interleaving().isKnown());
      results.add(repetition, seen, ending.thrown(), expectation);
      ending.death().filter(death -> countsDeaths()).ifPresent(results::addDeath);
      if (done == 0) {
        time.begin();
      }
    }
  }

  /* A thread may die of the race that is expected. */
  private boolean countsDeaths() {
    return options.threadFailures() && expectation instanceof Expectation.NoRace;
  }

  /** Repeats the decisions under which the test has failed, while there is time. */
  private void reproduce(
      BodyRunner runner,
      Body body,
      TestRecorder recorder,
      RepetitionResults results,
      TimeBudget time)
      throws InterruptedException {
    Reproduction reproduction = new Reproduction(results.failure().orElseThrow());
    results.reproducedBy(reproduction);
    if (options.repetitions() == 1 || options.plan() instanceof Plan.Replay) {
      return;
    }
    time.beginFollowUp();
    int done = results.repetitions();
    boolean isHung = false;
    while (!reproduction.isOver() && !isHung && time.allowsFollowUp(done)) {
      done++;
      Repetition repetition = new Repetition(done, results.last(), recorder);
      BodyRunner.Ending ending = run(runner, body, repetition);
      Optional<Throwable> thrown = ending.thrown().or(() -> ending.death().map(results::deathOf));
      isHung = thrown.filter(Hung.class::isInstance).isPresent();
      repetition.recording().ifPresent(TestRecorder.FinishedRecording::discard);
      reproduction.add(thrown);
    }
  }

  private CheckResult result(
      RepetitionResults results, ConfirmationSearch search, TestRecorder recorder) {
    Verdict verdict = new Verdict(subject, options, expectation, results, search, recorder);
    CheckResult result = verdict.result().with(acceptance.close()).with(recorder.warnings());
    TestReport report =
        new TestReport(subject, options, expectation, results, acceptance, recorder);
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

  private static Observation analysis(Repetition repetition) {
    return repetition
        .recording()
        .map(TestRecorder.FinishedRecording::analyse)
        .orElse(Observation.NOTHING);
  }

  /* For an expected race, it is enough that it was found. */
  private boolean shouldConfirm(RepetitionResults results) {
    return expectation instanceof Expectation.NoRace
        && results.failure().isEmpty()
        && !results.decisive().isEmpty();
  }

  /** Tries to confirm the races that fail the test, while there is time. */
  private void confirm(
      BodyRunner runner,
      Body body,
      TestRecorder recorder,
      RepetitionResults results,
      ConfirmationSearch search,
      TimeBudget time)
      throws InterruptedException {
    time.beginFollowUp();
    int done = results.repetitions();
    Optional<SeededSchedule> next = search.targeted(done);
    boolean isHung = false;
    for (int attempts = 0;
        next.isPresent()
            && attempts < MOST_ATTEMPTS
            && !isHung
            && time.allowsFollowUp(done + attempts);
        attempts++) {
      Repetition repetition = new Repetition(done + attempts + 1, next.get(), recorder);
      Optional<Throwable> thrown = run(runner, body, repetition).thrown();
      isHung = thrown.filter(Hung.class::isInstance).isPresent();
      thrown.ifPresent(results::addFailedAttempt);
      search.evaluate(next.get(), analysis(repetition));
      next = search.targeted(done + attempts + 1);
    }
    results.applyGrades(search);
  }

  private static BodyRunner.Ending run(BodyRunner runner, Body body, Repetition repetition)
      throws InterruptedException {
    try {
      return runner.run(body, repetition);
    } finally {
      repetition.end();
    }
  }
}
