package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.coverage.ScheduleChoice;
import io.racedet.junit.deadlocks.DeadlockConfirmation;
import io.racedet.junit.deadlocks.DeadlockResults;
import io.racedet.junit.report.Target;
import io.racedet.junit.settings.KnownFirst;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.settings.TimeBudget;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** The repetitions of one check, and what follows them. Used once, by one thread. */
final class CheckRun {
  private final BegunCheck begun;
  private final CheckState check;

  /** The most attempts at confirming the races that were found, all together. */
  private static final int MAX_ATTEMPTS_OF_ALL = 50;

  private final BodyRunner runner;
  private final Body body;
  private final RepetitionResults results;
  private final ConfirmationSearch search;
  private final DeadlockConfirmation deadlocks;
  private final KnownFirst known;
  private final TimeBudget time;
  private final ScheduleChoice choice;
  private final FoundSoFar soFar;
  private int bodies; // how often the body has run

  CheckRun(BegunCheck begun, BodyRunner runner, Body body) {
    this.begun = begun;
    this.check = begun.state;
    this.results = check.results();
    this.search = check.search();
    this.deadlocks = check.deadlocks();
    this.runner = runner;
    this.body = body;
    this.known = begun.known;
    this.time = begun.time;
    this.choice = begun.choice;
    soFar = new FoundSoFar(check);
  }

  /**
   * Repeats the body; then tries to confirm what was found, or to see a failure again. After races,
   * the test may still fail by itself, or have a deadlock.
   *
   * @throws InterruptedException when the calling thread is interrupted; the body is then abandoned
   */
  void run() throws InterruptedException {
    repeat();
    if (shouldConfirm()) {
      confirm();
      goOn();
    } else if (results.decisive().isEmpty()
        && results.unanalysed().isEmpty()
        && results.failure().filter(Reproduction::isWorthwhile).isPresent()) {
      reproduce();
    }
    if (results.failure().isEmpty() && check.expectation() instanceof Expectation.NoRace) {
      addDeadlocks();
      confirmDeadlocks();
    }
    results.addLeftovers(runner.leftovers());
  }

  private void repeat() throws InterruptedException {
    while (!results.isDecided()
        && results.repetitions() < check.options().repetitions()
        && !results.interleavings().isExhausted()
        && time.allowsRepetition(results.repetitions())) {
      int done = results.repetitions();
      Repetition repetition = begun.after(done);
      BodyRunner.Ending all = run(repetition);
      if (all.thrown().isEmpty() && check.recorder().recordsAgain()) {
        repetition = begun.again(repetition);
        all = runAgain(repetition);
      }
      Observation seen = search.evaluate(repetition.schedule(), analysis(repetition));
      BodyRunner.Ending ending = own(repetition, seen, all);
      learn(repetition, seen);
      results.add(repetition, seen, ending.thrown(), check.expectation());
      soFar.keep();
      seen.races().forEach(found -> known.found(found.key()));
      seen.deadlocks().forEach(found -> known.found(found.key()));
      ending.death().filter(death -> countsDeaths()).ifPresent(results::addDeath);
      evaluate(repetition.schedule(), seen.confirmed());
      if (done == 0) {
        time.begin();
      }
    }
  }

  /* A test that has passed may not be made to run twice. */
  private BodyRunner.Ending runAgain(Repetition repetition) throws InterruptedException {
    BodyRunner.Ending ending = run(repetition);
    ending.thrown().ifPresent(results::failedAgain);
    return new BodyRunner.Ending(Optional.empty(), Optional.empty());
  }

  private void learn(Repetition repetition, Observation seen) {
    choice.add(
        repetition.schedule(),
        results.interleavings().add(seen.interleaving()),
        seen.interleaving().isKnown());
    if (!seen.races().isEmpty()) {
      choice.addRace();
    }
  }

  /** Repeats the body after races have decided the test, until it shows something else as well. */
  private void goOn() throws InterruptedException {
    time.beginMore();
    int done = results.repetitions();
    while (check.options().plan() instanceof Plan.Rotation plan
        && results.hasOnlyRaces()
        && done < check.options().repetitions()
        && !results.interleavings().isExhaustedOfFailed()
        && time.allowsMore(bodies)) {
      SeededSchedule how = choice.choose(plan.repetition(done));
      done++;
      Repetition repetition = new Repetition(done, how, check.recorder());
      BodyRunner.Ending all = run(repetition);
      Observation seen = analysis(repetition);
      learn(repetition, seen);
      BodyRunner.Ending ending = own(repetition, seen, all);
      Optional<Throwable> death =
          ending.death().filter(each -> countsDeaths()).map(results::deathOf);
      results.addBesides(repetition, seen, ending.thrown().or(() -> death));
      soFar.keep();
    }
  }

  private void evaluate(SeededSchedule how, boolean isCaught) {
    if (isDriven(how)) {
      deadlocks
          .evaluate(how, isCaught)
          .ifPresent(confirmation -> results.deadlocks().confirm(how.target(), confirmation));
    }
  }

  private static boolean isDriven(SeededSchedule how) {
    return how.isTargeted() && how.target() instanceof Target.Cycle;
  }

  /* Else nothing but what was thrown tells that a deadlock was broken. */
  private static boolean hasBroken(Repetition repetition, Observation seen) {
    return isDriven(repetition.schedule()) && seen.confirmed()
        || seen.deadlocks().stream().anyMatch(found -> found.hasHung());
  }

  /* What the body has done by itself. Where it was led into a deadlock that earlier builds know, the
   * thread whose request was ended has not done its work; a replay has nothing else to show. */
  private BodyRunner.Ending own(Repetition repetition, Observation seen, BodyRunner.Ending all) {
    if (!hasBroken(repetition, seen)) {
      return all;
    }
    BodyRunner.Ending rest = all.withoutBreak();
    boolean wasLed = isDriven(repetition.schedule()) && seen.confirmed();
    if (!wasLed || check.options().plan() instanceof Plan.Replay) {
      return rest;
    }
    rest.thrown()
        .filter(thrown -> !(thrown instanceof BodyHung))
        .ifPresent(results::addFailedAttempt);
    return rest.onlyHang();
  }

  /* A thread may die of the race that is expected. */
  private boolean countsDeaths() {
    return check.options().threadFailures() && check.expectation() instanceof Expectation.NoRace;
  }

  /** Repeats the decisions under which the test has failed, while there is time. */
  private void reproduce() throws InterruptedException {
    Reproduction reproduction = new Reproduction(results.failure().orElseThrow());
    results.reproducedBy(reproduction);
    if (check.options().repetitions() == 1 || check.options().plan() instanceof Plan.Replay) {
      return;
    }
    time.beginFollowUp();
    int done = results.repetitions();
    boolean isHung = false;
    while (!reproduction.isOver() && !isHung && time.allowsFollowUp(bodies)) {
      done++;
      Optional<Throwable> thrown = again(done, results.last());
      isHung = thrown.filter(BodyHung.class::isInstance).isPresent();
      reproduction.add(thrown);
    }
    if (reproduction.isCertain() && results.repetitions() > 1 && time.allowsFollowUp(bodies)) {
      reproduction.addFirst(again(done + 1, results.first()));
    }
  }

  /* What a repetition throws, which is not analysed. */
  private Optional<Throwable> again(int number, SeededSchedule how) throws InterruptedException {
    Repetition repetition = new Repetition(number, how, check.recorder());
    BodyRunner.Ending ending = run(repetition);
    repetition.recording().ifPresent(TestRecorder.FinishedRecording::discard);
    return ending.thrown().or(() -> ending.death().map(results::deathOf));
  }

  /* One that has failed ends the check, but not what was found before. */
  private Observation analysis(Repetition repetition) {
    try {
      return repetition
          .recording()
          .map(TestRecorder.FinishedRecording::analyse)
          .orElse(Observation.NOTHING);
    } catch (NotCheckedError failed) {
      results.notAnalysed(failed);
      return Observation.NOTHING;
    } catch (RuntimeException | Error failed) {
      String number = "repetition " + repetition.number();
      results.notAnalysed(
          new NotCheckedError("the analysis of " + number + " has failed: " + failed, failed));
      return Observation.NOTHING;
    }
  }

  /* For an expected race, it is enough that it was found. */
  private boolean shouldConfirm() {
    return check.expectation() instanceof Expectation.NoRace
        && results.failure().isEmpty()
        && !results.decisive().isEmpty();
  }

  /** Tries to confirm the races that fail the test. */
  private void confirm() throws InterruptedException {
    int last = results.repetitions() + MAX_ATTEMPTS_OF_ALL;
    attempt(
        done -> done < last ? search.targeted(done) : Optional.empty(),
        repetition -> {
          Observation seen = search.evaluate(repetition.schedule(), analysis(repetition));
          results.addBesides(repetition, seen, Optional.empty());
        });
    results.applyGrades(search);
  }

  /* Lesser ones, too, if nothing else fails the test: they fail it once they are confirmed. */
  private void addDeadlocks() {
    DeadlockResults found = results.deadlocks();
    found.decisive().forEach(each -> deadlocks.add(each, results.origin(each).how()));
    if (!results.isDecided()) {
      found.lesser().forEach(each -> deadlocks.add(each, results.origin(each).how()));
    }
  }

  /** Drives repetitions into deadlocks. */
  private void confirmDeadlocks() throws InterruptedException {
    attempt(
        deadlocks::next,
        repetition ->
            evaluate(
                repetition.schedule(),
                repetition
                    .recording()
                    .filter(TestRecorder.FinishedRecording::hasCaught)
                    .isPresent()));
  }

  /**
   * Repeats the body to confirm what was found, while there is time and a next schedule, given the
   * number of repetitions so far.
   */
  private void attempt(IntFunction<Optional<SeededSchedule>> next, Consumer<Repetition> evaluate)
      throws InterruptedException {
    time.beginFollowUp();
    int done = results.repetitions();
    boolean isHung = false;
    Optional<SeededSchedule> how = next.apply(done);
    while (how.isPresent()
        && !isHung
        && results.unanalysed().isEmpty()
        && time.allowsFollowUp(bodies)) {
      done++;
      Repetition repetition = new Repetition(done, how.get(), check.recorder());
      Optional<Throwable> thrown = run(repetition).withoutBreak().thrown();
      isHung = thrown.filter(BodyHung.class::isInstance).isPresent();
      thrown.ifPresent(results::addFailedAttempt);
      evaluate.accept(repetition);
      how = next.apply(done);
    }
  }

  private BodyRunner.Ending run(Repetition repetition) throws InterruptedException {
    BodyRunner.Ending ending = ended(repetition);
    Optional<Throwable> thrown = ending.thrown();
    if (thrown.isPresent() && thrown.get() instanceof BodyHung hung) {
      Optional<String> explained =
          repetition.recording().flatMap(of -> of.explain(hung.text(), hung.waiting()));
      return new BodyRunner.Ending(
          Optional.of(explained.map(hung::explained).orElse(hung)), ending.death());
    }
    return ending;
  }

  private BodyRunner.Ending ended(Repetition repetition) throws InterruptedException {
    bodies++;
    try {
      return runner.run(body, repetition);
    } finally {
      repetition.end();
    }
  }
}
