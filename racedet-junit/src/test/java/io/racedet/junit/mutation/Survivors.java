package io.racedet.junit.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Mutants that no program is expected to kill, each with the reason. */
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
    boolean isOf(Mutant mutant) {
      return keys.matcher(mutant.key()).matches();
    }

    /** A pattern says nothing about lines that no program uses. */
    boolean explains(Outcome outcome) {
      return isOf(outcome.mutant())
          && outcome.isSurvivor()
          && (outcome.status() == Outcome.Status.SURVIVED || !text.startsWith(LIKE));
    }
  }

  static Survivors ofFile() {
    try (InputStream in = Survivors.class.getResourceAsStream("survivors.txt")) {
      return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  /** The reason for which a mutant survives, or null. */
  String reasonOf(Outcome outcome) {
    return rows.stream()
        .filter(row -> row.explains(outcome))
        .map(Row::reason)
        .findFirst()
        .orElse(null);
  }

  /** Rows that are about none of the mutants. */
  List<String> ofNone(List<Mutant> mutants) {
    return rows.stream()
        .filter(row -> mutants.stream().noneMatch(row::isOf))
        .map(Row::text)
        .toList();
  }

  /** Rows that explain none of the mutants that were tried, although they are about some. */
  List<String> stale(List<Outcome> outcomes) {
    List<String> stale = new ArrayList<>();
    for (Row row : rows) {
      List<Outcome> tried =
          outcomes.stream().filter(Outcome::isTried).filter(o -> row.isOf(o.mutant())).toList();
      if (!tried.isEmpty() && tried.stream().noneMatch(row::explains)) {
        stale.add(row.text() + " by " + tried.get(0).killer());
      }
    }
    return stale;
  }
}
