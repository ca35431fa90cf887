package io.racedet.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The litmus traces of the test resources and their verdict tables. */
public final class Litmus {
  private Litmus() {}

  /** Cases from papers, public test suites and corner cases. */
  public static List<LitmusCase> handmade() {
    return Handmade.CASES;
  }

  /** Random traces of reads, writes, exclusive locks, forks and joins. */
  public static List<LitmusCase> random() {
    return Random.CASES;
  }

  /** Random traces with shared locks, sync variables, re-entrancy and open sections. */
  public static List<LitmusCase> extended() {
    return Extended.CASES;
  }

  /** Every case; the columns common to all are HB, PWR, WCP, enabled and eraser_vars. */
  public static Stream<LitmusCase> all() {
    return Stream.of(handmade(), random(), extended()).flatMap(List::stream);
  }

  private static List<LitmusCase> load(String table, String folder) {
    List<String> rows = read(table).lines().toList();
    String[] header = rows.get(0).split("\t", -1);
    return rows.stream().skip(1).map(row -> load(folder, header, row.split("\t", -1))).toList();
  }

  private static LitmusCase load(String folder, String[] header, String[] cells) {
    Map<String, String> verdicts = new LinkedHashMap<>();
    for (int i = 1; i < header.length; i++) {
      verdicts.put(header[i], cells[i]);
    }
    TestTrace trace = TestTrace.parse(read(folder + "/" + cells[0] + ".std"));
    if (trace.size() != Integer.parseInt(verdicts.get("events"))) {
      throw new IllegalStateException(
          cells[0] + ": " + trace.size() + " events (expected: " + verdicts.get("events") + ")");
    }
    return new LitmusCase(cells[0], trace, Map.copyOf(verdicts));
  }

  private static String read(String resource) {
    try (InputStream in = Litmus.class.getResourceAsStream("/litmus/" + resource)) {
      if (in == null) {
        throw new IllegalStateException("no test resource /litmus/" + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /* Each table is read once, when it is first asked for. */

  private static final class Handmade {
    static final List<LitmusCase> CASES = load("verdicts.tsv", "traces");
  }

  private static final class Random {
    static final List<LitmusCase> CASES = load("verdicts_random.tsv", "random");
  }

  private static final class Extended {
    static final List<LitmusCase> CASES = load("verdicts_extended.tsv", "extended");
  }
}
