package io.racedet.junit.check;

import java.util.Optional;
import java.util.function.LongSupplier;

/** Repeats a body until it fails, a race decides it, or its repetitions or time are used up. */
public final class Check {
  /** So many repetitions are run whatever they take. */
  private static final int LEAST_REPETITIONS = 2;

  private final Subject subject;
  private final Options options;
  private final Expectation expectation;
  private final LongSupplier nanos;

  /**
   * Creates a check.
   *
   * @param subject what is checked
   * @param options how
   * @param expectation what it should show
   */
  public Check(Subject subject, Options options, Expectation expectation) {
    this(subject, options, expectation, System::nanoTime);
  }

  Check(Subject subject, Options options, Expectation expectation, LongSupplier nanos) {
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.nanos = nanos;
  }

  /**
   * Runs the check.
   *
   * @param body what to repeat
   * @param recorder records it
   * @return the verdict
   * @throws InterruptedException when the calling thread is interrupted; the body is then abandoned
   */
  public CheckResult run(Body body, Recorder recorder) throws InterruptedException {
    BodyRunner runner = new BodyRunner(options.thread(), options.hangAfter());
    Tally tally = new Tally();
    long start = nanos.getAsLong();
    while (!tally.isDecided()
        && tally.repetitions() < options.repetitions()
        && hasTime(tally.repetitions(), nanos.getAsLong() - start)) {
      int done = tally.repetitions();
      Repetition repetition = new Repetition(done + 1, options.plan().repetition(done), recorder);
      Optional<Throwable> thrown = run(runner, body, repetition);
      Observation seen =
          repetition.footage().map(Recorder.Footage::analyse).orElse(Observation.NOTHING);
      tally.add(repetition, seen, thrown, expectation);
    }
    return new Verdict(subject, options, expectation, tally, recorder).result();
  }

  private static Optional<Throwable> run(BodyRunner runner, Body body, Repetition repetition)
      throws InterruptedException {
    try {
      return runner.run(body, repetition);
    } finally {
      repetition.end();
    }
  }

  private boolean hasTime(int repetitions, long elapsed) {
    if (repetitions < LEAST_REPETITIONS) {
      return true;
    }
    long average = elapsed / repetitions;
    return elapsed + average <= options.timeLimit().toNanos();
  }
}
