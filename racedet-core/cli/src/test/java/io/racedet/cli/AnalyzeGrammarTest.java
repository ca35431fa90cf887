package io.racedet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engines that analyse grammars, on the command line. */
class AnalyzeGrammarTest {
  private static final int ROUNDS = 2_000;
  private static final String ROUND =
      """
      T1|acq(l)|A
      T1|w(y)|B
      T1|rel(l)|C
      T2|acq(l)|D
      T2|w(y)|E
      T2|rel(l)|F
      """;
  private static final String RACE = "12002\t12003\tz\twrite-write\tOBSERVED\tG\tH\n";

  @TempDir private Path folder;
  private Path plain;
  private Path grammar;

  @BeforeEach
  void write() throws IOException {
    plain = folder.resolve("loop.std");
    grammar = folder.resolve("loop.slp");
    Files.writeString(plain, "T1|fork(T2)|\n" + ROUND.repeat(ROUNDS) + "T1|w(z)|G\nT2|w(z)|H\n");
    assertThat(CommandRun.of("convert", plain, grammar).status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"slp-hb", "slp-lockset"})
  void race_isTheSameInAGrammarAndInEvents(String engine) {
    for (Path file : new Path[] {grammar, plain}) {
      CommandRun run = CommandRun.of("analyze", "-e", engine, "--output=tsv", file);
      assertThat(run.text()).isEqualTo(file + "\t" + engine + "\t" + RACE);
      assertThat(run.status()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "3"})
  void race_doesNotDependOnTheWorkers(String workers) {
    CommandRun run =
        CommandRun.of("analyze", "-e=slp-hb", "--parallel", workers, "--output=tsv", plain);
    assertThat(run.text()).isEqualTo(plain + "\tslp-hb\t" + RACE);
  }

  @Test
  void grammar_isTakenByEventsForOtherEnginesBesides() {
    CommandRun run = CommandRun.of("analyze", "-e=slp-hb,djit", "--output=tsv", grammar);
    assertThat(run.text()).isEqualTo(grammar + "\tslp-hb\t" + RACE + grammar + "\tdjit\t" + RACE);
  }

  @Test
  void incompressibleGrammar_isTakenByEvents() throws IOException {
    Path small = Files.writeString(folder.resolve("small.std"), "T1|w(x)|A\nT2|w(x)|B\n");
    Path compressed = folder.resolve("small.slp");
    assertThat(CommandRun.of("convert", small, compressed).status()).isZero();
    CommandRun run = CommandRun.of("analyze", "-e=slp-hb", "--output=tsv", compressed);
    assertThat(run.text())
        .isEqualTo(compressed + "\tslp-hb\t1\t2\tx\twrite-write\tOBSERVED\tA\tB\n");
  }

  @Test
  void allocatedAnew_variableIsAnotherOne() throws IOException {
    String round = "T1|alloc(o)|\nT1|w(o.f)|A\nT1|snd(c)|\nT2|rcv(c)|\nT2|w(o.f)|B\n";
    Path fresh = folder.resolve("fresh.std");
    Files.writeString(fresh, round.repeat(ROUNDS));
    Path compressed = folder.resolve("fresh.slp");
    assertThat(CommandRun.of("convert", fresh, compressed).status()).isZero();
    CommandRun run =
        CommandRun.of("analyze", "-e=slp-hb,slp-lockset", "--output=tsv", "--all", compressed);
    assertThat(run.lines().stream().filter(line -> line.contains("slp-hb"))).isEmpty();
    assertThat(run.lines().stream().filter(line -> line.contains("slp-lockset"))).hasSize(ROUNDS);
  }

  /* The notify came before the wait, so it is no cause of the wake and orders nothing. */
  @Test
  void notifyWithoutTheLock_thatCausedNoWake_ordersNothing() throws IOException {
    Path waking = folder.resolve("wake.std");
    String race = "T1|w(x)|A\nT1|notify(l)|\nT2|wake(l)|\nT2|r(x)|B\n";
    Files.writeString(waking, race + "T3|w(y)|C\n".repeat(ROUNDS));
    Path compressed = folder.resolve("wake.slp");
    assertThat(CommandRun.of("convert", waking, compressed).status()).isZero();
    for (Path file : new Path[] {waking, compressed}) {
      CommandRun run = CommandRun.of("analyze", "-e=slp-hb", "--output=tsv", file);
      assertThat(run.text()).isEqualTo(file + "\tslp-hb\t1\t4\tx\twrite-read\tOBSERVED\tA\tB\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "T1|acq(k)|;T2|acq(k)|",
        "T1|acqr(k)|;T2|acq(k)|",
        "T1|acq(k)|;T2|acqr(k)|",
        "T1|acqr(k)|;T1|acq(k)|",
        "T1|w(x)|;T1|rel(k)|",
        "T1|acqr(k)|;T1|rel(k)|",
        "T1|acq(k)|;T1|relr(k)|",
        "T8|w(x)|;T1|fork(T8)|",
        "T1|fork(T8)|;T1|fork(T8)|",
        "T1|w(x)|;T1|fork(T1)|",
        "T1|w(x)|;T1|join(T1)|",
        "T1|join(T8)|;T8|w(x)|",
        "T1|end|;T1|w(x)|",
        "T1|w(x)|;T1|begin|",
      })
  void eventThatBreaksARule_isNamedAsByOtherEngines(String lines) throws IOException {
    Path broken = folder.resolve("broken.std");
    Path compressed = folder.resolve("broken.slp");
    Files.writeString(broken, ROUND.repeat(ROUNDS) + lines.replace(';', '\n') + "\n");
    assertThat(CommandRun.of("convert", broken, compressed).status()).isZero();
    CommandRun expected = CommandRun.of("analyze", "-e=fasttrack", compressed);
    CommandRun run = CommandRun.of("analyze", "-e=slp-hb,slp-lockset", compressed);
    assertThat(run.err())
        .contains("event " + (6 * ROUNDS + 2) + ": ", "is not well formed")
        .isEqualTo(expected.err());
    assertThat(run.status()).isEqualTo(expected.status()).isNotZero();
  }

  @Test
  void noWorker_isWrongUsage() {
    CommandRun run = CommandRun.of("analyze", "-e=slp-hb", "--parallel=0", plain);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--parallel: 0 (expected: at least 1)");
  }

  @Test
  void explanation_isWrongUsage() {
    CommandRun run = CommandRun.of("analyze", "-e=slp-hb", "--explain=1,2", plain);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("engine: slp-hb (expected: one of fasttrack, ");
  }
}
