package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.report.Occurrence;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzeFleetTest {
  @TempDir Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private Job run(String... args) {
    return run(Job.conf("local[2]"), args);
  }

  private Job run(SparkConf conf, String... args) {
    List<String> all = new ArrayList<>(List.of("--out", out().toString()));
    all.addAll(Arrays.asList(args));
    return Job.run(conf, all.toArray(new String[0]));
  }

  private String trace(String name, String text) {
    return Traces.write(folder.resolve(name), text).toString();
  }

  @Test
  void aFleet_hasTheRacesOfOneProcess() throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String name =
          "b" + i % 3 + "/core/t" + i + List.of(".rdt", ".std", ".slp", ".rdt.gz").get(i % 4);
      Traces.generate(folder.resolve(name), 3_000, i);
      names.add(name);
    }
    Job job = run("-e", "fasttrack,pwr-ee-l", "--witness", folder + "/**/*.*");
    assertThat(job.err()).isEmpty();
    assertThat(job.status()).isEqualTo(1);
    RunReport expected = new OneProcess(true, "fasttrack", "pwr-ee-l").report(folder, names);
    RunReport report = Job.report(out());
    assertThat(expected.races().size()).isGreaterThan(8);
    assertThat(expected.races()).extracting(ReportedRace::grade).contains(Grade.OBSERVED);
    assertThat(report.races())
        .extracting(race -> OneProcess.essence(named(race)))
        .isEqualTo(expected.races().stream().map(OneProcess::essence).toList());
    assertThat(report.tests())
        .extracting(test -> unfolded(test.name()), TestRun::events, TestRun::outcome)
        .isEqualTo(
            expected.tests().stream()
                .map(
                    test ->
                        org.assertj.core.groups.Tuple.tuple(
                            test.name(), test.events(), test.outcome()))
                .toList());
    assertThat(Files.readString(out().resolve("races.sarif"))).contains("\"2.1.0\"");
    assertThat(Files.readString(out().resolve("report.html"))).contains("12 traces analysed");
  }

  /** With names as seen from the folder. */
  private ReportedRace named(ReportedRace race) {
    return race.with(
        race.history()
            .seen(
                race.history().sightings().stream()
                    .map(
                        seen ->
                            new Occurrence(unfolded(seen.test()), 1, "", unfolded(seen.trace())))
                    .toList(),
                race.history().unlisted()));
  }

  private String unfolded(String name) {
    return name.replace(folder + "/", "");
  }

  @Test
  void aRace_isReducedByItsKey_andTold_byBuildAndModule() throws IOException {
    trace("run-1/core/target/racedet/traces/a.std", Traces.HIDDEN);
    trace("run-1/core/target/racedet/traces/b.std", Traces.HIDDEN);
    trace("run-1/web/target/racedet/traces/a.std", Traces.CLEAN);
    trace("run-2/core/target/racedet/traces/a.std", Traces.OBSERVED);
    trace("run-3/core/target/racedet/traces/a.std", Traces.HIDDEN);
    Job job = run("-e", "fasttrack,pwr-ee-l", "--witness", folder.toString());
    assertThat(job.err()).isEmpty();
    assertThat(job.status()).isEqualTo(1);
    assertThat(job.out()).isEqualTo("1 race in 5 traces: " + out() + "\n");
    ReportedRace race = Job.report(out()).races().get(0);
    assertThat(race.grade()).isEqualTo(Grade.WITNESSED);
    assertThat(race.evidence().witness().steps()).isNotEmpty();
    assertThat(race.pairs()).isEqualTo(4);
    assertThat(named(race).history().sightings())
        .extracting(Occurrence::test)
        .containsExactly(
            "run-1/core/target/racedet/traces/a.std", "run-3/core/target/racedet/traces/a.std");
    assertThat(race.history().unlisted()).isEqualTo(2);
    String key = race.key().fingerprint();
    assertThat(Job.table(out(), "build", "module", "key", "grade", "count"))
        .containsExactly(
            List.of("run-1", "core", key, "WITNESSED", 2L),
            List.of("run-2", "core", key, "OBSERVED", 1L),
            List.of("run-3", "core", key, "WITNESSED", 1L));
  }

  @Test
  void damagedTraces_areRows_andDoNotEndTheJob() throws IOException {
    trace("b/m/a.std", Traces.OBSERVED);
    byte[] whole = Files.readAllBytes(Traces.generate(folder.resolve("b/m/whole.rdt"), 3_000, 7));
    Files.write(folder.resolve("b/m/cut.rdt"), Arrays.copyOf(whole, whole.length - 100));
    byte[] newer = whole.clone();
    newer[8] = 99;
    Files.write(folder.resolve("b/m/newer.rdt"), newer);
    Files.write(folder.resolve("b/m/none.rdt.gz"), new byte[] {1, 2, 3});
    trace("b/m/order.std", "worker|rel(cart)|Shop.java:12\n");
    Job job = run(folder.toString());
    assertThat(job.status()).isEqualTo(2);
    assertThat(job.err()).hasSize(4).allMatch(line -> line.startsWith("racedet: " + folder));
    assertThat(job.err().get(0)).contains("cut.rdt: byte ").contains("(expected: ");
    assertThat(job.err().get(1)).contains("newer.rdt: ").contains("version 99 of the format");
    assertThat(job.err().get(2)).contains("none.rdt.gz: byte 0").contains("a gzip file");
    assertThat(job.err().get(3)).contains("order.std: line 1");
    RunReport report = Job.report(out());
    assertThat(report.races()).isNotEmpty();
    assertThat(report.warnings())
        .hasSize(4)
        .allMatch(text -> text.endsWith(" could not be read completely: its races are missing"));
    assertThat(Job.table(out(), "module", "key", "count", "damage"))
        .filteredOn(row -> row.get(1).equals("null"))
        .hasSize(4)
        .allMatch(row -> row.get(0).equals("m") && row.get(2).equals(1L))
        .extracting(row -> "racedet: " + row.get(3))
        .isEqualTo(job.err());
  }

  @Test
  void theResult_isTheSame_ifTasksFail_onOtherCores() throws IOException {
    for (int i = 0; i < 10; i++) {
      Traces.generate(folder.resolve("b/m/" + (i == 3 ? "victim" : "t") + i + ".rdt"), 2_000, i);
    }
    String files = FlakyFileSystem.SCHEME + "://" + folder + "/b/*/*.rdt";
    Job.run(flaky("local[1]", false), "--out", folder.resolve("quiet").toString(), files);
    Job failed = run(flaky("local[2,2]", true), files);
    assertThat(failed.status()).isEqualTo(2);
    assertThat(failed.err()).singleElement().asString().contains("the machine is gone, attempt 1");
    Job job = run(flaky("local[2,4]", true), files);
    assertThat(job.err()).isEmpty();
    for (String name : List.of("races.json", "races.sarif", "report.html")) {
      assertThat(out().resolve(name)).hasSameBinaryContentAs(folder.resolve("quiet").resolve(name));
    }
    String[] columns = {"build", "module", "key", "grade", "count", "first_trace", "last_trace"};
    assertThat(Job.table(out(), columns))
        .isNotEmpty()
        .isEqualTo(Job.table(folder.resolve("quiet"), columns));
  }

  private static SparkConf flaky(String master, boolean fails) {
    return Job.conf(master)
        .set("spark.hadoop.fs.flaky.impl", FlakyFileSystem.class.getName())
        .set("spark.hadoop.fs.flaky.impl.disable.cache", "true")
        .set("spark.hadoop." + FlakyFileSystem.FAILS, String.valueOf(fails));
  }

  @Test
  void wrongPaths_areNamed_beforeAnythingIsAnalysed() {
    String good = trace("b/m/a.std", Traces.OBSERVED);
    String missing = folder + "/b/m/b.std";
    String empty = folder + "/b/**/*.rdt";
    String nowhere = folder + "/c/*.rdt";
    Job job = run(good, missing, empty, nowhere);
    assertThat(job.status()).isEqualTo(2);
    assertThat(job.err())
        .containsExactly(
            "racedet: " + missing + ": no such file",
            "racedet: " + empty + ": no trace file matches",
            "racedet: " + nowhere + ": no such folder: " + folder + "/c/");
    assertThat(out()).doesNotExist();
  }

  @Test
  void tracesWithoutRaces_areFine() throws IOException {
    Path file = folder.resolve("b/m/a.std.gz");
    Files.createDirectories(file.getParent());
    try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      gzip.write(Traces.CLEAN.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    Job job = run("-e", "djit", file.toString());
    assertThat(job.err()).isEmpty();
    assertThat(job.status()).isZero();
    assertThat(job.out()).startsWith("0 races in 1 traces");
    assertThat(Job.table(out(), "key")).isEmpty();
  }

  @Test
  void wrongUsage_isTold_inOneLine() {
    assertThat(run("-e", "none", "x").err())
        .singleElement()
        .asString()
        .startsWith("racedet: engine: none (expected: one of ");
    assertThat(run("--budget", "-1", "x").err())
        .containsExactly("racedet: --budget: -1 (expected: at least 0)");
    assertThat(run("--origin", "(", "x").err())
        .singleElement()
        .asString()
        .startsWith("racedet: --origin: ( (expected: a regular expression");
    Job noOut = Job.run(Job.conf("local[1]"), "x");
    assertThat(noOut.err()).singleElement().asString().contains("--out");
    assertThat(noOut.status()).isEqualTo(2);
    assertThat(Job.run(Job.conf("local[1]"), "--help").out()).contains("--engines");
  }
}
