package io.racedet.junit.results;

import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The folder of report files, which all JVMs of a run write together. What fails there never fails
 * a test: it is returned as text. Thread-safe.
 *
 * <p>Each JVM writes down what it has found after each test; whoever begins, ends, or has found a
 * race makes one report of all parts, under a lock.
 */
public final class RunFolder {
  private static final String PARTS = ".parts";
  private static final String LOCK = ".lock";
  private static final String TRACES = "traces";

  private final Path output;
  private final RunName run;
  private final PartStore store;

  /**
   * Writes nothing yet.
   *
   * @param output the folder
   */
  public RunFolder(Path output) {
    this(output, RunName.current(), ProcessIdentity.current());
  }

  RunFolder(Path output, RunName run, ProcessIdentity self) {
    this.output = output;
    this.run = run;
    store = new PartStore(output.resolve(PARTS).resolve(run.text()), self);
  }

  /**
   * What came of an attempt to write the report.
   *
   * @param report the whole report; empty when the parts cannot even be read
   * @param stale accepted races that were not found, a sentence each
   * @param isOpen whether another JVM is still at work, which will write the report again
   * @param problems what could not be written
   */
  public record Written(
      Optional<RunReport> report, List<String> stale, boolean isOpen, List<String> problems) {}

  /**
   * Notes that this JVM begins to check a test.
   *
   * @param test its name
   * @return what could not be written
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

  /** The first JVM of a run puts away what earlier runs have left. */
  private void join(String test) throws IOException {
    Files.createDirectories(output);
    locked(
        () -> {
          boolean isFirst = !Files.isDirectory(output.resolve(PARTS).resolve(run.text()));
          store.mark(test);
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
   * Returns whether this JVM has begun and not finished.
   *
   * @return whether it is expected to find more
   */
  public boolean isOpen() {
    return store.hasBegun();
  }

  /**
   * Notes what a test has shown.
   *
   * @param part the test
   * @return what could not be written
   */
  public synchronized List<String> end(TestPart part) {
    try {
      store.add(part);
      store.mark("");
      boolean hasNews = part.report().races().stream().anyMatch(race -> !race.isAccepted());
      if (hasNews) {
        locked(() -> write(merge().report()));
      }
      return List.of();
    } catch (IOException failed) {
      return List.of(problem(failed));
    }
  }

  /**
   * Writes the report of all JVMs, this one being done.
   *
   * @return the report and what could not be written
   */
  public synchronized Written finish() {
    AtomicReference<RunMerge.Merged> merged = new AtomicReference<>();
    try {
      store.unmark();
      locked(
          () -> {
            merged.set(merge());
            write(merged.get().report());
          });
      return written(merged.get(), List.of());
    } catch (IOException failed) {
      return written(merged.get(), List.of(problem(failed)));
    }
  }

  private static Written written(RunMerge.Merged merged, List<String> problems) {
    return merged == null
        ? new Written(Optional.empty(), List.of(), false, problems)
        : new Written(Optional.of(merged.report()), merged.stale(), merged.isOpen(), problems);
  }

  private RunMerge.Merged merge() throws IOException {
    return new RunMerge(store, run.open()).merge();
  }

  private void write(RunReport report) throws IOException {
    Sources sources =
        report.races().isEmpty() ? Sources.NONE : new SourceFolders(Path.of("")).find();
    for (ReportFile file : ReportFile.values()) {
      AtomicFile.write(output.resolve(file.fileName()), out -> file.write(report, sources, out));
    }
  }

  private String problem(IOException failed) {
    return "the report in " + output + " could not be written, or not all of it: " + failed;
  }

  /** What may fail to be written. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  /** The lock keeps other processes out; threads of this one would get an exception from it. */
  private void locked(Action action) throws IOException {
    synchronized (RunFolder.class) {
      try (FileChannel channel =
              FileChannel.open(
                  output.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid()) {
          action.run();
        }
      }
    }
  }
}
