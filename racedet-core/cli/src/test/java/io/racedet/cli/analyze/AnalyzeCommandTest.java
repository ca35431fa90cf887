package io.racedet.cli.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.racedet.cli.CommandRun;
import io.racedet.engine.catalogue.Engines;
import io.racedet.report.JsonSchemas;
import io.racedet.report.Outcome;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalyzeCommandTest {
  /**
   * The write of 1 and the read of 6 are ordered only by chance, by the lock; 3 and 7 are not
   * ordered.
   */
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

  @Test
  void tsv_hasALineForEachRace() {
    CommandRun run =
        CommandRun.of("analyze", "-e", "fasttrack", "-e", "pwr-ee", "--output", "tsv", racy, clean);
    assertThat(run.lines())
        .containsExactly(
            racy + "\tfasttrack\t3\t8\ty\twrite-write\tOBSERVED\tA:3\tC:1",
            racy + "\tpwr-ee\t1\t7\tx\twrite-read\tPREDICTED\tA:1\tB:3",
            racy + "\tpwr-ee\t3\t8\ty\twrite-write\tOBSERVED\tA:3\tC:1");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void defaultEngine_isFasttrack() {
    assertThat(CommandRun.of("analyze", "--output=tsv", racy).lines())
        .isEqualTo(CommandRun.of("analyze", "-e=fasttrack", "--output=tsv", racy).lines());
  }

  @Test
  void enginesWithCommas_areSeveral() {
    assertThat(CommandRun.of("analyze", "-e", "fasttrack,pwr-ee", "--output=tsv", racy).lines())
        .hasSize(3);
  }

  @Test
  void engineNamedTwice_runsOnce() {
    assertThat(CommandRun.of("analyze", "-e", "fasttrack,fasttrack", "--output=tsv", racy).lines())
        .hasSize(1);
  }

  @Test
  void optionsBehindFiles_areOptions() {
    assertThat(CommandRun.of("analyze", racy, clean, "--output", "tsv").lines()).hasSize(1);
  }

  @Test
  void all_listsEveryPair() {
    CommandRun run = CommandRun.of("analyze", "-e", "pwr-ee", "--all", "--output", "tsv", racy);
    assertThat(run.lines())
        .extracting(line -> line.split("\t")[2] + "," + line.split("\t")[3])
        .containsExactly("1,7", "3,8", "3,9");
  }

  @Test
  void eraserWithoutAnEarlierAccess_hasDashes() throws IOException {
    String text =
        """
        T1|acq(l)|a
        T1|w(x)|b
        T1|rel(l)|c
        T2|acq(l)|d
        T2|r(x)|e
        T2|rel(l)|f
        T1|r(x)|g
        """;
    Path trace = Files.writeString(folder.resolve("eraser.std"), text);
    CommandRun run = CommandRun.of("analyze", "-e", "eraser", "--output", "tsv", trace);
    assertThat(run.lines())
        .containsExactly(trace + "\teraser\t-\t7\tx\twrite-read\tPREDICTED\t-\tg");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void text_hasAParagraphForEachRaceAndACountForEachFileAndEngine() {
    CommandRun run = CommandRun.of("analyze", racy, clean);
    assertThat(run.text())
        .isEqualTo(
            """
            write-write race on y (OBSERVED, fasttrack)
              #3 T1 writes at A:3, holding l
              #8 T3 writes at C:1, holding no lock
              why: nothing in this trace orders the two accesses

            %s: fasttrack: 1 race in 9 events
            %s: fasttrack: 0 races in 3 events
            """
                .formatted(racy, clean)
                .replace("\n", System.lineSeparator()));
  }

  @Test
  void json_hasBothAccesses() throws IOException {
    CommandRun run = CommandRun.of("analyze", "--output", "json", racy);
    assertThat(JsonSchemas.errors(JsonSchemas.RACES, run.text())).isEmpty();
    assertThat(strings(run.out()))
        .containsSequence("tests", "id", racy + ": fasttrack", "name", racy.toString())
        .containsSequence("events", "9", "seed", "", "engines", "fasttrack")
        .containsSequence("traces", racy.toString(), "warnings", "dropped", "0")
        .containsSequence("variable", "key", "y", "name", "y")
        .containsSequence("conflict", "write-write")
        .containsSequence("kind", "WRITE_WRITE", "grade", "OBSERVED", "engine", "fasttrack")
        .containsSequence("first", "operation", "write", "index", "3", "thread", "T1")
        .containsSequence("file", "A", "line", "3")
        .containsSequence("locks", "lock", "l", "shared", "false")
        .containsSequence("second", "operation", "write", "index", "8", "thread", "T3")
        .containsSequence("sightings", "test", racy + ": fasttrack")
        .containsSequence("trace", racy.toString());
  }

  /** One format for all JSON of races, so that one reader is enough. */
  @Test
  void json_isReadAsAReport() throws IOException {
    CommandRun run = CommandRun.of("analyze", "-e", "fasttrack,djit", "--output=json", racy, clean);

    RunReport report = JsonReport.read(new ByteArrayInputStream(run.out()));

    assertThat(report.tests())
        .extracting(TestRun::id, TestRun::outcome)
        .containsExactly(
            tuple(racy + ": fasttrack", Outcome.RACES),
            tuple(racy + ": djit", Outcome.RACES),
            tuple(clean + ": fasttrack", Outcome.PASSED),
            tuple(clean + ": djit", Outcome.PASSED));
    assertThat(report.races())
        .extracting(race -> race.engine() + ": " + race.history().sightings().get(0).test())
        .contains("fasttrack: " + racy + ": fasttrack", "djit: " + racy + ": djit");
  }

  /**
   * Names, texts and numbers of a JSON document in their order; fails when it is not well formed.
   */
  private static List<String> strings(byte[] json) throws IOException {
    List<String> strings = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
          strings.add(parser.getText());
        }
      }
    }
    return strings;
  }

  @Test
  void clean_isStatus0() {
    assertThat(CommandRun.of("analyze", clean).status()).isZero();
  }

  @Test
  void everyEngine_runs() {
    for (String engine : Engines.names()) {
      CommandRun run = CommandRun.of("analyze", "-e", engine, racy);
      assertThat(run.lines()).last().asString().startsWith(racy + ": " + engine + ": ");
      assertThat(run.status()).as(engine).isEqualTo(1);
    }
  }

  @Test
  void standardInput_isRead() {
    CommandRun run = CommandRun.withInput(RACY.getBytes(UTF_8), "analyze", "--output=tsv", "-");
    assertThat(run.lines())
        .containsExactly("-\tfasttrack\t3\t8\ty\twrite-write\tOBSERVED\tA:3\tC:1");
  }

  @Test
  void standardInputTwice_isWrongUsage() {
    CommandRun run = CommandRun.withInput(RACY.getBytes(UTF_8), "analyze", "-", "-");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).singleElement().asString().contains("- more than once");
  }

  /** Others take @name for a file of arguments; here that would analyse other traces. */
  @Test
  void nameWithAnAt_isAName() throws IOException {
    Path arguments = Files.writeString(folder.resolve("arguments"), clean.toString());
    CommandRun run = CommandRun.of("analyze", "@" + arguments);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("@" + arguments + ": no such file");
  }

  @Test
  void eachUnreadableFile_isOneLine() {
    CommandRun run = CommandRun.of("analyze", folder.resolve("a\nb.std"));
    assertThat(run.err().lines())
        .containsExactly("racedet: " + folder.resolve("a b.std") + ": no such file");
  }

  @Test
  void tornRdt_isUnreadable_andLenientAnalysesWhatIsWhole() throws IOException {
    // The race is in the first block of events, and the last one is truncated.
    Path trace = folder.resolve("torn.rdt");
    String text = "T1|w(x)|a\nT2|w(x)|b\n" + "T1|w(y)|c\n".repeat(40_000);
    Path whole = Files.writeString(folder.resolve("whole.std"), text);
    assertThat(CommandRun.of("convert", whole, trace).status()).isZero();
    byte[] bytes = Files.readAllBytes(trace);
    Files.write(trace, Arrays.copyOf(bytes, bytes.length - 100));

    CommandRun strict = CommandRun.of("analyze", "--output=tsv", trace);
    assertThat(strict.status()).isEqualTo(2);
    assertThat(strict.out()).isEmpty();
    assertThat(strict.err().lines()).singleElement().asString().contains(trace + ": byte ");

    CommandRun lenient = CommandRun.of("analyze", "--output=tsv", "--lenient", trace);
    assertThat(lenient.status()).isEqualTo(1);
    assertThat(lenient.lines())
        .containsExactly(trace + "\tfasttrack\t1\t2\tx\twrite-write\tOBSERVED\ta\tb");
    assertThat(lenient.err().lines()).singleElement().asString().endsWith("left out");
  }

  @Test
  void gzip_isRead() throws IOException {
    Path gzip = folder.resolve("racy.std.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(RACY.getBytes(UTF_8));
    }
    assertThat(CommandRun.of("analyze", "--output=tsv", gzip).lines()).hasSize(1);

    byte[] whole = Files.readAllBytes(gzip);
    Files.write(gzip, Arrays.copyOf(whole, whole.length - 12));
    CommandRun torn = CommandRun.of("analyze", "--output=tsv", gzip);
    assertThat(torn.status()).isEqualTo(2);
    assertThat(torn.err()).contains("racy.std.gz").contains("a whole gzip file");
  }

  @Test
  void unreadableFile_isStatus2_andOthersAreStillReported() throws IOException {
    Path malformed =
        Files.writeString(folder.resolve("bad.std"), "T1|w(x)|a\nT2|w(x)|b\nT2|w(x)\n");
    Path invalid = Files.writeString(folder.resolve("invalid.std"), "T1|w(x)|\nT1|rel(l)|7\n");
    CommandRun run =
        CommandRun.of(
            "analyze", "--output=tsv", malformed, invalid, folder.resolve("none"), folder, racy);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.lines())
        .containsExactly(racy + "\tfasttrack\t3\t8\ty\twrite-write\tOBSERVED\tA:3\tC:1");
    assertThat(run.err().lines())
        .containsExactly(
            "racedet: "
                + malformed
                + ": line 3: cannot read \"T2|w(x)\" (expected: thread|op(operand)|location)",
            "racedet: "
                + invalid
                + ": line 2: event 2: T1|rel(l) is not well formed (expected: a lock that the"
                + " thread holds exclusively)",
            "racedet: " + folder.resolve("none") + ": no such file",
            "racedet: " + folder + ": is a directory (expected: a trace file)");
  }

  @Test
  void lenient_readsOnAndSaysHowMuchIsLeftOut() throws IOException {
    Path bad =
        Files.writeString(folder.resolve("bad.std"), "T1|w(x)|a\nT2|rel(l)|\nrubbish\nT2|w(x)|b\n");
    CommandRun run = CommandRun.of("analyze", "--lenient", "--output=tsv", bad);
    assertThat(run.lines())
        .containsExactly(bad + "\tfasttrack\t1\t3\tx\twrite-write\tOBSERVED\ta\tb");
    assertThat(run.err())
        .isEqualTo(
            "racedet: " + bad + ": 2 malformed events or parts left out" + System.lineSeparator());
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void namesWithTabsAndBackslashes_keepTheColumns() throws IOException {
    Path odd = Files.writeString(folder.resolve("odd.std"), "T1|w(a\tb\\c)|x\ty\nT2|w(a\tb\\c)|\n");
    CommandRun run = CommandRun.of("analyze", "--output=tsv", odd);
    assertThat(run.text())
        .isEqualTo(odd + "\tfasttrack\t1\t2\ta\\tb\\\\c\twrite-write\tOBSERVED\tx\\ty\t\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "analyze; Missing required parameter: 'FILE'",
        "analyze -e nonsense x.std; engine: nonsense (expected: one of fasttrack",
        "analyze --format csv x.std; format: csv (expected: one of rdt, slp, std)",
        "analyze --output xml x.std; --output: xml (expected: one of text, json, tsv)",
        "analyze --unknown x.std; Unknown option: '--unknown'",
        "frobnicate; Unmatched argument at index 0: 'frobnicate'",
      })
  void wrongUsage_isStatus2AndSaysWhatWasExpected(String words, String message) {
    CommandRun run = CommandRun.of((Object[]) words.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("racedet: " + message).contains("--help'");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.text()).isEmpty();
  }

  @Test
  void formatThatDoesNotFit_isUnreadable() {
    CommandRun run = CommandRun.of("analyze", "--format", "rdt", racy);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("racy.std");
  }
}
