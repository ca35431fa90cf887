package io.racedet.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Mutants that no test is expected to kill, each with the reason. */
record Survivors(List<Row> rows) {
  private static final String BECAUSE = "because ";
  private static final String LIKE = "like ";

  Survivors {
    rows = List.copyOf(rows);
  }

  /**
   * What has a reason.
   *
   * @param keys the key of one mutant, or a pattern for those of several
   */
  record Row(String text, Pattern keys, String reason) {
    boolean isOf(String key) {
      return keys.matcher(key).matches();
    }

    /** Whether one mutant is named, and not a pattern that may also be about killed ones. */
    boolean isOfOne() {
      return !text.startsWith(LIKE);
    }
  }

  static Survivors ofFile() throws IOException {
    try (InputStream in = Survivors.class.getResourceAsStream("survivors.txt")) {
      return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /**
   * Reads rows below their reason: {@code because <reason>}, then keys of mutants, and {@code like
   * <regular expression>} for keys.
   */
  static Survivors of(String text) {
    List<Row> rows = new ArrayList<>();
    String reason = null;
    for (String line : text.split("\n")) {
      String row = line.strip();
      if (row.startsWith(BECAUSE)) {
        reason = row.substring(BECAUSE.length());
      } else if (!row.isEmpty() && !row.startsWith("#")) {
        rows.add(row(row, reason));
      }
    }
    return new Survivors(rows);
  }

  private static Row row(String text, String reason) {
    if (reason == null) {
      throw new IllegalStateException("no reason above: " + text);
    }
    String keys = text.startsWith(LIKE) ? text.substring(LIKE.length()) : Pattern.quote(text);
    return new Row(text, Pattern.compile(keys), reason);
  }

  /** What survived without a reason. */
  List<String> unlisted(List<String> survivors) {
    return survivors.stream()
        .filter(key -> rows.stream().noneMatch(row -> row.isOf(key)))
        .map(key -> "survived, not listed: " + key)
        .toList();
  }

  /** Listed mutants that a test kills. */
  List<String> stale(List<String> killed) {
    return rows.stream()
        .filter(Row::isOfOne)
        .filter(row -> killed.stream().anyMatch(row::isOf))
        .map(row -> "listed, but killed: " + row.text())
        .toList();
  }
}
