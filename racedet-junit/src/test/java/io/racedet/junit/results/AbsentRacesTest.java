package io.racedet.junit.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.junit.gate.Parts;
import io.racedet.report.RunReport;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Accepted and known races that the tests of a run have not found. */
class AbsentRacesTest extends RunFolderTestCase {
  @Test
  void acceptedRace_thatNobodyFinds_isStale() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.quiet("a", "balance", 7));
    RunFolder.Written written = folder.finish();
    assertThat(written.stale()).singleElement().asString().startsWith("races.txt:7: stale: ");
    assertThat(json().warnings()).isEqualTo(written.stale());
    assertThat(SummaryText.of(output, written))
        .contains("racedet: races.txt:7: stale: the race on com.acme.Account.balance");
  }

  /** A line as racedet wrote it before it told such races at the callers. */
  @Test
  void acceptedRace_atAnAccessor_isStale_andSaysWhatReplacesIt() {
    AcceptedRace accepted =
        BaselineLine.parse(
            "bugs.Outer.value | bugs.Outer#access$000(Lbugs/Outer;)I:0"
                + " | bugs.Outer#access$002(Lbugs/Outer;I)I:0 | a view may be late",
            3);
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(new TestPart(Parts.clean("a").report(), "races.txt", List.of(accepted)));
    assertThat(folder.finish().stale())
        .singleElement()
        .asString()
        .startsWith("races.txt:3: stale: the race on bugs.Outer.value is at a method access$")
        .contains("-Dracedet.baseline=write");
  }

  @Test
  void acceptedRace_thatAnotherTestFinds_isNotStale() {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.quiet("a", "balance", 7));
    folder.begin("b");
    folder.end(Parts.racy("b", "balance"));
    assertThat(folder.finish().stale()).isEmpty();
  }

  private RunReport run(TestPart... parts) throws IOException {
    RunFolder folder = folder();
    for (TestPart part : parts) {
      folder.begin("a test");
      assertThat(folder.end(part)).isEmpty();
    }
    assertThat(folder.finish().problems()).isEmpty();
    return json();
  }

  private static List<String> gone(RunReport report) {
    return report.gone().stream().map(gone -> gone.race().text()).toList();
  }

  @Test
  void knownRace_isGone_ifEachTestThatHadShownItHasMissedIt() throws IOException {
    assertThat(gone(run(Parts.missing("a", "x", "a", "b"), Parts.missing("b", "x", "a", "b"))))
        .containsExactly("write-write race on Account.x");
  }

  @Test
  void knownRace_isNotGone_ifATestThatHadShownItDidNotRun_orAnotherOneFindsIt() throws IOException {
    RunReport report =
        run(
            Parts.missing("a", "x", "a", "b"),
            Parts.missing("c", "y", "c"),
            Parts.racy("d", "y"),
            Parts.clean("b"));
    assertThat(gone(report)).isEmpty();
    assertThat(fields(report)).containsExactly("Account.y");
  }

  @Test
  void whatIsGone_isNotSaidBeforeAllJvmsHaveEnded() {
    RunFolder one = folder();
    RunFolder other =
        new RunFolder(
            output, RUN, ProcessIdentity.of(ProcessHandle.current().parent().orElseThrow()));
    one.begin("a");
    other.begin("b");
    one.end(Parts.missing("a", "x", "a"));
    assertThat(one.finish().report()).hasValueSatisfying(so -> assertThat(gone(so)).isEmpty());
    RunFolder.Written last = other.finish();
    assertThat(last.report()).hasValueSatisfying(all -> assertThat(gone(all)).hasSize(1));
    assertThat(SummaryText.of(output, last).lines())
        .containsSequence("racedet: 1 gone", "racedet: gone: write-write race on Account.x");
  }
}
