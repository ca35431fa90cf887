package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.RaceKey;
import io.racedet.report.ReportedRace;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of races in two versions of a class. */
class StableKeysTest {
  private static final String ORIGINAL =
      """
      package com.acme.edited;

      public class Meter implements java.util.function.IntConsumer {
        private int total;
        private int other;
        private final int[] cells = new int[1];

        @Override
        public void accept(int amount) {
          total = amount;
          cells[0] = amount;
          run(() -> { other = amount; });
        }

        private static void run(Runnable action) {
          action.run();
        }
      }
      """;

  /** Lines, methods, a lambda and accesses of another field were added. */
  private static final String EDITED =
      """
      // A licence
      // of several lines.
      package com.acme.edited;

      import java.util.function.IntConsumer;

      /** Measures. */
      public class Meter implements IntConsumer {
        private final ThreadLocal<Meter> unrelated = ThreadLocal.withInitial(() -> new Meter());
        private volatile long started;
        private int total;
        private int other;
        private final int[] cells = new int[1];

        public int total() {
          Runnable first = () -> { started = total; };
          first.run();
          return total;
        }

        @Override
        public void accept(int amount) {
          started = System.nanoTime();
          if (started == 0) {
            throw new IllegalStateException(unrelated.toString());
          }

          total = amount;
          cells[0] = amount;
          run(() -> { other = amount; });
        }

        private static void run(Runnable action) {
          action.run();
        }
      }
      """;

  /** A further write of a racing field in the same method, which the first one does not cover. */
  private static final String RACIER =
      ORIGINAL.replace(
          "total = amount;", "total = amount; synchronized (this) { total = -amount; }");

  @TempDir private Path directory;

  private Set<RaceKey> keys(String version, String source) throws Exception {
    return new KeysOfSource(directory, "com.acme.edited.Meter")
        .races(version, source).stream().map(ReportedRace::key).collect(Collectors.toSet());
  }

  private static RaceKey key(String variable, String method) {
    String location = "com.acme.edited.Meter#" + method;
    return RaceKey.of(variable, location, location);
  }

  @Test
  void unrelatedEdits_leaveKeysAsTheyAre() throws Exception {
    Set<RaceKey> original = keys("original", ORIGINAL);
    assertThat(original)
        .containsExactlyInAnyOrder(
            key("com.acme.edited.Meter.total", "accept(I)V:0"),
            key("array int[]", "accept(I)V:0"),
            key("com.acme.edited.Meter.other", "lambda$accept$0(I)V:0"));
    assertThat(keys("edited", EDITED)).isEqualTo(original);
  }

  /** It is the second one of its class, and the first one of its method. */
  @Test
  void lambda_hasTheNameOfItsKeyInStacks() throws Exception {
    List<ReportedRace> races =
        new KeysOfSource(directory, "com.acme.edited.Meter").races("l", EDITED);
    assertThat(races)
        .filteredOn(race -> race.variable().key().endsWith(".other"))
        .isNotEmpty()
        .allSatisfy(
            race ->
                assertThat(race.first().stack().get(0).method())
                    .isEqualTo("lambda$accept$0")
                    .isEqualTo(race.first().site().method()));
  }

  @Test
  void anotherAccessOfTheField_isAnotherRace() throws Exception {
    List<String> keys =
        keys("racier", RACIER).stream()
            .filter(key -> key.variable().endsWith(".total"))
            .map(key -> key.first() + " " + key.second())
            .toList();
    assertThat(new TreeSet<>(keys)).hasSizeGreaterThan(1);
  }
}
