package io.racedet.junit.baseline;

import io.racedet.junit.files.SharedText;
import io.racedet.report.RaceKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds lines to a baseline to which other JVMs may add lines at the same time. Thread-safe. */
final class BaselineFile {
  private static final String HEADER =
      """
      # Accepted races and deadlocks, one per line: variable | location | location | reason
      # racedet reports lines that are no longer needed; a line without a reason is an error.
      """;

  private BaselineFile() {}

  /** Adds a line for each race and deadlock that is not listed yet; returns those. */
  static List<RaceKey> add(Path file, Collection<RaceKey> races) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    List<RaceKey> added = new ArrayList<>();
    SharedText.edit(
        file,
        text -> {
          added.addAll(missing(text, races));
          String before = text.isEmpty() ? HEADER : text.endsWith("\n") ? "" : "\n";
          StringBuilder after = new StringBuilder(added.isEmpty() ? text : text + before);
          added.forEach(key -> after.append(BaselineLine.unexplained(key)).append('\n'));
          return after.toString();
        });
    return added;
  }

  private static List<RaceKey> missing(String text, Collection<RaceKey> races) {
    Set<RaceKey> known = new HashSet<>();
    text.lines()
        .filter(line -> !BaselineLine.isComment(line))
        .forEach(line -> known.add(BaselineLine.parse(line, 0).key()));
    return races.stream().filter(known::add).toList();
  }
}
