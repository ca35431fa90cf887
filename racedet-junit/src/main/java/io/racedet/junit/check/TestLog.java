package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.results.RunFolder;
import io.racedet.junit.results.SummaryText;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.Options;
import io.racedet.report.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Writes the part of one test in the report of the run. */
public final class TestLog {
  /** The report entry for a problem: the test is, or may be, missing in the report. */
  public static final String PROBLEM = "racedet.report";

  /** The report entry for the {@link Outcome} of a test. */
  public static final String OUTCOME = "racedet.outcome";

  private final Options options;
  private final CheckSubject subject;
  private final RunFolder folder;
  private final List<String> problems = new ArrayList<>();

  public TestLog(Options options, CheckSubject subject) {
    this(options, subject, new RunFolder(options.output()));
  }

  /** A log in the folder that the options name. */
  public TestLog(Options options, CheckSubject subject, RunFolder folder) {
    this.options = options;
    this.subject = subject;
    this.folder = folder;
  }

  /** A check. */
  @FunctionalInterface
  public interface Checking {
    /**
     * Runs it.
     *
     * @param soFar keeps what has been found, in case that the JVM ends before the check
     * @throws InterruptedException when the calling thread is interrupted
     */
    CheckResult run(Consumer<TestPart> soFar) throws InterruptedException;
  }

  /**
   * Runs a check and writes its result; returns its verdict, with a warning for what could not be
   * written.
   *
   * @throws InterruptedException when the calling thread is interrupted
   */
  public CheckResult run(Checking check) throws InterruptedException {
    begin();
    return end(check);
  }

  private void begin() {
    problems.addAll(folder.begin(subject.name()));
  }

  /** Begins a check, to be ended by {@link #end}, and writes that it begins, or why it cannot. */
  public <T> T begin(Supplier<T> check) {
    begin();
    try {
      return check.get();
    } catch (RuntimeException | Error broken) {
      broken(broken);
      throw broken;
    }
  }

  /** Keeps what a check has found, in case that the JVM ends before it. */
  public void keep(TestPart part) {
    folder.keep(part);
  }

  /** As {@link #run}, of a check that has begun. */
  public CheckResult end(Checking check) throws InterruptedException {
    CheckResult result;
    try {
      result = check.run(this::keep);
    } catch (RuntimeException | Error broken) {
      broken(broken);
      throw broken;
    } catch (InterruptedException cancelled) {
      folder.end(part(cancelled));
      throw cancelled;
    }
    Optional<String> trace =
        result.part().report().tests().stream().flatMap(test -> test.traces().stream()).findFirst();
    if (trace.isPresent()) {
      result = result.with("racedet.trace", options.output().resolve(trace.get()).toString());
    }
    problems.addAll(folder.end(result.part()));
    // An entry has a single value; further problems are the same for other files.
    return problems.isEmpty() ? result : result.with(PROBLEM, problems.get(0));
  }

  private void broken(Throwable broken) {
    problems.addAll(folder.end(part(broken)));
    problems.forEach(problem -> broken.addSuppressed(new NotCheckedError(problem)));
  }

  /** Contains the type only: the message may name files, and is in the test's own report. */
  private TestPart part(Throwable broken) {
    return unchecked(
        TestReport.outcome(broken),
        List.of("the check ended with " + broken.getClass().getSimpleName()));
  }

  private TestPart unchecked(Outcome outcome, List<String> warnings) {
    return TestPart.of(
        List.of(
            TestPart.unchecked(subject.id(), subject.name(), subject.home(), outcome, warnings)));
  }

  /**
   * Writes that a test is run unchecked because an annotation asks for it; returns the report
   * entries, including a problem with writing.
   */
  public Map<String, String> ignore() {
    begin();
    problems.addAll(folder.end(unchecked(Outcome.IGNORED, List.of())));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(OUTCOME, Outcome.IGNORED.name());
    problems.stream().findFirst().ifPresent(problem -> facts.put(PROBLEM, problem));
    return facts;
  }

  /**
   * Completes the report of a run when the JVM shuts down, if the test framework has not announced
   * its end, and prints the summary.
   */
  static void finishLate(Path output) {
    RunFolder folder = new RunFolder(output);
    if (folder.isOpen()) {
      System.out.print(SummaryText.of(output, folder.finishAtExit()));
    }
  }
}
