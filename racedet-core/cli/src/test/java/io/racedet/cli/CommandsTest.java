package io.racedet.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.catalogue.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  private static final String TRACE =
      """
      T1|fork(T2)|A:1
      T1|acq(l)|A:2
      T1|w(x)|A:3
      T1|rel(l)|
      T2|acq(l)|B:1
      T2|r(x)|B:2
      T2|w(z)|B:3
      T2|rel(l)|B:4
      T2|sw(v)|B:5
      """;

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void noCommand_isStatus2AndListsThem() {
    CommandRun run = CommandRun.of();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("expected: one of analyze, convert, engines, generate, info, report, validate");
  }

  @ParameterizedTest
  @EnumSource
  void help_ofEachCommand_isOnStandardOutput(Subcommand verb) {
    String name = verb.name().toLowerCase(Locale.ROOT);
    CommandRun run = CommandRun.of(name, "--help");
    assertThat(run.status()).isZero();
    assertThat(run.text()).startsWith("Usage: racedet " + name + " ");
    assertThat(CommandRun.of("--help").text()).contains("  " + name + " ");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void version_isPrinted() {
    assertThat(CommandRun.of("--version").text()).startsWith("racedet ");
  }

  @Test
  void engines_listsEveryEngineWithItsProperties() {
    CommandRun text = CommandRun.of("engines");
    CommandRun json = CommandRun.of("engines", "--output", "json");
    for (EngineDefinition engine : Engines.all()) {
      assertThat(text.lines()).contains(engine.name());
      assertThat(text.text()).contains(engine.claims().source());
      assertThat(json.text())
          .contains("\"name\" : \"" + engine.name() + '"')
          .contains("\"exactness\" : \"" + engine.claims().exactness() + '"');
    }
    assertThat(CommandRun.of("engines", "--output", "tsv").status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.std", "t.rdt", "t.std.gz", "t.rdt.gz"})
  void convert_thereAndBack_isTheSame(String name) throws IOException {
    Path in = file("in.std", TRACE);
    Path there = folder.resolve(name);
    Path back = folder.resolve("back.std");
    assertThat(CommandRun.of("convert", in, there).status()).isZero();
    assertThat(CommandRun.of("convert", there, back).status()).isZero();
    assertThat(Files.readString(back)).isEqualTo(TRACE);
    assertThat(Files.list(folder)).hasSize(back.equals(there) ? 2 : 3);
    assertThat(Files.readAllBytes(there).length > 2 && Files.readAllBytes(there)[0] == 0x1f)
        .isEqualTo(name.endsWith(".gz"));
  }

  @Test
  void convert_standardStreams() {
    byte[] rdt = CommandRun.withInput(TRACE.getBytes(UTF_8), "convert", "--to=rdt", "-", "-").out();
    assertThat(CommandRun.withInput(rdt, "convert", "--to", "std", "-", "-").text())
        .isEqualTo(TRACE);
  }

  @Test
  void convert_formatBeatsExtension() throws IOException {
    Path out = folder.resolve("out.rdt");
    CommandRun.of("convert", "--to", "std", file("in.std", TRACE), out);
    assertThat(Files.readString(out)).isEqualTo(TRACE);
  }

  @Test
  void convert_failure_leavesOutAsItWas() throws IOException {
    Path bad = file("bad.std", "T1|w(x)|\nrubbish\n");
    Path out = file("out.std", "before");
    CommandRun run = CommandRun.of("convert", bad, out);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("line 2");
    assertThat(Files.readString(out)).isEqualTo("before");
    assertThat(Files.list(folder)).hasSize(2);

    CommandRun lenient = CommandRun.of("convert", "--lenient", bad, out);
    assertThat(lenient.status()).isZero();
    assertThat(lenient.err()).contains("1 malformed");
    assertThat(Files.readString(out)).isEqualTo("T1|w(x)|\n");
  }

  @Test
  void convert_intoItself_isRefused() throws IOException {
    Path in = file("in.std", TRACE);
    CommandRun run = CommandRun.of("convert", in, in);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("is the input itself");
    assertThat(Files.readString(in)).isEqualTo(TRACE);
  }

  @Test
  void convert_intoAFolder_isRefused() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out.rdt"));
    CommandRun run = CommandRun.of("convert", file("in.std", TRACE), out);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("out.rdt: is a directory");
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void convert_throughALink_writesWhatItLeadsTo() throws IOException {
    Path target = file("target.std", "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.std"), target);
    assertThat(CommandRun.of("convert", file("in.std", TRACE), link).status()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(target)).isEqualTo(TRACE);

    CommandRun itself = CommandRun.of("convert", target, link);
    assertThat(itself.status()).isEqualTo(2);
    assertThat(itself.err()).contains("is the input itself");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void convert_intoADevice_doesNotReplaceIt() throws IOException {
    // A link to the device, so that a bug replaces the link and not the device.
    Path device = Files.createSymbolicLink(folder.resolve("out.std"), Path.of("/dev/null"));
    assertThat(CommandRun.of("convert", file("in.std", TRACE), device).status()).isZero();
    assertThat(device).isSymbolicLink();
    assertThat(Files.list(folder)).containsExactlyInAnyOrder(device, folder.resolve("in.std"));
  }

  @Test
  void convert_unknownExtension_isRefused() throws IOException {
    CommandRun run = CommandRun.of("convert", file("in.std", TRACE), folder.resolve("out.txt"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "out.txt: unknown extension (expected: one of rdt, slp, std, or an explicit format)");
    assertThat(CommandRun.of("convert", folder.resolve("in.std"), "-").err()).contains("no --to");
    Path nowhere = folder.resolve("none").resolve("out.std");
    assertThat(CommandRun.of("convert", folder.resolve("in.std"), nowhere).err())
        .contains("none: no such directory");
  }

  @Test
  void info_countsWhatThereIs() throws IOException {
    CommandRun run = CommandRun.of("info", file("in.std", TRACE));
    assertThat(run.lines().stream().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "events 9",
            "threads 2",
            "locks 1",
            "variables 2",
            "of one thread 1",
            "of two threads 1",
            "of more threads 0",
            "shared and written 1",
            "accesses 3",
            "of shared variables 2 (66.7 %)",
            "sync variables 1",
            "channels 0",
            "locations 8",
            "r 1",
            "w 2",
            "acq 2",
            "rel 2",
            "fork 1",
            "sw 1");
    assertThat(CommandRun.of("info", "--output=json", folder.resolve("in.std")).text())
        .contains("\"variables_of_one_thread\" : 1")
        .contains("\"variables_of_two_threads\" : 1")
        .contains("\"accesses_of_shared_variables\" : 2")
        .contains("\"acq\" : 2");
    assertThat(CommandRun.of("info", folder.resolve("none")).status()).isEqualTo(2);
  }

  @Test
  void info_countsVariablesByTheNumberOfTheirThreads() throws IOException {
    String trace =
        """
        T1|w(x)|
        T2|r(x)|
        T3|r(x)|
        T1|r(x)|
        T1|r(y)|
        T2|r(y)|
        T1|r(y)|
        T3|w(z)|
        T3|w(z)|
        """;
    assertThat(
            CommandRun.of("info", file("in.std", trace)).lines().stream()
                .map(line -> line.strip().replaceAll(" +", " ")))
        .contains(
            "of one thread 1",
            "of two threads 1",
            "of more threads 1",
            "shared and written 1",
            "accesses 9",
            "of shared variables 7 (77.8 %)");
  }

  @Test
  void info_looksTheSameInEveryLocale() throws IOException {
    Path in = file("in.std", "T1|w(x)|\n".repeat(1234));
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(CommandRun.of("info", in).lines().get(0)).endsWith(" 1,234");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void validate_validTrace() throws IOException {
    Path in = file("in.std", TRACE);
    CommandRun run = CommandRun.of("validate", in);
    assertThat(run.text()).isEqualTo(in + ": valid: 9 events" + System.lineSeparator());
    assertThat(run.status()).isZero();
  }

  @Test
  void validate_namesEveryViolation() throws IOException {
    Path in =
        file("in.std", "T1|rel(l)|\nT1|acq(l)|\nT2|acq(l)|\nT1|rel(l)|\nbad\nT1|w(x)|\nworse\n");
    CommandRun run = CommandRun.of("validate", in);
    assertThat(run.lines())
        .containsExactly(
            in
                + ": line 1: event 1: T1|rel(l) is not well formed (expected: a lock that the"
                + " thread holds exclusively)",
            in
                + ": line 3: event 3: T2|acq(l) is not well formed (expected: a lock that no other"
                + " thread holds)",
            in + ": line 5: cannot read \"bad\" (expected: thread|op(operand)|location)",
            in + ": line 7: cannot read \"worse\" (expected: thread|op(operand)|location)",
            in + ": not valid: 4 errors");
    assertThat(run.status()).isEqualTo(1);
    assertThat(CommandRun.of("validate", folder.resolve("none")).status()).isEqualTo(2);
  }

  @Test
  void validate_manyViolations_areCounted() throws IOException {
    CommandRun run = CommandRun.of("validate", file("in.std", "T1|rel(l)|\n".repeat(500)));
    assertThat(run.lines()).hasSize(102).last().asString().endsWith("not valid: 500 errors");
  }

  @Test
  void generate_makesWhatIsAskedFor() {
    Path out = folder.resolve("g.std");
    CommandRun run =
        CommandRun.of(
            "generate",
            "--threads=3",
            "--locks=2",
            "--variables=40",
            "--events=5000",
            "--sync=20",
            "--locations=30",
            "--racy=0",
            "--seed=7",
            out);
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(CommandRun.of("validate", out).text()).contains("valid: 5000 events");
    assertThat(CommandRun.of("analyze", out).status()).isZero();
    List<String> info = CommandRun.of("info", out).lines();
    assertThat(info.get(1)).endsWith(" 3");
    assertThat(info.get(2)).endsWith(" 2");
  }

  @Test
  void generate_racy_races_andTheSeedIsTold() throws IOException {
    Path out = folder.resolve("g.rdt");
    CommandRun run = CommandRun.of("generate", "--events=20000", "--racy=50000", out);
    assertThat(run.err()).startsWith("racedet: --seed ");
    assertThat(CommandRun.of("analyze", out).status()).isEqualTo(1);

    Path again = folder.resolve("again.rdt");
    String seed = run.err().strip().substring("racedet: --seed ".length());
    CommandRun.of("generate", "--events=20000", "--racy=50000", "--seed", seed, again);
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(out));
  }

  @ParameterizedTest
  @CsvSource({
    "--threads=0, threads: 0 (expected: 1..1048576)",
    "--sync=200, syncPercent: 200 (expected: 0..90)",
    "--events=x, Invalid value for option '--events'",
  })
  void generate_wrongNumber_isStatus2(String option, String message) {
    CommandRun run = CommandRun.of("generate", option, folder.resolve("g.std"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }
}
