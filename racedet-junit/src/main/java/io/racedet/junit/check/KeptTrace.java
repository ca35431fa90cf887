package io.racedet.junit.check;

import io.racedet.junit.report.FoundRace;
import io.racedet.junit.results.IoFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Saves the trace of the first repetition that fails a test because of a race. Not thread-safe. */
final class KeptTrace {
  /** Name of the folder for traces in the output folder. */
  private static final String TRACES = "traces";

  private final Path output;
  private final List<String> files = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private String name = "";
  private Predicate<FoundRace> races = found -> false;

  KeptTrace(Path output) {
    this.output = output;
  }

  void want(String fileName, Predicate<FoundRace> wanted) {
    name = fileName;
    races = wanted;
  }

  /**
   * Whether the trace of a repetition with these races is to be saved: the first with a wanted one.
   */
  boolean isWanted(List<FoundRace> found) {
    return files.isEmpty() && warnings.isEmpty() && found.stream().anyMatch(races);
  }

  /** Writes a trace to a file. */
  @FunctionalInterface
  interface Writer {
    void save(Path file) throws IOException;
  }

  /** Warns that the trace is not kept. */
  void omit(String why) {
    warnings.add("the trace of the failing repetition is not kept: " + why);
  }

  /**
   * Warns that the trace is not kept since the file from which it is copied has not all of it.
   *
   * @param problem why that file takes no more; empty if it has its largest size
   */
  void omitUnwritten(long written, long events, Optional<IOException> problem) {
    omit(
        "the file of its records takes no more than "
            + written
            + " of "
            + events
            + " events ("
            + problem.map(IoFailure::text).orElse("see spill")
            + ")");
  }

  /** Saves the trace; a failure becomes a warning. */
  void save(Writer trace) {
    Path folder = output.resolve(TRACES);
    Path whole = folder.resolve(name + ".rdt");
    Path partial = folder.resolve(name + ".part.rdt");
    try {
      Files.createDirectories(folder);
      trace.save(partial);
      Files.move(
          partial, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      files.add(TRACES + '/' + whole.getFileName());
    } catch (IOException failed) {
      drop(partial, TRACES + '/' + whole.getFileName() + ": " + IoFailure.text(failed));
    } catch (UncheckedIOException failed) { // of the file from which it is copied
      drop(partial, IoFailure.text(failed.getCause()));
    }
  }

  private void drop(Path partial, String why) {
    omit(why);
    delete(partial);
  }

  private void delete(Path partial) {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException failed) {
      warnings.add("a part of a trace could not be deleted: " + IoFailure.text(failed));
    }
  }

  /** The files, relative to the output folder. */
  List<String> files() {
    return List.copyOf(files);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }
}
