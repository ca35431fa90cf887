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

  /**
   * Creates an object that has written nothing yet.
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
   * Records that this JVM starts to check a test.
   *
   * @param test its name
   * @return messages on what could not be written
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
   * Returns whether this JVM has started to check tests and has not finished.
   *
   * @return true if more results may follow
   */
  public boolean isOpen() {
    return store.hasBegun();
  }

  /**
   * Stores the result of a test.
   *
   * @param part the result
   * @return messages on what could not be written
   */
  public synchronized List<String> end(TestPart part) {
    try {
      store.add(part);
      store.mark("");
      RunReport report = part.report();
      boolean hasNews =
          report.races().stream().anyMatch(race -> !race.isAccepted())
              || report.deadlocks().stream().anyMatch(deadlock -> !deadlock.isAccepted());
      if (hasNews) {
        locked(() -> write(merge().report()));
      }
      return List.of();
    } catch (IOException failed) {
      return List.of(problem(failed));
    }
  }

  /**
   * Marks this JVM as finished, and writes the merged report.
   *
   * @return the report, and messages on what could not be written
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
    boolean isEmpty = report.races().isEmpty() && report.deadlocks().isEmpty();
    Sources sources = isEmpty ? Sources.NONE : new SourceFolders(Path.of("")).find();
    for (ReportFile file : ReportFile.values()) {
      AtomicFile.write(output.resolve(file.fileName()), out -> file.write(report, sources, out));
    }
  }

  private String problem(IOException failed) {
    return "the report in " + output + " could not be written completely: " + failed;
  }

  /** An action that may fail to read or write a file. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  /** The file lock excludes other processes; threads of this one would get an exception from it. */
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
