package io.racedet.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.trace.HostileFiles;
import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands refuse what exceeds a limit before they write anything, and say how to raise it. */
class FileLimitsTest {
  private static final String TOO_LONG =
      ": 549755813888 events (expected: at most 10000000000, which --max-events or"
          + " --force raises)";

  @TempDir private Path folder;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  /** The arguments of a command on a file; its outputs are in the same folder. */
  private List<Object> command(String words, Path file) {
    List<Object> args = new ArrayList<>();
    for (String word : words.split(" ")) {
      args.add(word.equals("OUT") ? folder.resolve("out.std") : word.equals("IN") ? file : word);
    }
    return args;
  }

  @ParameterizedTest
  @ValueSource(strings = {"analyze", "convert", "info", "report", "validate"})
  void commandThatReadsTraces_hasAnOptionForEachLimit(String verb) {
    String help = CommandRun.of(verb, "--help").text().replaceAll("\\s+", " ");
    for (TraceLimit limit : TraceLimit.values()) {
      assertThat(help)
          .contains(
              limit.option()
                  + "=N Refuse a trace with more than N "
                  + limit.unit()
                  + ". Default: "
                  + TraceLimits.DEFAULT.most(limit));
    }
    assertThat(help).contains("--force ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "analyze IN",
        "analyze --lenient IN",
        "analyze -e pwr-ee --witness IN",
        "analyze --explain 1,2 IN",
        "analyze -e all IN",
        "convert IN OUT",
        "convert --lenient IN OUT",
        "convert --to std IN -",
        "convert --to rdt IN -",
        "validate IN"
      })
  void longTraceInASmallFile_isRefusedAndNothingIsWritten(String words) throws IOException {
    Path file = file("d39.slp", HostileFiles.doubling(39));
    CommandRun run = CommandRun.of(command(words, file).toArray());
    String where = words.contains("-e all") ? ": the grammar" : ": end of the file";
    assertThat(run.err()).isEqualToIgnoringNewLines("racedet: " + file + where + TOO_LONG);
    assertThat(run.text()).isEmpty();
    assertThat(run.status()).isEqualTo(2);
    assertThat(Files.list(folder)).containsExactly(file);
  }

  @Test
  void longTraceInASmallFile_isTakenByWhatNeedsNoEvents() throws IOException {
    Path file = file("d39.slp", HostileFiles.doubling(39));
    assertThat(CommandRun.of("info", file).lines().get(0)).endsWith(" 549,755,813,888");
    CommandRun run = CommandRun.of("analyze", "-e", "slp-hb,slp-lockset", file);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.text()).contains("slp-hb: 1 race in 549755813888 events");
    CommandRun both = CommandRun.of("analyze", "-e", "slp-hb,fasttrack", file);
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("549755813888 events (expected: at most 10000000000, ");
  }

  @Test
  void longTraceFromStandardInput_isRefusedBeforeItIsExpanded() throws IOException {
    CommandRun run =
        CommandRun.withInput(HostileFiles.doubling(39), "convert", "--to=std", "-", "-");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("racedet: standard input: byte 12, after 0 events: 549755813888 events (");
  }

  @Test
  void limitOnEvents_isRaisedOrLifted() throws IOException {
    Path file = file("d12.slp", HostileFiles.doubling(12));
    assertThat(CommandRun.of("validate", "--max-events=4095", file).status()).isEqualTo(2);
    CommandRun raised = CommandRun.of("validate", "--max-events=4096", file);
    assertThat(raised.status()).isZero();
    assertThat(raised.err()).isEmpty();
    CommandRun forced = CommandRun.of("validate", "--max-events=4095", "--force", file);
    assertThat(forced.status()).isZero();
    assertThat(forced.err())
        .isEqualToIgnoringNewLines(
            "racedet: " + file + ": 4096 events, more than 4095; goes on, as --force demands");
    assertThat(CommandRun.of("validate", "--force", file).err()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void limit_isThatOfItsOption(TraceLimit limit) throws IOException {
    boolean isOfText = limit == TraceLimit.LINE;
    byte[] text = "T1|w(x)|a\nT2|w(x)|b\n".getBytes(UTF_8);
    Path file = file("t", isOfText ? text : HostileFiles.doubling(2));
    for (String words : List.of("analyze IN", "convert --to std IN -", "info IN", "validate IN")) {
      List<Object> args = command(words, file);
      args.add(1, limit.option() + "=1");
      CommandRun run = CommandRun.of(args.toArray());
      if (limit == TraceLimit.EVENTS && words.equals("info IN")) {
        assertThat(run.status()).isZero(); // it needs no event
      } else if (isOfText && words.equals("validate IN")) {
        assertThat(run.status()).isEqualTo(1); // the line is not read, others are
        assertThat(run.text()).contains("line 1: 9 bytes in a line (expected: at most 1, ");
      } else {
        assertThat(run.status()).as(words).isEqualTo(2);
        assertThat(run.err())
            .contains(limit.unit() + " (expected: at most 1, which " + limit.option());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void limitOutOfRange_isWrongUsage(TraceLimit limit) throws IOException {
    Path file = file("t.std", new byte[0]);
    for (String words : List.of("analyze IN", "convert IN OUT", "info IN", "validate IN")) {
      List<Object> args = command(words, file);
      args.add(1, limit.option() + "=0");
      CommandRun run = CommandRun.of(args.toArray());
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains(limit.option() + ": 0 (expected: 1.." + limit.largest() + ")");
    }
  }

  /** They are in the block of the event, which is printed first. */
  @Test
  void validate_ofManyLinesThatCannotBeRead_countsThem() throws IOException {
    Path file = file("bad.std", ("x\n".repeat(300) + "T1|rel(l)|\n").getBytes(UTF_8));
    CommandRun run = CommandRun.of("validate", file);
    assertThat(run.lines()).hasSize(102);
    assertThat(run.lines().get(99)).contains("line 99: cannot read \"x\"");
    assertThat(run.lines().get(101)).endsWith("not valid: 301 errors");
  }
}
