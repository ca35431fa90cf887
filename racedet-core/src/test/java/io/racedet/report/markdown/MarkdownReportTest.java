package io.racedet.report.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.report.BankReport;
import io.racedet.report.DeadlockReports;
import io.racedet.report.KnownReports;
import io.racedet.report.LargeReport;
import io.racedet.report.Outcome;
import io.racedet.report.RandomReport;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.Standing;
import io.racedet.report.TestRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
  private static String written(RunReport report, String page) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    MarkdownReport.write(report, Sources.NONE, page, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String written(RunReport report) throws IOException {
    return written(report, "report.html");
  }

  @Test
  void race_hasThreeLines_withItsOwnersAndALink() throws IOException {
    RunReport report =
        RunReport.of(
            "1",
            BankReport.report().tests(),
            List.of(KnownReports.race(Standing.State.NEW, "@acme/bank", "ann@acme.example")),
            List.of());
    String fingerprint = report.races().get(0).key().fingerprint();

    assertThat(written(report))
        .isEqualTo(
            """
            ### racedet: 1 new

            2 tests checked, 1 with one thread only; 113 repetitions; 111,445 events

            **NEW** `write-read race (WITNESSED) on Account.new: Account.java:14 and Account.java:24`<br>
            `com/acme/bank/Account.java:14` and `com/acme/bank/Account.java:24`, found in `opens()`<br>
            owners: `@acme/bank` `ann@acme.example`; [report](report.html#FINGERPRINT)
            """
                .replace("FINGERPRINT", fingerprint));
  }

  @Test
  void newOnes_areFirst_andGoneOnesLast() throws IOException {
    String text = written(KnownReports.report());

    assertThat(text).startsWith("### racedet: 1 new, 1 known, 1 accepted, 1 gone\n");
    assertThat(text.lines().filter(line -> line.startsWith("**")))
        .extracting(line -> line.replaceAll("\\*\\*(\\w+)\\*\\*.*", "$1"))
        .containsExactly("NEW", "KNOWN", "ACCEPTED", "GONE");
    assertThat(text).endsWith(", last seen `2026-02-03T04:05:06Z`<br>\nowners: `@cyd`\n");
  }

  @Test
  void raceOfWhichNothingIsKnown_hasNoState() throws IOException {
    String text = written(BankReport.report());

    assertThat(text).startsWith("### racedet: 2 races\n").doesNotContain("**");
    assertThat(text).contains("\nno owner known; [report](report.html#");
  }

  @Test
  void noRace_isSaid() throws IOException {
    List<String> none = List.of();
    TestRun passed =
        new TestRun("a", "a", "A", Outcome.PASSED, 2, 70, "", none, none, none, 0, List.of());
    assertThat(written(RunReport.of("1", List.of(passed), List.of(), List.of())))
        .isEqualTo(
            """
            ### racedet: no race

            1 test checked; 2 repetitions; 70 events
            """);
  }

  @Test
  void noTest_isNoResult() throws IOException {
    assertThat(written(RunReport.of("1", List.of(), List.of(), List.of("a `part` is missing"))))
        .isEqualTo(
            """
            ### racedet: nothing was checked

            0 tests checked; 0 repetitions; 0 events

            warning: `a 'part' is missing`
            """);
  }

  @Test
  void deadlock_isListed() throws IOException {
    assertThat(written(DeadlockReports.report(DeadlockReports.two(Grade.WITNESSED))))
        .contains("\n`deadlock (");
  }

  @Test
  void addressWithAFragment_isLeftAsItIs() throws IOException {
    assertThat(written(KnownReports.report(), "https://ci.example/1#artifacts"))
        .contains("; [report](https://ci.example/1#artifacts)\n");
  }

  /** Outside of code spans, there are only the words and the marks of the format. */
  @Property(tries = 100)
  void anyText_staysCode(@ForAll long seed) throws IOException {
    String outside = written(new RandomReport(seed).next()).replaceAll("`[^`\n]*`", "");

    assertThat(outside.replace("<br>", "").replaceAll("\\(report\\.html#[0-9a-f]{32}\\)", ""))
        .doesNotContain("`", "<", "&", "alert", "@", "script");
  }

  @Test
  void largeReport_isCut_andFitsIntoASummaryOfGitHub() throws IOException {
    RunReport report = LargeReport.of(5_000, 3);
    String text = written(report);

    assertThat(text.lines().filter(line -> line.contains("[report]")))
        .hasSize(MarkdownReport.MAX_SHOWN);
    assertThat(text)
        .contains("\nand " + (5_000 - MarkdownReport.MAX_SHOWN) + " more, on the page\n");
    assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1 << 20);
  }
}
