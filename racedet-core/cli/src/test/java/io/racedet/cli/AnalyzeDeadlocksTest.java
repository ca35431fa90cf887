package io.racedet.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.LockCycles;
import io.racedet.oracle.Reorderings;
import io.racedet.race.Grade;
import io.racedet.report.JsonSchemas;
import io.racedet.report.LockHold;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzeDeadlocksTest {
  /** A deadlock of a and b, twice, and a pattern of c and d that the start of T3 orders. */
  private static final String TRACE =
      """
      T1|acq(a)|A:1
      T1|acq(b)|A:2
      T1|rel(b)|A:3
      T1|rel(a)|A:4
      T2|acq(b)|B:1
      T2|acqr(a)|B:2
      T2|relr(a)|B:3
      T2|rel(b)|B:4
      T1|acq(c)|C:1
      T1|acq(d)|C:2
      T1|rel(d)|C:3
      T1|rel(c)|C:4
      T1|fork(T3)|C:5
      T3|acq(d)|D:1
      T3|acq(c)|D:2
      """;

  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace = Files.writeString(folder.resolve("locks.std"), TRACE);
  }

  @Test
  void deadlocks_tsv_aRowForEachPattern() {
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--output", "tsv", trace);
    assertThat(run.lines())
        .containsExactly(
            trace + "\tdeadlock\t2,6\tb,a\tPREDICTED", trace + "\tdeadlock\t10,15\td,c\tPREDICTED");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void deadlocks_witness_provedOnes() {
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", "--output=tsv", trace);
    assertThat(run.lines()).containsExactly(trace + "\tdeadlock\t2,6\tb,a\tWITNESSED");
    assertThat(run.err()).isEqualTo("racedet: " + trace + ": 1 pattern refuted\n");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void deadlocks_refutedAsText_reasonsAndWitness() {
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", "--refuted", trace);
    assertThat(run.text())
        .isEqualTo(
            """
            deadlock of b, a (WITNESSED)
              #2 T1 holds a and requests b at A:2
              #6 T2 holds b and requests a (shared) at B:2
              why: after these events each thread waits for the one before, the first one for the last one:
                the first event as recorded, then
                T1               T2
                                 #5 acq(b) B:1
                #2 <acq(b)> A:2  #6 <acqr(a)> B:2  each waits for another one

            deadlock of d, c (REFUTED)
              #10 T1 holds c and requests d at C:2
              #15 T3 holds d and requests c at D:2
              why: in every reordering #10 comes first: #13 T1 fork(T3) before #14 T3 acq(d) (fork)

            FILE: 1 deadlock in 15 events
            """
                .replace("FILE", trace.toString()));
  }

  /* T3 requests what T1 holds, T2 what T3 holds, and T1 what T2 holds. */
  @Test
  void deadlocks_threePhilosophers_eachWaitsForTheOneBefore() throws IOException {
    StringBuilder events = new StringBuilder();
    for (String of : List.of("1 a b", "2 b c", "3 c a")) {
      String[] names = of.split(" ");
      events.append(
          "TN|acq(L)|N:1\nTN|acq(R)|N:2\nTN|rel(R)|N:3\nTN|rel(L)|N:4\n"
              .replace("N", names[0])
              .replace("L", names[1])
              .replace("R", names[2]));
    }
    Path table = Files.writeString(folder.resolve("table.std"), events);
    assertThat(CommandRun.of("analyze", "--deadlocks", "--witness", table).text())
        .startsWith(
            """
            deadlock of b, a, c (WITNESSED)
              #2 T1 holds a and requests b at 1:2
              #10 T3 holds c and requests a at 3:2
              #6 T2 holds b and requests c at 2:2
              why: after these events each thread waits for the one before, the first one for the last one:
            """);
  }

  @Test
  void deadlocks_json_requestsAndSequence() throws IOException {
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", "--output=json", trace);
    RunReport report = JsonReport.read(new ByteArrayInputStream(run.text().getBytes(UTF_8)));
    assertThat(report.tests()).extracting("name").containsExactly(trace.toString());
    assertThat(report.tests().get(0).events()).isEqualTo(15);
    assertThat(report.deadlocks()).hasSize(1);
    ReportedDeadlock deadlock = report.deadlocks().get(0);
    assertThat(deadlock.grade()).isEqualTo(Grade.WITNESSED);
    assertThat(deadlock.requests())
        .extracting("index", "thread", "lock", "shared")
        .containsExactly(tuple(2L, "T1", "b", false), tuple(6L, "T2", "a", true));
    assertThat(deadlock.requests())
        .extracting(request -> request.site().location())
        .containsExactly("A:2", "B:2");
    assertThat(deadlock.requests().get(0).locks())
        .containsExactly(new LockHold("a", false, List.of()));
    assertThat(deadlock.evidence().witness().sequence()).isEqualTo("1,5");
    assertThat(deadlock.history().sightings()).extracting("test").containsExactly(trace.toString());
  }

  @Test
  void deadlocks_jsonWithRefuted_theyAreThere() throws IOException {
    CommandRun run =
        CommandRun.of(
            "analyze", "--deadlocks", "--witness", "--refuted", "--output=json", trace, trace);
    RunReport report = JsonReport.read(new ByteArrayInputStream(run.text().getBytes(UTF_8)));
    assertThat(report.deadlocks())
        .extracting("grade")
        .containsExactly(Grade.WITNESSED, Grade.REFUTED, Grade.WITNESSED, Grade.REFUTED);
    assertThat(report.deadlocks().get(1).evidence().remark()).contains("#10 comes first");
  }

  @Test
  void deadlocks_severalObjectsAtTheSameLocations_one() throws IOException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      String of = "T1|acq(aN)|A:1\nT1|acq(bN)|A:2\nT1|rel(bN)|A:3\nT1|rel(aN)|A:4\n";
      String other = "T2|acq(bN)|B:1\nT2|acq(aN)|B:2\nT2|rel(aN)|B:3\nT2|rel(bN)|B:4\n";
      events.append((of + other).replace("N", String.valueOf(i)));
    }
    Path many = Files.writeString(folder.resolve("many.std"), events);
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", "--output=tsv", many);
    assertThat(run.lines()).containsExactly(many + "\tdeadlock\t2,6\tb0,a0\tWITNESSED");
    assertThat(CommandRun.of("analyze", "--deadlocks", many).text())
        .startsWith("deadlock of b0, a0 (PREDICTED, 40 patterns)\n");
  }

  /** Many threads with the same code: the later patterns are counted, but not tried. */
  @Test
  void deadlocks_manyThreads_one() throws IOException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      String of = "TN|acq(a)|A:1\nTN|acq(b)|A:2\nTN|rel(b)|A:3\nTN|rel(a)|A:4\n";
      String other = "TN|acq(b)|B:1\nTN|acq(a)|B:2\nTN|rel(a)|B:3\nTN|rel(b)|B:4\n";
      events.append((of + other).replace("N", String.valueOf(i)));
    }
    Path many = Files.writeString(folder.resolve("threads.std"), events);
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", many);
    assertThat(run.text())
        .startsWith("deadlock of a, b (WITNESSED, 380 patterns)\n  #6 T0 ")
        .endsWith(many + ": 1 deadlock in 160 events\n");
  }

  @Test
  void deadlocks_noCycle_nothing() throws IOException {
    Path fine = Files.writeString(folder.resolve("fine.std"), "T1|acq(a)|\nT1|acq(b)|\n");
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", fine);
    assertThat(run.text()).isEqualTo(fine + ": 0 deadlocks in 2 events\n");
    assertThat(run.status()).isZero();
  }

  @Test
  void deadlocks_budgetSpent_undecidedAndSaid() {
    CommandRun run =
        CommandRun.of(
            "analyze", "--deadlocks", "--witness", "--total-budget=1", "--output=tsv", trace);
    assertThat(run.lines()).last().isEqualTo(trace + "\tdeadlock\t10,15\td,c\tPREDICTED");
    assertThat(run.err()).contains("limit: 1 of 2 deadlocks not decided");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--explain=1,2",
        "--compare",
        "--all",
        "--engine=wcp",
        "--edges=30",
        "--sections=2",
        "--window=100",
        "--parallel=2"
      })
  void deadlocks_withOtherResults_wrongUsage(String option) {
    CommandRun run = CommandRun.of("analyze", "--deadlocks", option, trace);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "--deadlocks: with --explain, --compare, --all, -e, --edges, --sections, --window,"
                + " --parallel or --verbose (expected: without)");
  }

  @Test
  void deadlocks_verbose_wrongUsage() {
    CommandRun run = CommandRun.of("analyze", "--deadlocks", "--witness", "--verbose", trace);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--deadlocks: with ");
  }

  @Test
  void report_hasDeadlocksWithTheirProofs() throws IOException {
    Path json = folder.resolve("races.json");
    CommandRun run = CommandRun.of("report", "--json", json, trace);
    assertThat(run.status()).isEqualTo(1);
    assertThat(JsonSchemas.errors(JsonSchemas.RACES, Files.readString(json))).isEmpty();
    try (InputStream in = Files.newInputStream(json)) {
      RunReport report = JsonReport.read(in);
      assertThat(report.tests()).extracting("outcome").containsExactly(Outcome.RACES);
      assertThat(report.tests().get(0).events()).isEqualTo(15);
      assertThat(report.races()).isEmpty();
      assertThat(report.deadlocks()).hasSize(1);
      ReportedDeadlock deadlock = report.deadlocks().get(0);
      assertThat(deadlock.grade()).isEqualTo(Grade.WITNESSED);
      assertThat(deadlock.requests()).extracting("index").containsExactly(2L, 6L);
      assertThat(deadlock.history().sightings()).extracting("test").containsExactly("locks.std");
      assertThat(deadlock.history().replay())
          .isEqualTo("racedet analyze --deadlocks --witness locks.std");
    }
  }

  @Test
  void report_witnessesOff_patterns() throws IOException {
    Path json = folder.resolve("races.json");
    CommandRun.of("report", "--budget=0", "--json", json, trace);
    try (InputStream in = Files.newInputStream(json)) {
      assertThat(JsonReport.read(in).deadlocks())
          .extracting("grade")
          .containsExactly(Grade.PREDICTED, Grade.PREDICTED);
    }
  }

  /** The whole table in one run, as users would do it. */
  @Test
  void deadlocks_litmus_asInTheTables() throws IOException {
    List<Object> arguments =
        new ArrayList<>(
            List.of("analyze", "--deadlocks", "--witness", "--refuted", "--output=tsv"));
    Set<String> expected = new TreeSet<>();
    for (LitmusCase litmus : Litmus.all().filter(l -> l.has("deadlock")).toList()) {
      Path file = folder.resolve(litmus.name() + ".std");
      arguments.add(Files.writeString(file, litmus.trace().toString()));
      Set<List<Integer>> proved = new Reorderings(litmus.trace()).deadlocks();
      assertThat(proved.isEmpty()).isEqualTo(litmus.verdicts().get("deadlock").equals("no"));
      for (List<Integer> cycle : new LockCycles(litmus.trace()).cycles()) {
        String indices = cycle.stream().map(String::valueOf).collect(Collectors.joining(","));
        expected.add(
            file + "\t" + indices + (proved.contains(cycle) ? "\tWITNESSED" : "\tREFUTED"));
      }
    }
    CommandRun run = CommandRun.of(arguments.toArray());
    Set<String> found =
        run.lines().stream()
            .map(line -> line.split("\t"))
            .map(columns -> columns[0] + "\t" + columns[2] + "\t" + columns[4])
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).isEqualTo(expected);
  }
}
