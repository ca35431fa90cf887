package io.racedet.junit.extension;

import io.racedet.junit.check.TestLog;
import io.racedet.junit.results.RunFolder;
import io.racedet.junit.results.SummaryText;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.Parameters;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Completes the report when a launcher session ends, and prints a summary. The report entries of
 * checked tests name the folder of the report.
 */
public final class EndOfRun implements LauncherSessionListener {
  /** The report entry that names the folder of the report. */
  static final String OUTPUT = "racedet.output";

  private final Outputs outputs = new Outputs();
  private final UnseenTests unseen = new UnseenTests();

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    session.getLauncher().registerTestExecutionListeners(outputs, unseen);
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (!unseen.all().isEmpty()) {
      report(unseen);
    }
    StringBuilder summaries = new StringBuilder();
    for (Path output : outputs.all()) {
      RunFolder folder = new RunFolder(output);
      RunFolder.Written written = folder.finish();
      if (!written.problems().isEmpty()) {
        outputs.removeProblemsOf(folder); // its summary has the last one
      }
      summaries.append(SummaryText.of(output, written));
    }
    outputs.problems().forEach(problem -> System.out.print(SummaryText.ofProblem(problem)));
    System.out.print(summaries);
    System.out.flush();
  }

  private void report(UnseenTests tests) {
    try {
      Path output = tests.output();
      RunFolder folder = new RunFolder(output);
      folder.begin("").forEach(outputs::addProblem);
      folder.end(TestPart.of(tests.all())).forEach(outputs::addProblem);
      outputs.add(output);
    } catch (IllegalArgumentException bad) {
      outputs.addProblem(bad.getMessage());
    }
  }

  /** Collects the folders. Thread-safe: tests may run in parallel. */
  private static final class Outputs implements TestExecutionListener {
    private final Set<Path> all = new LinkedHashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private List<String> unknown = List.of();

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan plan) {
      Set<String> names = new HashSet<>(plan.getConfigurationParameters().keySet());
      names.addAll(System.getProperties().stringPropertyNames());
      unknown = Parameters.unknown(names);
    }

    /* Where no test is checked, nobody is told anything. */
    @Override
    public synchronized void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
      String output = entry.getKeyValuePairs().get(OUTPUT);
      if (output != null) {
        problems.addAll(unknown);
        add(Path.of(output));
      }
      String problem = entry.getKeyValuePairs().get(TestLog.PROBLEM);
      if (problem != null) {
        addProblem(problem);
      }
    }

    synchronized void add(Path output) {
      all.add(output);
    }

    synchronized void addProblem(String problem) {
      problems.add(problem);
    }

    synchronized void removeProblemsOf(RunFolder folder) {
      problems.removeIf(folder::isProblem);
    }

    synchronized List<String> problems() {
      return List.copyOf(problems);
    }

    synchronized List<Path> all() {
      return List.copyOf(all);
    }
  }
}
