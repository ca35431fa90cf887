package io.racedet.junit.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.gate.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the report says of JVMs that are killed, or exit, while they check a test. */
class EndedJvmTest extends RunFolderTestCase {
  @Test
  void killedJvm_losesOnlyItsRunningTest_andTheReportSaysSo() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("done");
    killed.end(Parts.racy("done", "balance"));
    killed.begin("AccountTest.transfers()");
    RunFolder folder = folder();
    folder.begin("other");
    folder.end(Parts.clean("other"));
    RunFolder.Written written = folder.finish();
    assertThat(tests(json())).containsExactly("done", "other");
    assertThat(json().warnings())
        .singleElement()
        .asString()
        .contains("was killed or has exited while it checked AccountTest.transfers()");
    assertThat(SummaryText.of(output, written))
        .contains("was killed or has exited while it checked");
  }

  /** As where a test calls {@code System.exit}. */
  @Test
  void jvmThatExitsInATest_saysThatTheResultIsMissing() throws IOException {
    RunFolder folder = folder();
    folder.begin("done");
    folder.end(Parts.clean("done"));
    folder.begin("AccountTest.transfers()");
    RunFolder.Written written = folder.finishAtExit();
    assertThat(written.isOpen()).isFalse();
    assertThat(SummaryText.of(output, written).lines())
        .containsExactly(
            "racedet: 1 test checked; 3 repetitions, 70 events; races: none",
            "racedet: a JVM of this run was killed or has exited while it checked"
                + " AccountTest.transfers(): the results of the tests",
            "racedet:   that it had not completed are missing",
            "racedet: report: " + output.resolve("report.html"));
    assertThat(json().warnings()).singleElement().asString().contains("has exited");
  }

  @Test
  void jvmThatExitsInATest_reportsWhatThisHadFound() throws IOException {
    RunFolder folder = folder();
    folder.begin("AccountTest.transfers()");
    folder.keep(Parts.racy("AccountTest.transfers()", "balance"));
    RunFolder.Written written = folder.finishAtExit();
    assertThat(fields(json())).containsExactly("Account.balance");
    assertThat(tests(json())).containsExactly("AccountTest.transfers()");
    assertThat(SummaryText.of(output, written))
        .contains("1 test checked", "races: 1 observed")
        .contains(
            "while it checked AccountTest.transfers(): except for what this one\n"
                + "racedet:   had found so far, the results of the tests that it had not completed"
                + " are missing\n");
  }

  @Test
  void jvmThatWasKilledInATest_reportsWhatThisHadFound() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("a");
    killed.keep(Parts.racy("a", "balance"));
    RunFolder folder = folder();
    folder.begin("b");
    folder.end(Parts.racy("b", "other"));
    folder.finish();
    assertThat(tests(json())).containsExactlyInAnyOrder("a", "b");
    assertThat(fields(json())).containsExactlyInAnyOrder("Account.balance", "Account.other");
  }

  /** No other JVM may come that writes the report. */
  @Test
  void whatATestHasFound_isInTheReportAtOnce() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.keep(Parts.racy("a", "balance"));
    assertThat(tests(json())).containsExactly("a");
    assertThat(fields(json())).containsExactly("Account.balance");
  }

  @Test
  void testOfAKilledJvm_thatHasAResultSince_isNotLost() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("a");
    killed.keep(Parts.racy("a", "balance"));
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.clean("a"));
    RunFolder.Written written = folder.finish();
    assertThat(fields(json())).isEmpty();
    assertThat(written.report().orElseThrow().warnings())
        .contains(
            "a JVM of this run was killed or has exited: the results of the tests that it had not"
                + " completed are missing");
  }

  /** Confirmed, for example. */
  @Test
  void resultOfATest_replacesWhatItHadFoundBefore() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.keep(Parts.racy("a", "first"));
    folder.end(Parts.racy("a", "last"));
    folder.begin("b");
    folder.finishAtExit();
    assertThat(fields(json())).containsExactly("Account.last");
    assertThat(tests(json())).containsExactly("a");
  }

  @Test
  void jvmThatExitsAfterItsTests_isComplete() throws IOException {
    RunFolder folder = folder();
    folder.begin("done");
    folder.end(Parts.clean("done"));
    folder.finishAtExit();
    assertThat(tests(json())).containsExactly("done");
    assertThat(json().warnings()).isEmpty();
    assertThat(folder.isOpen()).isFalse();
  }

  @Test
  void recordsOfKilledJvms_areRemovedByTheNextOne_thoseOfOthersStay() throws IOException {
    ProcessIdentity other = ProcessIdentity.of(ProcessHandle.current().parent().orElseThrow());
    Path killed = Files.createDirectories(new SpillFolders(output, DEAD).own());
    Path alive = Files.createDirectories(new SpillFolders(output, other).own());
    Path own = Files.createDirectories(new SpillFolders(output).own());
    Path unknown = Files.createDirectories(own.resolveSibling("mine"));
    Files.writeString(killed.resolve("recording-1.spill"), "records");
    RunFolder folder = folder();
    assertThat(folder.begin("a")).isEmpty();
    assertThat(killed).doesNotExist();
    assertThat(own).exists();
    folder.end(Parts.clean("a"));
    assertThat(folder.finish().problems()).isEmpty();
    assertThat(own).doesNotExist();
    assertThat(alive).exists();
    assertThat(unknown).exists();
  }

  /** One that exits in a test may still write them. */
  @Test
  void recordsOfAJvmThatExitsInATest_areLeftToTheNextOne() throws IOException {
    Path own = Files.createDirectories(new SpillFolders(output).own());
    RunFolder folder = folder();
    folder.begin("a");
    assertThat(folder.finishAtExit().problems()).isEmpty();
    assertThat(own).exists();
  }

  @Test
  void killedFork_losesItsRunningTestOnly() throws Exception {
    Process killed = start("killed", 6, "hang");
    try {
      while (!Files.exists(output.resolve("hanging")) && killed.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      killed.destroyForcibly().waitFor();
    }
    assertThat(fields(json())).contains("Account.field0", "Account.field5");
    assertThat(json().warnings()).singleElement().asString().contains("still running");
    assertThat(output(start("next", 1, "finish")))
        .contains("killed or has exited while it checked killedhang");
    assertThat(tests(json()))
        .containsExactly("killed0", "killed1", "killed2", "killed3", "killed4", "killed5", "next0");
  }
}
