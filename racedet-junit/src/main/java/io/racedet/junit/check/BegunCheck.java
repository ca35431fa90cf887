package io.racedet.junit.check;

import io.racedet.junit.coverage.ScheduleChoice;
import io.racedet.junit.coverage.SeenInterleavings;
import io.racedet.junit.settings.KnownFirst;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.settings.TimeBudget;
import java.util.ArrayList;
import java.util.List;

/** A check that has begun. Used once, by one thread. */
public final class BegunCheck {
  final CheckState state;
  final KnownFirst known;
  final ScheduleChoice choice;
  final TimeBudget time;
  private final Repetition first;

  BegunCheck(CheckState state, KnownFirst known, TimeBudget time) {
    this.state = state;
    this.known = known;
    this.time = time;
    choice = new ScheduleChoice(state.options().plan(), state.results().interleavings());
    first = next(0);
  }

  /** The schedule of the first repetition, as long as nothing is known of a test. */
  public static SeededSchedule firstSchedule(Plan plan) {
    return new ScheduleChoice(plan, new SeenInterleavings()).choose(plan.repetition(0));
  }

  /** The first repetition. */
  public Repetition first() {
    return first;
  }

  /** The repetition after so many, whose schedule depends on what they have shown. */
  Repetition after(int done) {
    return done == 0 ? first : next(done);
  }

  /** The same repetition once more, since nothing was recorded of it. */
  Repetition again(Repetition of) {
    return new Repetition(of.number(), of.schedule(), state.recorder());
  }

  private Repetition next(int done) {
    SeededSchedule how = known.next().orElseGet(() -> choice.choose(state.search().ordinary(done)));
    return new Repetition(done + 1, how, state.recorder());
  }

  /**
   * Runs the check to its end.
   *
   * @param body also called for the first repetition, even if it has ended
   * @throws InterruptedException when the calling thread is interrupted before something was found;
   *     the body is then abandoned
   */
  public CheckResult end(Body body) throws InterruptedException {
    Options options = state.options();
    try (BodyRunner runner = new BodyRunner(options.thread(), options.hangAfter())) {
      new CheckRun(this, runner, body).run();
    } catch (InterruptedException interrupted) {
      return resultSoFar(interrupted);
    }
    return result();
  }

  private CheckResult resultSoFar(InterruptedException interrupted) throws InterruptedException {
    if (!state.results().isDecided()) {
      throw interrupted;
    }
    CheckResult result = result();
    result.failure().orElseThrow(() -> interrupted).addSuppressed(interrupted);
    return result.interrupted();
  }

  private CheckResult result() {
    KnownOfTest knownOfTest = new KnownOfTest(state);
    FindingAdvice advice = new FindingAdvice(state);
    Verdict verdict = new Verdict(state, knownOfTest, advice);
    CheckResult result =
        verdict.result().with(state.acceptance().close()).with(state.recorder().warnings());
    TestReport report = new TestReport(state, knownOfTest, advice);
    List<String> warnings = new ArrayList<>(result.warnings());
    warnings.removeAll(verdict.harmlessRaces());
    return result
        .with(TestLog.OUTCOME, report.outcome(result.failure()).name())
        .with(report.part(result.failure(), warnings));
  }
}
