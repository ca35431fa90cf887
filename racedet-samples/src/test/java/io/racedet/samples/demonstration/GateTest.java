package io.racedet.samples.demonstration;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import io.racedet.samples.demonstration.BankRepository.Build;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The life of a project: it is clean, a race is introduced, accepted, and fixed. Each commit is
 * built by Maven, with parallel forks and with Failsafe.
 */
@Tag("soak")
class GateTest {
  private static final String BASELINE = "racedet-baseline.txt";

  private static RunReport report(BankRepository bank) throws IOException {
    try (InputStream in = Files.newInputStream(bank.file("target/racedet/races.json"))) {
      return JsonReport.read(in);
    }
  }

  @Test
  void gate_passesFailsPassesAndReportsTheStaleEntry(@TempDir Path work) throws Exception {
    BankRepository bank = new BankRepository(work);
    bank.commitAccount("Account", "Add accounts");
    Build clean = bank.build();
    assertThat(clean.passed()).as(clean.log()).isTrue();
    assertThat(clean.summary()).anyMatch(line -> line.contains("6 tests checked"));
    assertThat(clean.summary()).anyMatch(line -> line.contains("; races: none"));
    assertThat(report(bank).tests()).hasSize(6);
    assertThat(report(bank).races()).isEmpty();
    assertThat(report(bank).warnings()).isEmpty();

    bank.commitAccount("RacyAccount", "Remember the last deposit");
    Build racy = bank.build("-Dmaven.test.failure.ignore=false");
    assertThat(racy.passed()).isFalse();
    assertThat(racy.log()).contains("on Account.last: both at Account.java:9");
    assertThat(racy.log()).doesNotContain("on Account.balance");
    assertThat(report(bank).races())
        .extracting(race -> race.variable().name())
        .containsExactly("Account.last");
    assertThat(bank.traces()).isPositive();

    Build writing = bank.build("-Dracedet.baseline=write");
    assertThat(writing.passed()).as(writing.log()).isTrue();
    Build unexplained = bank.build();
    assertThat(unexplained.passed()).isFalse();
    assertThat(unexplained.log()).contains(BASELINE + ":3: no reason");
    String baseline = Files.readString(bank.file(BASELINE));
    bank.write(BASELINE, baseline.replaceAll("TODO.*", "the last one is only shown"));
    bank.commit("Accept that the last deposit may be wrong");
    Build accepted = bank.build();
    assertThat(accepted.passed()).as(accepted.log()).isTrue();
    assertThat(accepted.summary()).anyMatch(line -> line.contains("; races: 1 accepted"));
    assertThat(accepted.log()).doesNotContain("stale");
    assertThat(report(bank).races())
        .extracting(race -> race.history().accepted())
        .containsExactly("the last one is only shown");

    bank.commitAccount("FixedAccount", "Remember the last deposit under the lock");
    Build fixed = bank.build();
    assertThat(fixed.passed()).as(fixed.log()).isTrue();
    assertThat(fixed.summary())
        .anyMatch(line -> line.contains(BASELINE + ":3: stale: the race on com.acme.Account.last"));
    assertThat(report(bank).races()).isEmpty();
  }
}
