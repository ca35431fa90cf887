package io.racedet.junit.results;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.junit.files.AtomicFile;
import io.racedet.report.KnownRace;
import io.racedet.report.KnownRaces;
import io.racedet.report.RaceKey;
import io.racedet.report.RunReport;
import io.racedet.report.json.JsonKnownRaces;
import io.racedet.report.json.JsonReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The folder of one run, in which each of its JVMs writes a file for each completed test, and a
 * marker that names the test that it is checking. Files are never changed in place, so that a JVM
 * that is killed leaves no damaged file, and a store reads each once. Not thread-safe.
 */
final class PartStore {
  private static final String PART = ".json";
  private static final String QUIET = ".quiet";
  private static final String MISSED = ".missed";
  private static final String RUNNING = ".running";
  private static final String FOUND = ".found";

  private final Path folder;
  private final Path spare;
  private final ProcessIdentity self;
  private Map<Path, Part> known = Map.of();

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
   * The result of a test.
   *
   * @param quiet accepted races that it should have found, with their locations in the baseline
   * @param missed known races that it has not shown although it came to its end
   */
  record Part(
      RunReport report, Map<RaceKey, String> quiet, List<KnownRace> missed, FileTime written) {}

  /**
   * The results of all JVMs of the run.
   *
   * @param parts the results of the tests, the earliest first
   * @param damaged a message for each result that cannot be read
   */
  record Content(List<Part> parts, List<String> damaged) {}

  /**
   * A JVM that has not finished.
   *
   * @param test the test that it was checking; empty for none
   * @param found what that test had found so far, if anything
   */
  record Unfinished(ProcessIdentity process, String test, FileTime since, Found found) {}

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
    return hasBegun() && !Files.readString(marker()).isEmpty();
  }

  /** Writes the marker of this JVM, with the test that it is checking; empty for none. */
  void mark(String test) throws IOException {
    Files.createDirectories(folder);
    AtomicFile.write(marker(), test);
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
      add(part, folder);
    } catch (IOException failed) {
      try {
        add(part, spare);
      } catch (IOException lost) {
        failed.addSuppressed(lost);
      }
      throw failed;
    }
    Files.deleteIfExists(ofFound(self.text()));
  }

  private static void add(TestPart part, Path folder) throws IOException {
    Files.createDirectories(folder);
    String name = UUID.randomUUID().toString();
    if (!part.quiet().isEmpty()) {
      StringBuilder lines = new StringBuilder();
      for (AcceptedRace race : part.quiet()) {
        String location = part.baseline() + ":" + race.line();
        lines.append(BaselineLine.of(race.key(), location)).append('\n');
      }
      AtomicFile.write(folder.resolve(name + QUIET), lines.toString());
    }
    if (!part.missed().isEmpty()) {
      KnownRaces missed = new KnownRaces(part.missed());
      AtomicFile.write(folder.resolve(name + MISSED), out -> JsonKnownRaces.write(missed, out));
    }
    AtomicFile.write(folder.resolve(name + PART), out -> JsonReport.write(part.report(), out));
  }

  /** Removes the results that the folder has not taken. */
  void removeSpare() throws IOException {
    EarlierRuns.removeTree(spare);
  }

  Content read() throws IOException {
    Map<Path, Part> read = new LinkedHashMap<>();
    List<String> damaged = new ArrayList<>();
    List<Path> files = new ArrayList<>(files(folder, PART));
    if (!spare.equals(folder)) {
      files.addAll(files(spare, PART));
    }
    for (Path file : files) {
      try {
        Part before = known.get(file);
        read.put(file, before == null ? part(file) : before);
      } catch (IOException unreadable) {
        damaged.add("the result of a test cannot be read and is missing: " + cause(unreadable));
      }
    }
    known = read;
    return new Content(
        read.values().stream().sorted(Comparator.comparing(Part::written)).toList(), damaged);
  }

  /** Without the path, which is specific to one machine. */
  private static String cause(IOException unreadable) {
    return unreadable.getClass().getSimpleName();
  }

  private static Part part(Path file) throws IOException {
    Map<RaceKey, String> quiet = new LinkedHashMap<>();
    String whole = file.getFileName().toString();
    String name = whole.substring(0, whole.length() - PART.length());
    Path lines = file.resolveSibling(name + QUIET);
    if (Files.exists(lines)) {
      for (String line : Files.readAllLines(lines)) {
        AcceptedRace race = BaselineLine.parse(line, 0);
        quiet.put(race.key(), race.reason());
      }
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      List<KnownRace> missed = missed(file.resolveSibling(name + MISSED));
      return new Part(JsonReport.read(in), quiet, missed, Files.getLastModifiedTime(file));
    }
  }

  private static List<KnownRace> missed(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return JsonKnownRaces.read(in).races();
    }
  }

  List<Unfinished> unfinished() throws IOException {
    List<Unfinished> unfinished = new ArrayList<>();
    for (Path marker : files(folder, RUNNING)) {
      String file = marker.getFileName().toString();
      String name = file.substring(0, file.length() - RUNNING.length());
      Optional<ProcessIdentity> process = ProcessIdentity.parse(name);
      if (process.isPresent()) {
        try {
          unfinished.add(
              new Unfinished(
                  process.get(),
                  Files.readString(marker),
                  Files.getLastModifiedTime(marker),
                  found(ofFound(name))));
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
      return new Found(Optional.empty(), cause(unreadable));
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
