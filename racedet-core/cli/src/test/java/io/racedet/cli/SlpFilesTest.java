package io.racedet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command prints the same for a grammar as for the plain trace. */
class SlpFilesTest {
  /** The four events of a loop, three times, between a fork and a join. */
  private static final List<String> LOOP =
      List.of("T1|acq(l)|A:1", "T2|w(x)|B:1", "T1|r(x)|A:2", "T1|rel(l)|A:3");

  @TempDir private Path folder;
  private Path plain;
  private Path slp;

  @BeforeEach
  void convert() throws IOException {
    String loop = String.join("\n", LOOP) + "\n";
    plain =
        Files.writeString(
            folder.resolve("t.std"), "T1|fork(T2)|A:0\n" + loop.repeat(3) + "T1|join(T2)|A:9\n");
    slp = folder.resolve("t.slp");
    assertThat(CommandRun.of("convert", plain, slp).status()).isZero();
  }

  /** Runs a command on the plain trace and on the grammar, both under the same name. */
  private void assertSameOn(int status, String... args) throws IOException {
    Object[] words = Arrays.copyOf(args, args.length + 1, Object[].class);
    words[args.length] = folder.resolve("same");
    Files.copy(plain, folder.resolve("same"));
    CommandRun expected = CommandRun.of(words);
    Files.delete(folder.resolve("same"));
    Files.copy(slp, folder.resolve("same"));
    CommandRun run = CommandRun.of(words);
    assertThat(run.status()).isEqualTo(expected.status()).isEqualTo(status);
    assertThat(timeless(run)).isEqualTo(timeless(expected)).isNotEmpty();
  }

  private static String timeless(CommandRun run) {
    return run.text().replaceAll("[0-9.]+ (ms|s|MB|KB)", "").replaceAll(" +", " ");
  }

  @Test
  void analyze_findsTheSameRaces() throws IOException {
    assertSameOn(1, "analyze", "-e", "fasttrack", "-e", "eraser", "--output", "tsv");
  }

  @Test
  void explain_saysTheSame() throws IOException {
    assertSameOn(0, "analyze", "--explain", "3,4");
  }

  @Test
  void validate_ofAValidTrace() throws IOException {
    assertSameOn(0, "validate");
  }

  @Test
  void validate_ofATornFile_saysSo() throws IOException {
    byte[] bytes = Files.readAllBytes(slp);
    Files.write(slp, Arrays.copyOf(bytes, bytes.length - 5));
    CommandRun run = CommandRun.of("validate", slp);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.text()).contains("t.slp: byte ", "after 14 events", "not valid: 1 errors");
  }

  @ParameterizedTest
  @ValueSource(strings = {"back.std", "back.rdt", "back.slp", "back.slp.gz"})
  void convert_toAnyFormat_keepsTheTrace(String name) throws IOException {
    Path there = folder.resolve(name);
    Path back = folder.resolve("again.std");
    assertThat(CommandRun.of("convert", slp, there).status()).isZero();
    assertThat(CommandRun.of("convert", there, back).status()).isZero();
    assertThat(Files.readString(back)).isEqualTo(Files.readString(plain));
  }

  @Test
  void convert_standardStreams() throws IOException {
    byte[] out =
        CommandRun.withInput(Files.readAllBytes(plain), "convert", "--to=slp", "-", "-").out();
    assertThat(out).isEqualTo(Files.readAllBytes(slp));
    assertThat(CommandRun.withInput(out, "convert", "--to", "std", "-", "-").text())
        .isEqualTo(Files.readString(plain));
  }

  @Test
  void convert_withoutLocations_leavesThemOutOfAnyFormat() throws IOException {
    String bare =
        Files.readString(plain)
            .lines()
            .map(line -> line.substring(0, line.lastIndexOf('|') + 1) + "\n")
            .collect(Collectors.joining());
    for (String name : List.of("bare.slp", "bare.std")) {
      Path there = folder.resolve(name);
      assertThat(CommandRun.of("convert", "--no-locations", plain, there).status()).isZero();
      assertThat(CommandRun.of("convert", "--to=std", there, "-").text()).isEqualTo(bare);
    }
    assertThat(Files.size(folder.resolve("bare.slp"))).isLessThan(Files.size(slp));
  }

  @Test
  void info_countsTheSameAndTellsTheGrammar() {
    List<String> counted = CommandRun.of("info", plain).lines();
    List<String> lines = CommandRun.of("info", slp).lines();
    assertThat(lines.subList(0, counted.size())).isEqualTo(counted);
    // The start rule is fork, rule, rule, rule, join; the rule is the four events.
    assertThat(
            lines.subList(counted.size(), lines.size()).stream()
                .map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "grammar 15",
            "rules 2",
            "symbols 9",
            "terminals 6",
            "depth 2",
            "ratio 0.9 events per symbol",
            "most used rules",
            "3 times, 3 uses, 4 events: T1 acq(l) at A:1, T2 w(x) at B:1, T1 r(x) at A:2, T1"
                + " rel(l) at A:3");
  }

  @Test
  void info_asJson_tellsTheGrammar() {
    assertThat(CommandRun.of("info", "--output=json", slp).text())
        .contains(
            "\"events\" : 14,",
            "\"grammar\" : {",
            "\"size\" : 15,",
            "\"depth\" : 2,",
            "\"times\" : 3,",
            "\"begins_with\" : [ \"T1 acq(l) at A:1\", ");
    assertThat(CommandRun.of("info", "--output=json", plain).text()).doesNotContain("grammar");
  }

  @Test
  void info_ofADamagedFile_isAnError() throws IOException {
    byte[] bytes = Files.readAllBytes(slp);
    bytes[bytes.length / 2] ^= 1;
    Files.write(slp, bytes);
    CommandRun run = CommandRun.of("info", slp);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("t.slp: byte ", "damaged block");
  }

  @Test
  void generate_repeated_compressesTenThousandfold() {
    Path out = folder.resolve("loop.slp");
    CommandRun run =
        CommandRun.of(
            "generate",
            "--threads=3",
            "--locks=2",
            "--variables=10",
            "--events=50",
            "--locations=8",
            "--repeat=50000",
            "--seed=1",
            out);
    assertThat(run.status()).isZero();
    assertThat(CommandRun.of("validate", out).text()).contains(": valid: ");
    String ratio =
        CommandRun.of("info", out).lines().stream()
            .filter(line -> line.startsWith("  ratio"))
            .findFirst()
            .orElseThrow();
    double number = Double.parseDouble(ratio.replaceAll("[^0-9.]", ""));
    assertThat(number).isGreaterThan(10_000);
  }

  @Test
  void generate_noRounds_isStatus2() {
    CommandRun run = CommandRun.of("generate", "--repeat=0", folder.resolve("g.slp"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("rounds: 0 (expected: 1..");
  }
}
