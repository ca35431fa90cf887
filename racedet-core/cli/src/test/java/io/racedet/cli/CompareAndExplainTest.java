package io.racedet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.catalogue.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The modes of {@code analyze} that do not print races. */
class CompareAndExplainTest {
  /** The race on x is found by predictive engines only, the race on y by all. */
  private static final String RACY =
      """
      T1|w(x)|A:1
      T1|acq(l)|A:2
      T1|w(y)|A:3
      T1|rel(l)|A:4
      T2|acq(l)|B:1
      T2|rel(l)|B:2
      T2|r(x)|B:3
      T3|w(y)|C:1
      """;

  private static final String CLEAN = "T1|w(x)|A:1\nT1|fork(T2)|A:2\nT2|r(x)|B:1\n";

  @TempDir private Path folder;
  private Path racy;
  private Path clean;

  @BeforeEach
  void write() throws IOException {
    racy = Files.writeString(folder.resolve("racy.std"), RACY);
    clean = Files.writeString(folder.resolve("clean.std"), CLEAN);
  }

  /** The columns except time and memory, which vary. */
  private static List<String> counts(CommandRun run) {
    return run.lines().stream()
        .map(line -> String.join("\t", List.of(line.split("\t")).subList(0, 5)))
        .toList();
  }

  @Test
  void compare_countsWhatEnginesShare() {
    CommandRun run =
        CommandRun.of(
            "analyze", "--compare", "-e", "djit,pwr-ee,fasttrack", "--output=tsv", racy, clean);
    assertThat(counts(run))
        .containsExactly(
            racy + "\tdjit\t1\t1\t0",
            racy + "\tpwr-ee\t2\t1\t1",
            racy + "\tfasttrack\t1\t1\t0",
            clean + "\tdjit\t0\t0\t0",
            clean + "\tpwr-ee\t0\t0\t0",
            clean + "\tfasttrack\t0\t0\t0");
    assertThat(run.lines())
        .allSatisfy(line -> assertThat(Long.parseLong(line.split("\t")[5])).isPositive());
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void compare_ofTheSameLocations_countsThemOnceUnlessAll() throws IOException {
    Path loop = Files.writeString(folder.resolve("loop.std"), "A|w(x)|1\nB|w(x)|2\nB|w(x)|2\n");
    assertThat(counts(CommandRun.of("analyze", "--compare", "-e=djit", "--output=tsv", loop)))
        .containsExactly(loop + "\tdjit\t1\t0\t1");
    assertThat(
            counts(CommandRun.of("analyze", "--compare", "--all", "-e=djit", "--output=tsv", loop)))
        .containsExactly(loop + "\tdjit\t2\t0\t2");
  }

  @Test
  void allEngines_areOneTableOfEnginesByFiles() throws IOException {
    CommandRun run = CommandRun.of("analyze", "-e", "all", racy, clean);
    assertThat(run.lines().get(0)).contains(racy.toString()).endsWith(clean.toString());
    assertThat(run.lines().get(1))
        .matches("engine +candidates +shared +unique +seconds +MiB +candidates.* MiB");
    assertThat(run.lines().subList(2, run.lines().size()))
        .extracting(line -> line.split(" ")[0])
        .containsExactlyElementsOf(Engines.names());
    assertThat(run.lines()).anyMatch(line -> line.matches("djit +1 +1 +0 .* 0 +0 +0 .*"));
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void compare_withoutARace_isSuccessful() throws IOException {
    Path alone = Files.writeString(folder.resolve("alone.std"), "T1|w(x)|A:1\n");
    assertThat(CommandRun.of("analyze", "--compare", "-e=djit,eraser", alone).status()).isZero();
  }

  @Test
  void compareAsJson_hasTimeAndMemory() throws IOException {
    CommandRun run = CommandRun.of("analyze", "--compare", "-e=djit", "--output=json", racy);
    assertThat(fields(run))
        .containsExactly(
            "comparisons",
            "file",
            "engine",
            "candidates",
            "shared",
            "unique",
            "nanoseconds",
            "retainedBytes",
            "stoppedAfter");
  }

  private static List<String> fields(CommandRun run) throws IOException {
    List<String> fields = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(run.out())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          fields.add(json.currentName());
        }
      }
    }
    return fields;
  }

  @Test
  void explain_saysWhoOrdersAndHow() {
    CommandRun run =
        CommandRun.of("analyze", "--explain", "1,7", "-e", "djit,fasttrack,pwr-ee", racy);
    assertThat(run.lines())
        .containsExactly(
            racy + ":",
            "  #1 T1 w(x) at A:1",
            "  #7 T2 r(x) at B:3",
            "",
            "djit, fasttrack: ordered, not reported",
            "  #1 T1 w(x) before #4 T1 rel(l): program order",
            "  #4 T1 rel(l) before #5 T2 acq(l): l released, then acquired",
            "  #5 T2 acq(l) before #7 T2 r(x): program order",
            "",
            "pwr-ee: ordered only by what the read itself saw, reported as a race",
            "  #1 T1 w(x) before #7 T2 r(x): the last write of x that is read");
    assertThat(run.status()).isZero();
  }

  @Test
  void explain_withoutEngine_asksAll() {
    List<String> lines = CommandRun.of("analyze", "--explain", "1,7", racy).lines();
    assertThat(String.join("\n", lines))
        .contains(
            Engines.all().stream()
                .filter(EngineDefinition::explains)
                .map(EngineDefinition::name)
                .toList());
  }

  @Test
  void explainAsJson_hasTheChain() throws IOException {
    CommandRun run = CommandRun.of("analyze", "--explain=1,7", "-e=djit", "--output=json", racy);
    assertThat(fields(run))
        .startsWith("explanations", "file", "first", "index", "thread", "event", "location")
        .contains("commonLocks", "engines", "ordered", "reported", "chain", "from", "to", "rule");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--explain 3|--explain: 3 (expected: two indices",
        "--explain 7,3|--explain: 7,3 (expected: two indices",
        "--explain 1,7 --compare|--explain: with --compare or --all (expected: without)",
        "--explain 1,7 --output tsv|--output: tsv (expected: one of text, json)",
        "--edges -1|--edges: -1 (expected: at least 0)",
        "--sections 0|--sections: 0 (expected: at least 1)",
        "--compare --patience 0|--patience: 0 (expected: at least 1)",
        "--window 0|--window: 0 (expected: at least 1)"
      })
  void wrongUsage_saysWhatWasExpected(String words, String message) {
    CommandRun run = CommandRun.of((Object[]) ("analyze " + words + " " + racy).split(" "));
    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void explain_eventThatIsNotInAFile_isAnErrorOfThatFile() {
    CommandRun run = CommandRun.of("analyze", "--explain", "1,7", "-e", "djit", clean, racy);
    assertThat(run.err()).contains(clean + ": event 7 (expected: ");
    assertThat(run.lines()).contains("djit: ordered, not reported");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void limits_reachTheEngines() throws IOException {
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      trace.append("A|w(x)|").append(i).append('\n');
    }
    Path writes = Files.writeString(folder.resolve("writes.std"), trace + "B|w(x)|b\n");
    assertThat(CommandRun.of("analyze", "-e=pwr-ee-l", "--output=tsv", writes).lines()).hasSize(10);
    assertThat(CommandRun.of("analyze", "-e=pwr-ee-l", "--edges=3", "--output=tsv", writes).lines())
        .hasSize(4);
  }
}
