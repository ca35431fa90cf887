package io.racedet.junit.results;

import io.racedet.junit.files.AtomicFile;
import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of one run, in which each of its JVMs has a file with the results of its tests, and a
 * marker that names the test that it is checking. Not thread-safe.
 */
final class PartStore {
  private static final String RUNNING = ".running";
  private static final String FOUND = ".found";

  private final Path folder;
  private final Path spare;
  private final ProcessIdentity self;
  private Map<Path, PartFile> known = Map.of();

  /** A run of which this JVM writes nothing. */
  PartStore(Path folder, ProcessIdentity self) {
    this(folder, folder, self);
  }

  /**
   * @param spare the folder for results that the other one does not take: of this JVM alone, for
   *     the summary that it prints
   */
  PartStore(Path folder, Path spare, ProcessIdentity self) {
    this.folder = folder;
    this.spare = spare;
    this.self = self;
  }

  /**
   * The results of all JVMs of the run.
   *
   * @param parts the results of the tests, the earliest first
   * @param damaged a message for each result that cannot be read
   */
  record Content(List<PartFile.Part> parts, List<String> damaged) {}

  /**
   * A JVM that has not finished.
   *
   * @param marker the test that it was checking
   * @param found what that test had found so far, if anything
   */
  record Unfinished(ProcessIdentity process, TestMarker marker, Found found) {}

  /**
   * What a test had found so far.
   *
   * @param report the findings; empty if there are none, or if they cannot be read
   * @param damage why they cannot be read; empty if they can
   */
  record Found(Optional<RunReport> report, String damage) {}

  /** This JVM. */
  ProcessIdentity self() {
    return self;
  }

  boolean hasBegun() {
    return Files.exists(marker());
  }

  /** Whether this JVM has begun to check a test that has no result yet. */
  boolean isChecking() throws IOException {
    return hasBegun() && !TestMarker.read(marker()).test().isEmpty();
  }

  /** Writes the marker of this JVM, with the test that it is checking; empty for none. */
  void mark(String test) throws IOException {
    inFolder(folder, () -> TestMarker.write(marker(), test));
  }

  /** Removes the marker of this JVM, which has finished. */
  void unmark() throws IOException {
    Files.deleteIfExists(marker());
  }

  private Path marker() {
    return folder.resolve(self.text() + RUNNING);
  }

  /** Writes what the test has found so far that this JVM is checking. */
  void keep(TestPart part) throws IOException {
    Files.createDirectories(folder);
    AtomicFile.write(ofFound(self.text()), out -> JsonReport.write(part.report(), out));
  }

  private Path ofFound(String process) {
    return folder.resolve(process + FOUND);
  }

  /**
   * Writes the result of a test, in place of what it had found so far.
   *
   * @throws IOException if the folder does not take it; it is in the other one then
   */
  void add(TestPart part) throws IOException {
    try {
      inFolder(folder, () -> PartFile.append(results(folder), part));
    } catch (IOException failed) {
      try {
        inFolder(spare, () -> PartFile.append(results(spare), part));
      } catch (IOException lost) {
        failed.addSuppressed(lost);
      }
      throw failed;
    }
    Files.deleteIfExists(ofFound(self.text()));
  }

  private Path results(Path folder) {
    return folder.resolve(self.text() + PartFile.EXTENSION);
  }

  /** Writes to a file. */
  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  /* Another process may remove the folder at any time, but hardly ever does. */
  private static void inFolder(Path folder, Writing writing) throws IOException {
    try {
      writing.run();
    } catch (NoSuchFileException missing) {
      Files.createDirectories(folder);
      writing.run();
    }
  }

  /** Removes the results that the folder has not taken. */
  void removeSpare() throws IOException {
    EarlierRuns.removeTree(spare);
  }

  Content read() throws IOException {
    Map<Path, PartFile> read = new LinkedHashMap<>();
    List<PartFile.Part> parts = new ArrayList<>();
    List<String> damaged = new ArrayList<>();
    Set<Path> files = new LinkedHashSet<>(files(folder, PartFile.EXTENSION));
    files.addAll(files(spare, PartFile.EXTENSION));
    for (Path path : files) {
      PartFile file = known.getOrDefault(path, new PartFile(path));
      try {
        file.read();
      } catch (IOException unreadable) {
        damaged.add(
            "the results of a JVM cannot be read, or not to the end: "
                + PartFile.cause(unreadable));
      }
      read.put(path, file);
      parts.addAll(file.parts());
      damaged.addAll(file.damaged());
      if (file.isCut() && !isAlive(path)) {
        damaged.add("the last result of a JVM is incomplete and is missing");
      }
    }
    known = read;
    parts.sort(Comparator.comparing(PartFile.Part::written));
    return new Content(parts, damaged);
  }

  private static boolean isAlive(Path file) {
    return process(file).filter(ProcessIdentity::isAlive).isPresent();
  }

  private static Optional<ProcessIdentity> process(Path file) {
    String name = file.getFileName().toString();
    return ProcessIdentity.parse(name.substring(0, name.lastIndexOf('.')));
  }

  List<Unfinished> unfinished() throws IOException {
    List<Unfinished> unfinished = new ArrayList<>();
    for (Path marker : files(folder, RUNNING)) {
      Optional<ProcessIdentity> process = process(marker);
      if (process.isPresent()) {
        try {
          Found found = found(ofFound(process.get().text()));
          unfinished.add(new Unfinished(process.get(), TestMarker.read(marker), found));
        } catch (NoSuchFileException done) {
          // The JVM has finished in the meantime.
          continue;
        }
      }
    }
    return unfinished;
  }

  private static Found found(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return new Found(Optional.of(JsonReport.read(in)), "");
    } catch (NoSuchFileException none) {
      return new Found(Optional.empty(), "");
    } catch (IOException unreadable) {
      return new Found(Optional.empty(), PartFile.cause(unreadable));
    }
  }

  private static List<Path> files(Path folder, String extension) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(extension)).sorted().toList();
    }
  }
}
