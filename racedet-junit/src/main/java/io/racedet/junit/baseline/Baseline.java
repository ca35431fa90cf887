package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The races that a project has accepted: the content of a checked-in file. Immutable. */
public final class Baseline {
  /** Accepts no race. */
  public static final Baseline EMPTY = new Baseline("", Map.of());

  private final String name;
  private final Map<RaceKey, AcceptedRace> races;

  private Baseline(String name, Map<RaceKey, AcceptedRace> races) {
    this.name = name;
    this.races = races;
  }

  /**
   * Reads the baseline of a test.
   *
   * @param source the file, and whether reasons may be missing
   * @return the accepted races; none if the file does not exist and no setting names it
   * @throws IllegalArgumentException if the file cannot be read, a line is malformed, or a reason
   *     is missing; the message names file and line
   */
  public static Baseline read(BaselineSource source) {
    Path file = source.file();
    if (Files.notExists(file)) {
      return absent(source);
    }
    try {
      return new Baseline(
          file.getFileName().toString(), parse(file, Files.readAllLines(file), source.write()));
    } catch (NoSuchFileException removed) {
      return absent(source);
    } catch (MalformedInputException binary) {
      throw new IllegalArgumentException(file + " (expected: text in UTF-8)", binary);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + " cannot be read: " + unreadable, unreadable);
    }
  }

  private static Baseline absent(BaselineSource source) {
    if (source.named() && !source.write()) {
      throw new IllegalArgumentException(
          "baseline = "
              + source.file()
              + " does not exist (expected: a file of accepted races and deadlocks)");
    }
    return EMPTY;
  }

  /** Reasons may be missing while lines are being added. */
  private static Map<RaceKey, AcceptedRace> parse(Path file, List<String> lines, boolean writing) {
    Map<RaceKey, AcceptedRace> races = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (BaselineLine.isComment(lines.get(i))) {
        continue;
      }
      AcceptedRace race;
      try {
        race = BaselineLine.parse(lines.get(i), i + 1);
      } catch (IllegalArgumentException bad) {
        throw new IllegalArgumentException(location(file, i + 1) + bad.getMessage(), bad);
      }
      if (!writing && !BaselineLine.isReason(race.reason())) {
        throw new IllegalArgumentException(
            location(file, race.line())
                + "no reason (expected: after the last |, why the "
                + BaselineLine.subject(race.key())
                + " is accepted)");
      }
      AcceptedRace earlier = races.putIfAbsent(race.key(), race);
      if (earlier != null) {
        throw new IllegalArgumentException(
            location(file, race.line()) + "accepts the same as line " + earlier.line());
      }
    }
    return races;
  }

  private static String location(Path file, int line) {
    return file + ":" + line + ": ";
  }

  /** Looks up the line that accepts a race; empty if none does. */
  public Optional<AcceptedRace> of(RaceKey key) {
    return Optional.ofNullable(races.get(key));
  }

  /** Returns all accepted races in the order of the file. */
  public Collection<AcceptedRace> races() {
    return races.values();
  }

  /** Returns the last path element of the file; empty if there is no file. */
  public String name() {
    return name;
  }
}
