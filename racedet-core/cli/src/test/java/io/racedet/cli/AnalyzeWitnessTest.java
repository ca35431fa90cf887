package io.racedet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.racedet.report.JsonSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalyzeWitnessTest {
  /** A race on z that needs a reordering of the sections, none on x, and one on t. */
  private static final String PROOFS =
      """
      T1|acq(a)|A:1
      T1|w(z)|A:2
      T1|rel(a)|A:3
      T2|acq(a)|B:1
      T2|rel(a)|B:2
      T2|w(z)|B:3
      T1|acq(b)|A:4
      T1|w(x)|A:5
      T1|w(y)|A:6
      T1|rel(b)|A:7
      T2|acq(b)|B:4
      T2|r(y)|B:5
      T2|rel(b)|B:6
      T2|w(x)|B:7
      T3|w(t)|C:1
      T4|r(t)|D:1
      """;

  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace = Files.writeString(folder.resolve("proofs.std"), PROOFS);
  }

  @Test
  void witness_listsProvedRacesAndCountsRefutedOnes() throws IOException {
    CommandRun run = CommandRun.of("analyze", "-e", "tsan", "--witness", "--output", "tsv", trace);
    assertThat(run.lines())
        .containsExactly(
            trace + "\ttsan\t15\t16\tt\twrite-read\tOBSERVED\tC:1\tD:1",
            trace + "\ttsan\t2\t6\tz\twrite-write\tWITNESSED\tA:2\tB:3");
    assertThat(run.err()).isEqualTo("racedet: " + trace + ": tsan: 1 candidate refuted\n");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void witness_refuted_listsThemWithReasons() {
    String[] options = {"analyze", "-e", "tsan", "--witness", "--refuted"};
    assertThat(CommandRun.of(with(options, "--output=tsv", trace)).lines())
        .hasSize(3)
        .last()
        .isEqualTo(trace + "\ttsan\t8\t14\tx\twrite-write\tREFUTED\tA:5\tB:7");
    assertThat(CommandRun.of(with(options, "--output=text", trace)).text())
        .contains("race on x (REFUTED, tsan)")
        .contains("  why: in every reordering #8 comes first: #9 T1 w(y) before #12 T2 r(y)")
        .endsWith(trace + ": tsan: 2 races in 16 events\n");
  }

  @Test
  void witness_onlyRefutedCandidates_isFine() throws IOException {
    String text = PROOFS.lines().skip(6).limit(8).collect(Collectors.joining("\n"));
    Path refuted = Files.writeString(folder.resolve("refuted.std"), text);
    assertThat(CommandRun.of("analyze", "-e", "tsan", refuted).status()).isEqualTo(1);
    CommandRun run = CommandRun.of("analyze", "-e", "tsan", "--witness", "--refuted", refuted);
    assertThat(run.status()).isZero();
  }

  @Test
  void witness_json_hasScheduleAndSequence() throws IOException {
    CommandRun run =
        CommandRun.of("analyze", "-e", "tsan", "--witness", "--refuted", "--output", "json", trace);
    assertThat(fields(run, "grade", "asRecorded", "sequence", "remark"))
        .containsExactly(
            "WITNESSED",
            "",
            "0",
            "4-5,1",
            "OBSERVED",
            "",
            "0",
            "",
            "REFUTED",
            "in every reordering #8 comes first: #9 T1 w(y) before #12 T2 r(y) (is read)",
            "0",
            "");
    assertThat(JsonSchemas.errors(JsonSchemas.RACES, run.text())).isEmpty();
    assertThat(fields(run, "event")).containsExactly("acq(a)", "rel(a)", "acq(a)");
  }

  @Test
  void witness_smallBudget_saysThatItGaveUp() {
    assertThat(CommandRun.of("analyze", "-e", "tsan", "--witness", "--budget=1", trace).text())
        .contains("(PREDICTED, tsan)")
        .containsPattern("the search for a witness gave up after \\d+ steps");
  }

  @Test
  void witness_smallTotal_isALimitInEveryOutput() throws IOException {
    String[] options = {"analyze", "-e", "tsan", "--witness", "--total-budget=1"};
    String limit =
        "2 of 2 races not decided: all searches for witnesses together may take 1 steps (see"
            + " --total-budget)\n";
    assertThat(CommandRun.of(with(options, trace)).text())
        .endsWith(trace + ": tsan: 3 races in 16 events\n" + trace + ": tsan: limit: " + limit);
    assertThat(CommandRun.of(with(options, "--output=tsv", trace)).err())
        .isEqualTo("racedet: " + trace + ": tsan: limit: " + limit);
    CommandRun json = CommandRun.of(with(options, "--output=json", trace));
    assertThat(fields(json, "limit", "option")).containsExactly("TOTAL_STEPS", "--total-budget");
    assertThat(JsonSchemas.errors(JsonSchemas.RACES, json.text())).isEmpty();
    assertThat(json.status()).isEqualTo(1);
  }

  @Test
  void report_smallTotal_isALimitInEveryFile() throws IOException {
    Path html = folder.resolve("r.html");
    Path sarif = folder.resolve("r.sarif");
    CommandRun run =
        CommandRun.of(
            "report", "-e", "tsan", "--total-budget=1", "--html", html, "--sarif", sarif, trace);
    assertThat(run.status()).isEqualTo(1);
    String effect = "all searches for witnesses together may take 1 steps";
    assertThat(Files.readString(html)).contains("\"limit\":\"TOTAL_STEPS\"").contains(effect);
    assertThat(Files.readString(sarif))
        .contains("proofs.std: limit: 2 of 2 races")
        .contains(effect);
  }

  @Test
  void witness_verbose_listsTheStepsOfTheSearch() {
    CommandRun run =
        CommandRun.of("analyze", "-e", "tsan", "--witness", "--verbose", "--output=tsv", trace);
    String start = "racedet: " + trace + ": tsan: ";
    assertThat(run.err().replaceAll("\\d+\\.\\d ms", "TIME").lines())
        .containsExactly(
            start + "1 candidate refuted",
            start + "index of the trace: TIME",
            start + "sync-preserving closure: 0 of 2 pairs (0.0 %), TIME",
            start + "optimistic reversal: 1 of 2 pairs (50.0 %), TIME",
            start + "backtracking: 0 of 2 pairs (0.0 %), TIME",
            start + "refutation: 1 of 2 pairs (50.0 %), TIME",
            start + "undecided: 0 of 2 pairs (0.0 %), TIME",
            start + "check of the witnesses: TIME");
    assertThat(CommandRun.of("analyze", "-e", "tsan", "--witness", "--output=tsv", trace).err())
        .isEqualTo(start + "1 candidate refuted\n");
  }

  @ParameterizedTest
  @CsvSource({
    "--budget=5, --budget: without --witness",
    "--total-budget=5, --total-budget: without --witness",
    "--witness --total-budget=0, --total-budget: 0 (expected: from 1)",
    "--refuted, --refuted: without --witness",
    "--verbose, --verbose: without --witness",
    "--witness --budget=0, --budget: 0 (expected: from 1)",
    "--witness --compare, '--witness: with --explain, --compare or -e all (expected: without)'",
    "--witness -e=all, '--witness: with --explain, --compare or -e all (expected: without)'",
    "--witness --explain=1;2, '--witness: with --explain, --compare or -e all'",
  })
  void witness_optionsThatDoNotGoTogether_areWrongUsage(String options, String message) {
    String[] words = ("analyze " + options.replace(';', ',')).split(" ");
    CommandRun run = CommandRun.of(with(words, trace));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  private static Object[] with(String[] words, Object... more) {
    List<Object> all = new ArrayList<>(Arrays.asList((Object[]) words));
    all.addAll(Arrays.asList(more));
    return all.toArray();
  }

  /** The values of fields in the order of the output. */
  private static List<String> fields(CommandRun run, String... names) throws IOException {
    List<String> values = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(run.text())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME && List.of(names).contains(json.currentName())) {
          json.nextToken();
          values.add(json.getText());
        }
      }
    }
    return values;
  }
}
