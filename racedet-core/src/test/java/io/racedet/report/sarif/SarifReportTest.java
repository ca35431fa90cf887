package io.racedet.report.sarif;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.report.BankReport;
import io.racedet.report.Conflict;
import io.racedet.report.DeadlockReports;
import io.racedet.report.Evidence;
import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.History;
import io.racedet.report.Instruction;
import io.racedet.report.JsonSchemas;
import io.racedet.report.KnownReports;
import io.racedet.report.LargeReport;
import io.racedet.report.RandomReport;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SarifReportTest {
  /** The limits of GitHub, from its documentation of code scanning. */
  private static final int GITHUB_BYTES = 10 << 20;

  private static final int GITHUB_RESULTS = 5_000;
  private static final int GITHUB_FLOW_LOCATIONS = 1_000;
  private static final int GITHUB_TAGS = 10;

  private static String written(RunReport report, Sources sources) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SarifReport.write(report, sources, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static JsonNode run(RunReport report) throws IOException {
    return run(report, Sources.NONE);
  }

  private static JsonNode run(RunReport report, Sources sources) throws IOException {
    return JsonMapper.shared().readTree(written(report, sources)).at("/runs/0");
  }

  private static RunReport of(ReportedRace... races) {
    return RunReport.of("1", List.of(), List.of(races), List.of());
  }

  @Property(tries = 40)
  void anyReport_written_isSarif(@ForAll long seed) throws IOException {
    RunReport report = new RandomReport(seed).next();

    assertThat(JsonSchemas.errors(JsonSchemas.SARIF, written(report, Sources.NONE))).isEmpty();
  }

  @Test
  void schema_refusesWhatIsNoSarif() throws IOException {
    String json =
        written(BankReport.report(), Sources.NONE)
            .replace("\"level\":\"error\"", "\"level\":\"fatal\"");

    assertThat(JsonSchemas.errors(JsonSchemas.SARIF, json))
        .anyMatch(error -> error.contains("/level") && error.contains("enum"));
  }

  @Test
  void race_isOneResult_withTheOtherAccessRelated_andBothStacksAsOneFlow() throws IOException {
    JsonNode result = run(BankReport.report()).at("/results/0");

    assertThat(result.at("/ruleId").asString()).isEqualTo("racedet/read-write");
    assertThat(result.at("/message/text").asString())
        .isEqualTo(
            "write-read race (WITNESSED) on Account.open: read by \"teller-2\" holding no lock"
                + " here, write by \"teller-1\" holding no lock at [Account.java:14](1)");
    assertThat(line(result.at("/locations/0"))).isEqualTo("com/acme/bank/Account.java:24");
    assertThat(line(result.at("/relatedLocations/0"))).isEqualTo("com/acme/bank/Account.java:14");
    assertThat(result.at("/relatedLocations/0/id").asInt()).isEqualTo(1);
    assertThat(lines(result.at("/codeFlows/0/threadFlows/0")))
        .containsExactly(
            "com/acme/bank/AccountTest.java:31",
            "com/acme/bank/AccountTest.java:31",
            "com/acme/bank/Account.java:14");
    assertThat(lines(result.at("/codeFlows/0/threadFlows/1")))
        .containsExactly(
            "com/acme/bank/AccountTest.java:32",
            "com/acme/bank/AccountTest.java:32",
            "com/acme/bank/Account.java:24");
  }

  private static String line(JsonNode location) {
    return location.at("/physicalLocation/artifactLocation/uri").asString()
        + ':'
        + location.at("/physicalLocation/region/startLine").asInt();
  }

  private static List<String> lines(JsonNode threadFlow) {
    return StreamSupport.stream(threadFlow.at("/locations").spliterator(), false)
        .map(each -> line(each.at("/location")))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"CONFIRMED, error", "OBSERVED, error", "WITNESSED, error", "PREDICTED, warning"})
  void grade_isTheLevel(Grade grade, String level) throws IOException {
    JsonNode result = run(of(BankReport.opened(grade, 14, 24))).at("/results/0");

    assertThat(result.at("/level").asString()).isEqualTo(level);
    assertThat(result.at("/properties/grade").asString()).isEqualTo(grade.name());
  }

  @Test
  void fingerprintAndRule_whenLinesMoveAndTheOrderTurns_areTheSame() throws IOException {
    ReportedRace race = BankReport.opened(Grade.OBSERVED, 14, 24);
    ReportedRace moved = BankReport.opened(Grade.PREDICTED, 114, 124);
    ReportedRace turned =
        new ReportedRace(
            new Conflict(moved.variable(), RaceKind.READ_WRITE, moved.second(), moved.first()),
            "other",
            5,
            "",
            Timeline.NONE,
            new Evidence(moved.grade(), "", "", "", WitnessOrder.NONE),
            History.of(moved.history().sightings(), ""));

    JsonNode one = run(of(race)).at("/results/0");
    JsonNode two = run(of(turned)).at("/results/0");

    assertThat(two.at("/partialFingerprints")).isEqualTo(one.at("/partialFingerprints"));
    assertThat(two.at("/ruleId")).isEqualTo(one.at("/ruleId"));
    assertThat(two.at("/locations/0/physicalLocation/artifactLocation"))
        .isEqualTo(one.at("/locations/0/physicalLocation/artifactLocation"));
    assertThat(line(two.at("/locations/0"))).endsWith(":124");
    assertThat(one.at("/partialFingerprints/primaryLocationLineHash").asString())
        .isEqualTo(race.key().fingerprint() + ":1");
  }

  @Test
  void acceptedRace_isSuppressedWithItsReason_andFailsNoCheck() throws IOException {
    JsonNode result = run(of(LargeReport.accepted("a benign flag"))).at("/results/0");

    assertThat(result.at("/suppressions/0/status").asString()).isEqualTo("accepted");
    assertThat(result.at("/suppressions/0/justification").asString()).isEqualTo("a benign flag");
    assertThat(result.at("/level").asString()).isEqualTo("note");
  }

  @Test
  void report_ofAnySize_staysWithinTheLimitsOfGitHub() throws IOException {
    assertThat(gzippedBytes(LargeReport.of(6_000, 40))).isLessThan(GITHUB_BYTES);

    JsonNode run = run(LargeReport.of(6_000, 1));

    assertThat(run.at("/results").size()).isEqualTo(GITHUB_RESULTS);
    assertThat(run.at("/invocations/0/toolExecutionNotifications/0/message/text").asString())
        .isEqualTo("1000 more races are in races.json and report.html only");
    run.at("/tool/driver/rules")
        .forEach(
            rule ->
                assertThat(rule.at("/properties/tags").size()).isLessThanOrEqualTo(GITHUB_TAGS));
  }

  @Test
  void racesAndDeadlocks_together_theStrongestFirst() throws IOException {
    List<Finding> findings = new ArrayList<>(LargeReport.of(4_999, 1).races());
    findings.add(DeadlockReports.two(Grade.PREDICTED));
    findings.add(DeadlockReports.two(Grade.CONFIRMED));

    JsonNode run = run(RunReport.of("1", List.of(), findings, List.of()));

    assertThat(run.at("/results").size()).isEqualTo(GITHUB_RESULTS);
    assertThat(run.at("/results/0/ruleId").asString()).isEqualTo("racedet/deadlock");
    assertThat(run.at("/results/0/properties/grade").asString()).isEqualTo("CONFIRMED");
    assertThat(run.at("/invocations/0/toolExecutionNotifications/0/message/text").asString())
        .isEqualTo("1 more deadlock is in races.json and report.html only");
  }

  @Test
  void bestProvedRaces_areKept_whenThereAreTooMany() throws IOException {
    List<ReportedRace> races = new ArrayList<>(LargeReport.of(5_000, 1).races());
    races.add(BankReport.opened(Grade.CONFIRMED, 14, 24));

    JsonNode run = run(RunReport.of("1", List.of(), races, List.of()));

    assertThat(run.at("/results/0/properties/grade").asString()).isEqualTo("CONFIRMED");
  }

  @Test
  void stack_ofAnyDepth_staysWithinTheLimitsOfGitHub() throws IOException {
    JsonNode result = run(LargeReport.of(1, 3_000)).at("/results/0");
    int locations = 0;
    for (JsonNode flow : result.at("/codeFlows/0/threadFlows")) {
      locations += flow.at("/locations").size();
    }

    assertThat(locations).isBetween(2, GITHUB_FLOW_LOCATIONS);
    assertThat(line(result.at("/codeFlows/0/threadFlows/0/locations/200/location")))
        .isEqualTo("com/acme/c0/Class0.java:10");
  }

  private static int gzippedBytes(RunReport report) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      SarifReport.write(report, Sources.NONE, gzip);
    }
    return bytes.size();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          src/main/java/A.java | src/main/java/A.java
          a b/ü.java           | a%20b/%C3%BC.java
          C:/x.java            | C%3A/x.java
          /etc/passwd          | etc/passwd
          //host/x             | host/x
          javascript:alert(1)  | javascript%3Aalert(1)
          100%?#.java          | 100%25%3F%23.java
          """)
  void path_isARelativeReference(String path, String uri) {
    assertThat(SarifLocations.uri(path)).isEqualTo(uri);
  }

  @Test
  void nameInAMessage_isNoLink() throws IOException {
    ReportedRace race = BankReport.opened(Grade.OBSERVED, 14, 24);
    ReportedRace hostile =
        new ReportedRace(
            new Conflict(
                new ReportedVariable("k", "[click](http://evil.example) array int[3][4]", "c"),
                race.kind(),
                race.first(),
                race.second()),
            "e",
            1,
            "",
            Timeline.NONE,
            new Evidence(race.grade(), "", "", "", WitnessOrder.NONE),
            History.of(race.history().sightings(), ""));

    assertThat(run(of(hostile)).at("/results/0/message/text").asString())
        .contains("[click] (http://evil.example) array int[3][4]:");
  }

  @Test
  void warningsOfAReport_areNotifications_andTheRunIsNotSuccessful() throws IOException {
    JsonNode run = run(RunReport.of("1", List.of(), List.of(), List.of("a part is missing")));

    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isFalse();
    assertThat(run.at("/invocations/0/toolExecutionNotifications/0/message/text").asString())
        .isEqualTo("a part is missing");
  }

  @Test
  void source_thatIsFound_isNamedRelativeToTheBase(@TempDir Path base) throws IOException {
    Path root = base.resolve("bank/src/main/java");
    Files.createDirectories(root.resolve("com/acme/bank"));
    Files.writeString(root.resolve("com/acme/bank/Account.java"), BankReport.SOURCE);
    String json =
        written(BankReport.report(), Sources.of(base, List.of(Path.of("bank/src/main/java"))));

    assertThat(json)
        .contains("\"uri\":\"bank/src/main/java/com/acme/bank/Account.java\"")
        .doesNotContain(base.toString());
  }

  @Test
  void fileOutsideOfTheSources_isNeverRead(@TempDir Path base) throws IOException {
    Path root = Files.createDirectories(base.resolve("src"));
    Files.writeString(base.resolve("Secret.java"), "secret");
    Files.createSymbolicLink(root.resolve("Link.java"), base.resolve("Secret.java"));
    Sources sources = Sources.of(base, List.of(Path.of("src")));

    for (String file : List.of("../Secret.java", "Link.java", base + "/Secret.java")) {
      assertThat(sources.line(new Frame("", "", file, 1), 1)).isEmpty();
      assertThat(sources.line(new Frame("com.acme.X", "", file, 1), 1)).isEmpty();
    }
  }

  @Test
  void file_isFoundByItsName_unlessThereAreTwo(@TempDir Path base) throws IOException {
    for (String file : List.of("a/One.java", "a/Two.java", "b/Two.java")) {
      Path path = base.resolve("src").resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "first of " + file + "\nsecond");
    }
    Sources sources = Sources.of(base, List.of(Path.of("src"), Path.of("missing")));

    assertThat(sources.line(Instruction.of("One.java:1").frame(), 1))
        .hasValue("first of a/One.java");
    assertThat(sources.line(Instruction.of("Two.java:1").frame(), 1)).isEmpty();
    assertThat(sources.line(new Frame("b.Two", "m", "Two.java", 2), 2)).hasValue("second");
    assertThat(sources.line(new Frame("b.Two", "m", "Two.java", 3), 3)).isEmpty();
    assertThat(sources.path(Instruction.of("Two.java:1").frame())).isEqualTo("Two.java");
  }

  @Test
  void results_areInTheSameOrderEachTime() throws IOException {
    List<ReportedRace> races = new ArrayList<>(LargeReport.of(20, 2).races());
    String inOrder = ids(races);
    Collections.reverse(races);

    assertThat(ids(RunReport.merge(List.of(RunReport.of("", List.of(), races, List.of()))).races()))
        .isEqualTo(inOrder);
  }

  private static String ids(List<ReportedRace> races) throws IOException {
    return StreamSupport.stream(
            run(RunReport.of("", List.of(), races, List.of())).at("/results").spliterator(), false)
        .map(result -> result.at("/partialFingerprints").toString())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void deadlock_isOneResultOfARuleOfItsOwn_withTheOtherRequestRelated() throws IOException {
    RunReport report = DeadlockReports.report(DeadlockReports.two(Grade.WITNESSED));
    JsonNode run = run(report);
    JsonNode result = run.at("/results/0");

    assertThat(result.at("/ruleId").asString()).isEqualTo("racedet/deadlock");
    assertThat(run.at("/tool/driver/rules/" + result.at("/ruleIndex").asInt() + "/id").asString())
        .isEqualTo("racedet/deadlock");
    assertThat(result.at("/level").asString()).isEqualTo("error");
    assertThat(result.at("/message/text").asString())
        .isEqualTo(
            "deadlock (WITNESSED): \"buyer\" holds Stock@1 and requests Stock@2 here;"
                + " \"seller\" holds Stock@2 and requests Stock@1 at [Stock.java:21](1)");
    assertThat(line(result.at("/locations/0"))).isEqualTo("com/acme/Stock.java:11");
    assertThat(line(result.at("/relatedLocations/0"))).isEqualTo("com/acme/Stock.java:21");
    assertThat(lines(result.at("/codeFlows/0/threadFlows/1")))
        .containsExactly(
            "com/acme/Stock.java:20", "com/acme/StockTest.java:30", "com/acme/Stock.java:21");
    assertThat(JsonSchemas.errors(JsonSchemas.SARIF, written(report, Sources.NONE))).isEmpty();
  }

  @Test
  void acceptedDeadlock_isANote_andSuppressed() throws IOException {
    ReportedDeadlock open = DeadlockReports.two(Grade.CONFIRMED);
    ReportedDeadlock accepted = open.with(open.history().accepted("", "never together"));
    JsonNode result = run(DeadlockReports.report(accepted)).at("/results/0");

    assertThat(result.at("/level").asString()).isEqualTo("note");
    assertThat(result.at("/suppressions/0/justification").asString()).isEqualTo("never together");
  }

  @Test
  void baselineState_isThatOfTheRace_andAbsentIfItIsNotKnown() throws IOException {
    JsonNode results = run(KnownReports.report()).at("/results");

    assertThat(values(results, "/baselineState")).containsExactly("unchanged", "new", "unchanged");
    assertThat(values(results, "/properties/variable"))
        .extracting(name -> name.replaceAll(".*\\.", ""))
        .containsExactly("known", "new", "accepted");
    assertThat(run(BankReport.report()).findValues("baselineState")).isEmpty();
  }

  private static List<String> values(JsonNode results, String path) {
    return StreamSupport.stream(results.spliterator(), false)
        .map(result -> result.at(path).asString())
        .toList();
  }

  @Test
  void owners_areAProperty() throws IOException {
    JsonNode results = run(KnownReports.report()).at("/results");

    assertThat(results.at("/0/properties/owners").toString())
        .isEqualTo("[\"@acme/bank\",\"@ann\"]");
    assertThat(results.at("/2/properties/owners").toString()).isEqualTo("[]");
  }

  /** GitHub opens an alert for every result, and closes those that are missing. */
  @Test
  void goneRace_isANotification_notAResult() throws IOException {
    JsonNode run = run(KnownReports.report());

    assertThat(run.at("/results").size()).isEqualTo(3);
    JsonNode told = run.at("/invocations/0/toolExecutionNotifications/0");
    assertThat(told.at("/level").asString()).isEqualTo("note");
    assertThat(told.at("/message/text").asString())
        .isEqualTo(
            "gone: write-read race (WITNESSED) on Account.unjudged: Account.java:14 and"
                + " Account.java:24");
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isTrue();
  }
}
