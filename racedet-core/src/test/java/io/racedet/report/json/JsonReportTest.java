package io.racedet.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.race.Grade;
import io.racedet.report.BankReport;
import io.racedet.report.DeadlockReports;
import io.racedet.report.GoneRace;
import io.racedet.report.JsonSchemas;
import io.racedet.report.KnownRace;
import io.racedet.report.KnownReports;
import io.racedet.report.RaceKey;
import io.racedet.report.RandomReport;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReportTest {
  private static String written(RunReport report) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonReport.write(report, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static RunReport read(String json) throws IOException {
    return JsonReport.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  @Property(tries = 200)
  void anyReport_writtenAndRead_isTheSame(@ForAll long seed) throws IOException {
    RunReport report = new RandomReport(seed).next();

    assertThat(read(written(report))).isEqualTo(report);
  }

  @Property(tries = 50)
  void anyReport_written_isOfTheDocumentedForm(@ForAll long seed) throws IOException {
    assertThat(JsonSchemas.errors(JsonSchemas.RACES, written(new RandomReport(seed).next())))
        .isEmpty();
  }

  @Test
  void documentedForm_hasNoOtherField() throws IOException {
    String json = written(BankReport.report()).replaceFirst("\"why\"", "\"because\"");

    assertThat(JsonSchemas.errors(JsonSchemas.RACES, json))
        .anyMatch(error -> error.contains("'because'"))
        .anyMatch(error -> error.contains("'why'"));
  }

  @Test
  void halfASurrogatePair_isWrittenAsAQuestionMark() throws IOException {
    RunReport report = RunReport.of("", List.of(), List.of(), List.of("a\ud83db", "\ude00"));

    assertThat(read(written(report)).warnings()).containsExactly("a?b", "?");
  }

  @Test
  void fingerprint_isThatOfTheKey() throws IOException {
    ReportedRace race = BankReport.report().races().get(0);

    assertThat(written(BankReport.report())).contains('"' + race.key().fingerprint() + '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "schemaVersion" : 1      | "schemaVersion" : 2      | schemaVersion: 2 (expected: 1)
          "write" : true           | "write" : "yes"          | races[0].first.write: yes (expected: true or false)
          "grade" : "WITNESSED"    | "grade" : "SURE"         | races[0].grade: SURE (expected: one of [REFUTED,
          "startedBy" : "main"     | "started by" : ""        | races[0].first.startedBy: missing (expected: a text)
          "line" : 14              | "line" : 14000000000     | races[0].first.site.line: 14000000000 (expected: a 32-bit number)
          "engines" : [ "fasttrack"| "engines" : [ 1          | tests[0].engines: 1 (expected: an array of texts)
          """)
  void value_thatDoesNotFit_isNamedWithItsPlace(String text, String other, String message)
      throws IOException {
    String json = written(BankReport.report());
    assertThat(json).contains(text);
    String changed =
        json.substring(0, json.indexOf(text))
            + other
            + json.substring(json.indexOf(text) + text.length());

    assertThatThrownBy(() -> read(changed))
        .isInstanceOf(ReportFormatException.class)
        .hasMessageContaining(message);
  }

  /** Later versions add fields, which files of earlier ones lack. */
  @Test
  void fileOfAnEarlierVersion_isRead() throws IOException {
    String json = written(BankReport.report());
    String added =
        "(?m)^ *\"(dropped|remark|nearest|shown|sequence|conflict|operation|gone)\" : .*\\R";
    String standing = "(?s),\\s*\"standing\" : \\{[^}]*}";
    String earlier =
        json.replaceAll(added, "").replaceAll(standing, "").replaceAll(",(\\s*})", "$1");

    assertThat(earlier)
        .doesNotContain("dropped", "remark", "nearest", "shown", "sequence", "standing", "gone");
    assertThat(JsonSchemas.errors(JsonSchemas.RACES, earlier)).isEmpty();
    RunReport read = read(earlier);
    assertThat(read.tests()).isEqualTo(BankReport.report().tests());
    assertThat(read.races())
        .extracting(ReportedRace::first)
        .isEqualTo(BankReport.report().races().stream().map(ReportedRace::first).toList());
    assertThat(read.races().get(0).evidence().witness().steps()).isNotEmpty();
  }

  /* Earlier versions spelled the word with a hyphen. */
  @Test
  void deadlockThatIsGone_inAFileOfAnEarlierVersion_hasTheKeyOfNow() throws IOException {
    RunReport found = DeadlockReports.report(DeadlockReports.two(Grade.WITNESSED));
    RaceKey key = found.deadlocks().get(0).key();
    KnownRace known = KnownReports.known(found.deadlocks().get(0), "[test:moves]");
    RunReport gone = found.withGone(List.of(new GoneRace(known, List.of())));
    String before =
        written(gone).replace("\"variable\" : \"deadlock\"", "\"variable\" : \"dead-lock\"");
    assertThat(before).contains("\"dead-lock\"");

    RunReport read = read(before);

    assertThat(read.gone()).extracting(each -> each.race().key()).containsExactly(key);
    assertThat(RunReport.merge(List.of(read)).gone()).isEmpty(); // as it was found
  }

  @Test
  void file_thatIsCutAnywhere_isRefused() throws IOException {
    String json = written(BankReport.report()).strip();
    for (int length = 0; length < json.length(); length += 7) {
      String cut = json.substring(0, length);

      assertThatThrownBy(() -> read(cut)).isInstanceOf(ReportFormatException.class);
    }
  }
}
