package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.Timeline;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportedFindingsTest {
  private static RunReport of(String engine, String variable) {
    RaceFeed feed = RaceFeed.with(engine).open();
    feed.event(Op.ACQUIRE_SHARED, "a", "lock", "One.java:1");
    feed.write("a", variable, "One.java:2");
    feed.event(Op.RELEASE_SHARED, "a", "lock", "One.java:3");
    feed.write("b", variable, "One.java:4");
    return ReportedFindings.of("feed", List.of(engine), feed.finish());
  }

  @Test
  void raceOfAFeed_hasBothAccessesWithTheirLocks() {
    RunReport report = of("fasttrack", "x");

    assertThat(report.tests().get(0).outcome()).isEqualTo(Outcome.RACES);
    assertThat(report.races()).hasSize(1);
    ReportedRace race = report.races().get(0);
    assertThat(race.grade()).isEqualTo(Grade.OBSERVED);
    assertThat(race.first().locks()).containsExactly(new HeldLock("lock", true, Frame.UNKNOWN));
    assertThat(race.first().site().location()).isEqualTo("One.java:2");
    assertThat(race.second().site().location()).isEqualTo("One.java:4");
    assertThat(race.evidence().why()).isEqualTo("nothing in this trace orders the two accesses");
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Account.balance, com.acme.Account",
    "Account$1.x, Account$1",
    "x, One.java",
    "array int[10][3], One.java",
    "a b.c, One.java"
  })
  void variable_isListedUnderItsClass_orTheFileOfTheAccess(String variable, String className) {
    assertThat(of("fasttrack", variable).races().get(0).variable().className())
        .isEqualTo(className);
  }

  @Test
  void raceOfTwoEngines_isReportedOnce() {
    RaceFeed feed = RaceFeed.with("fasttrack").open();
    feed.write("a", "x", "One.java:2");
    feed.write("b", "x", "One.java:4");
    RaceReport found = feed.finish();

    RunReport report =
        ReportedFindings.of(
            "t",
            List.of("one", "two"),
            List.of(found, found),
            race -> Timeline.NONE,
            race -> "again");

    assertThat(report.races()).hasSize(1);
    assertThat(report.races().get(0).pairs()).isEqualTo(1);
    assertThat(report.races().get(0).history().replay()).isEqualTo("again");
  }

  @Test
  void feedWithoutARace_hasPassed() {
    RaceFeed feed = RaceFeed.with("fasttrack").open();
    feed.write("a", "x", "One.java:2");

    RunReport report = ReportedFindings.of("quiet", List.of("fasttrack"), feed.finish());

    assertThat(report.races()).isEmpty();
    assertThat(report.tests().get(0).outcome()).isEqualTo(Outcome.PASSED);
    assertThat(report.tests().get(0).events()).isEqualTo(1);
  }
}
