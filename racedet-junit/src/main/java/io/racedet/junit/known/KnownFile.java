package io.racedet.junit.known;

import io.racedet.junit.files.AtomicFile;
import io.racedet.junit.files.FileLocks;
import io.racedet.report.KnownRace;
import io.racedet.report.KnownRaces;
import io.racedet.report.json.JsonKnownRaces;
import io.racedet.report.json.ReportFormatException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The file of known races, which several JVMs read and change at the same time: a change is made of
 * what is in the file at that moment, under a lock, and replaces the file as a whole. Thread-safe.
 */
final class KnownFile {
  private static final Comparator<KnownRace> ORDER = Comparator.comparing(KnownRace::key);

  private final Path file;

  KnownFile(Path file) {
    this.file = file;
  }

  /**
   * What is in the file.
   *
   * @param races the entries; none if there is no file, or no good one
   * @param problem why the file is no good one
   */
  record Content(KnownRaces races, Optional<String> problem) {}

  /** Reads the file; one that is damaged, or something else, is a problem, not a failure. */
  Content read() throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return new Content(JsonKnownRaces.read(in), Optional.empty());
    } catch (NoSuchFileException absent) {
      return new Content(KnownRaces.NONE, Optional.empty());
    } catch (ReportFormatException damaged) {
      return new Content(
          KnownRaces.NONE,
          Optional.of(
              file.getFileName() + " is not a file of known races: " + damaged.getMessage()));
    }
  }

  /** Changes the entries; a file that is no good one is replaced. */
  void change(UnaryOperator<KnownRaces> change) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    FileLocks.with(
        folder.resolve("." + file.getFileName() + ".lock"),
        () -> {
          Content before = read();
          KnownRaces after = sorted(change.apply(before.races()));
          if (before.problem().isPresent() || !after.equals(before.races())) {
            AtomicFile.write(file, out -> JsonKnownRaces.write(after, out));
          }
        });
  }

  /* So that two versions of a file that is committed can be compared. */
  private static KnownRaces sorted(KnownRaces races) {
    return new KnownRaces(races.races().stream().sorted(ORDER).toList());
  }
}
