package io.racedet.junit.results;

import io.racedet.junit.files.AtomicFile;
import io.racedet.junit.files.FileLocks;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.markdown.MarkdownReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The folder of the report files, which all JVMs of a run share. A failure to write them never
 * fails a test: it is returned as a message. Thread-safe.
 *
 * <p>Each JVM stores the result of each of its tests. A JVM that starts, finishes, or has found a
 * race merges all results into one report, under a lock.
 */
public final class RunFolder {
  private static final String PARTS = ".parts";
  private static final String LOCK = ".lock";
  private static final String TRACES = "traces";

  private final Path output;
  private final RunName run;
  private final PartStore store;
  private final SpillFolders spill;
  private final Map<String, String> environment;
  private Ownership project; // null until a report has findings

  public RunFolder(Path output) {
    this(output, RunName.current(), ProcessIdentity.current(), System.getenv());
  }

  RunFolder(Path output, RunName run, ProcessIdentity self) {
    this(output, run, self, Map.of());
  }

  RunFolder(Path output, RunName run, ProcessIdentity self, Map<String, String> environment) {
    this.environment = environment;
    this.output = output;
    this.run = run;
    Path spare = Path.of(System.getProperty("java.io.tmpdir"));
    store =
        new PartStore(
            output.resolve(PARTS).resolve(run.text()),
            spare.resolve("racedet-parts-" + self.text() + '-' + idOf(output)),
            self);
    spill = new SpillFolders(output, self);
  }

  /**
   * The outcome of writing the report.
   *
   * @param report the merged report; empty if the results cannot be read
   * @param stale a message for each accepted race that was not found
   * @param isOpen whether another JVM is still running, which will write the report again
   * @param problems messages on what could not be written
   */
  public record Written(
      Optional<RunReport> report, List<String> stale, boolean isOpen, List<String> problems) {}

  /**
   * Records that this JVM starts to check a test; returns messages on what could not be written.
   */
  public synchronized List<String> begin(String test) {
    try {
      if (store.hasBegun()) {
        store.mark(test);
      } else {
        join(test);
      }
      return List.of();
    } catch (IOException failed) {
      return List.of(problem(failed));
    }
  }

  /** The first JVM of a run removes what earlier runs have left behind. */
  private void join(String test) throws IOException {
    Files.createDirectories(output);
    locked(
        () -> {
          boolean isFirst = !Files.isDirectory(output.resolve(PARTS).resolve(run.text()));
          store.mark(test);
          spill.removeThoseLeftBehind();
          if (isFirst) {
            new EarlierRuns(output.resolve(PARTS), run.text()).remove();
            for (ReportFile report : ReportFile.values()) {
              Files.deleteIfExists(output.resolve(report.fileName()));
            }
            EarlierRuns.removeTree(output.resolve(TRACES));
          }
          write(merge().report());
        });
  }

  /**
   * Returns whether this JVM has started to check tests and has not finished, so that more results
   * may follow.
   */
  public boolean isOpen() {
    return store.hasBegun();
  }

  /**
   * Stores what a test has found so far, which counts if this JVM ends before the test. Its result
   * replaces that, and says so if nothing can be written.
   */
  public synchronized void keep(TestPart part) {
    try {
      store.keep(part);
      locked(() -> write(merge().report())); // no other JVM of the run may come to do so
    } catch (IOException failed) {
      // As when the result is written.
      return;
    }
  }

  /** Stores the result of a test; returns messages on what could not be written. */
  public synchronized List<String> end(TestPart part) {
    try {
      store.add(part);
      store.mark("");
      boolean hasNews = part.report().findings().stream().anyMatch(found -> !found.isAccepted());
      if (hasNews) {
        locked(() -> write(merge().report()));
      }
      return List.of();
    } catch (IOException failed) {
      return List.of(problem(failed));
    }
  }

  /**
   * Marks this JVM as finished, and writes the merged report; returns it, with messages on what
   * could not be written.
   */
  public synchronized Written finish() {
    return finish(false);
  }

  /**
   * The same when this JVM shuts down. If it is still checking a test, this has no result, as if
   * the JVM were killed: the marker stays.
   */
  public synchronized Written finishAtExit() {
    return finish(true);
  }

  private Written finish(boolean isAtExit) {
    AtomicReference<RunMerge.Merged> merged = new AtomicReference<>();
    try {
      boolean isChecking = isAtExit && store.isChecking();
      if (!isChecking) {
        store.unmark();
      }
      locked(
          () -> {
            merged.set(merge(isChecking));
            Shown shown = write(merged.get().report());
            merged.set(merged.get().with(shown.report()));
            if (!merged.get().isOpen()) {
              summarize(shown);
            }
          });
      if (!isChecking) {
        spill.removeOwn();
        store.removeSpare();
      }
      return written(merged.get(), List.of());
    } catch (IOException failed) {
      return withoutFolder(merged.get(), failed);
    }
  }

  /* Of what can be read, so that nothing can be said of races that were not found. */
  private Written withoutFolder(RunMerge.Merged merged, IOException failed) {
    List<String> problems = List.of(problem(failed));
    try {
      if (merged != null) {
        return written(merged, problems);
      }
      RunReport own =
          RunReport.merge(store.read().parts().stream().map(PartFile.Part::report).toList());
      return new Written(Optional.of(own), List.of(), false, problems);
    } catch (IOException unreadable) {
      return new Written(Optional.empty(), List.of(), false, problems);
    } finally {
      removeSpare(failed);
    }
  }

  /* The folder for temporary files is cleaned by others, too. */
  private void removeSpare(IOException failed) {
    try {
      store.removeSpare();
    } catch (IOException left) {
      failed.addSuppressed(left);
    }
  }

  private static Written written(RunMerge.Merged merged, List<String> problems) {
    return merged == null
        ? new Written(Optional.empty(), List.of(), false, problems)
        : new Written(Optional.of(merged.report()), merged.stale(), merged.isOpen(), problems);
  }

  private RunMerge.Merged merge() throws IOException {
    return merge(false);
  }

  private RunMerge.Merged merge(boolean isExiting) throws IOException {
    return new RunMerge(
            store, run.open(), jvm -> (!isExiting || !jvm.equals(store.self())) && jvm.isAlive())
        .merge();
  }

  /** A report with the owners of its races, and the sources that it quotes. */
  private record Shown(RunReport report, Sources sources) {}

  private Shown write(RunReport found) throws IOException {
    boolean isEmpty = found.findings().isEmpty() && found.gone().isEmpty();
    if (!isEmpty && project == null) {
      project = Ownership.of(Path.of(""));
    }
    RunReport report = isEmpty ? found : project.applyTo(found);
    Sources sources = isEmpty ? Sources.NONE : project.sources();
    for (ReportFile file : ReportFile.values()) {
      AtomicFile.write(output.resolve(file.fileName()), out -> file.write(report, sources, out));
    }
    return new Shown(report, sources);
  }

  /** Adds the report to the summary of the step of GitHub Actions that runs the tests, if any. */
  private void summarize(Shown shown) throws IOException {
    String section = run.text() + '-' + idOf(output);
    Optional<StepSummary> summary = StepSummary.of(environment, section);
    if (summary.isPresent() && !shown.report().tests().isEmpty()) {
      String page = output.resolve(ReportFile.HTML.fileName()).toString().replace('\\', '/');
      String address = StepSummary.artifacts(environment).orElse(page);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      MarkdownReport.write(shown.report(), shown.sources(), address, text);
      summary.get().write(text.toString(StandardCharsets.UTF_8));
    }
  }

  private static String idOf(Path output) {
    return Integer.toHexString(output.toAbsolutePath().hashCode());
  }

  /** Whether a message says that something in this folder could not be written. */
  public boolean isProblem(String message) {
    return message.startsWith(problem());
  }

  private String problem(IOException failed) {
    return problem() + failed;
  }

  private String problem() {
    return "the report in " + output + " could not be written completely: ";
  }

  private void locked(FileLocks.Action action) throws IOException {
    FileLocks.with(output.resolve(LOCK), action);
  }
}
