package io.racedet.junit.extension;

import io.racedet.junit.check.TestLog;
import io.racedet.junit.gate.RunFolder;
import io.racedet.junit.gate.SummaryText;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Ends the report when a launcher has run all that it was asked to, and says on the console what is
 * in it. Where the report is, checked tests say in their report entries.
 */
public final class EndOfRun implements LauncherSessionListener {
  /** The report entry that names the folder of the report. */
  static final String OUTPUT = "racedet.output";

  private final Outputs outputs = new Outputs();

  /** Called by JUnit. */
  public EndOfRun() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    session.getLauncher().registerTestExecutionListeners(outputs);
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    outputs.problems().forEach(problem -> System.out.println("racedet: " + problem));
    for (Path output : outputs.all()) {
      System.out.print(SummaryText.of(output, new RunFolder(output).finish()));
    }
    System.out.flush();
  }

  /** Collects the folders. Thread-safe: tests may run in parallel. */
  private static final class Outputs implements TestExecutionListener {
    private final Set<Path> all = new LinkedHashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();

    @Override
    public synchronized void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
      String output = entry.getKeyValuePairs().get(OUTPUT);
      if (output != null) {
        all.add(Path.of(output));
      }
      String problem = entry.getKeyValuePairs().get(TestLog.PROBLEM);
      if (problem != null) {
        problems.add(problem);
      }
    }

    synchronized Set<String> problems() {
      return Set.copyOf(problems);
    }

    synchronized Set<Path> all() {
      return Set.copyOf(all);
    }
  }
}
