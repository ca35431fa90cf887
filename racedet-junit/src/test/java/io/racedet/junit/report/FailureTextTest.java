package io.racedet.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import io.racedet.report.Conflict;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.Position;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.SyncPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {
  private static final Circumstances WHERE =
      new Circumstances(
          "AccountTest.transfers()",
          "com.acme.AccountTest",
          3,
          "NOISE",
          "NOISE:4711",
          "@RaceFree(%s = %s)",
          List.of("1 of 3 races not decided"));

  private static Frame at(String type, String method, int line) {
    String file = type.substring(type.lastIndexOf('.') + 1) + ".java";
    return new Frame(type, method, file, line);
  }

  private static FoundRace found(Race race) {
    return FoundRace.of(race, ReportedRace.of(race), RunDetails.NONE);
  }

  private static Access access(int index, String thread, boolean write, String location) {
    return new Access(index, thread, write, false, location, List.of());
  }

  private static FoundRace race(
      RaceKind kind, Grade grade, String variable, int firstLine, int secondLine) {
    boolean firstWrites = kind != RaceKind.READ_WRITE;
    boolean secondWrites = kind != RaceKind.WRITE_READ;
    Race race =
        new Race(
            "fasttrack",
            variable,
            kind,
            access(1, "T1", firstWrites, "Cache.java:" + firstLine),
            access(2, "T2", secondWrites, "Cache.java:" + secondLine),
            1,
            Proof.of(grade, ""));
    ReportedRace reported = ReportedRace.of(race);
    return FoundRace.of(
        race,
        reported.with(
            new Conflict(
                reported.variable(),
                kind,
                access(reported.first(), firstLine),
                access(reported.second(), secondLine))),
        RunDetails.NONE);
  }

  private static ReportedAccess access(ReportedAccess access, int line) {
    return access(
        access, List.of(at("com.acme.Cache", "get", line)), List.of(), List.of(), "", null);
  }

  private static ReportedAccess access(
      ReportedAccess access,
      List<Frame> stack,
      List<HeldLock> locks,
      List<Frame> started,
      String startedBy,
      SyncPoint nearest) {
    return new ReportedAccess(
        new Position(access.index(), access.thread(), access.site(), stack, started, startedBy),
        access.write(),
        access.atomic(),
        locks,
        Optional.ofNullable(nearest));
  }

  private static FoundRace balance() {
    Race race =
        new Race(
            "fasttrack",
            "Account.balance",
            RaceKind.WRITE_READ,
            access(12, "worker-1", true, "Account.java:17"),
            access(40, "worker-2", false, "Account.java:22"),
            4,
            Proof.of(Grade.OBSERVED, ""));
    ReportedRace reported = ReportedRace.of(race);
    ReportedAccess first =
        access(
            reported.first(),
            List.of(
                at("com.acme.Account", "deposit", 17),
                at("com.acme.AccountTest", "lambda$transfers$0", 31),
                at("java.util.concurrent.FutureTask", "run", 264),
                at("java.lang.Thread", "run", 840)),
            List.of(),
            List.of(at("com.acme.AccountTest", "transfers", 29)),
            "main",
            new SyncPoint(14, Op.RELEASE, "Account@2", at("com.acme.Account", "deposit", 19)));
    ReportedAccess second =
        access(
            reported.second(),
            List.of(at("com.acme.Account", "withdraw", 22)),
            List.of(
                new HeldLock("Account@1", false, at("com.acme.Account", "withdraw", 20)),
                new HeldLock("ReentrantReadWriteLock@1", true, Frame.UNKNOWN)),
            List.of(),
            "",
            null);
    return FoundRace.of(
        race,
        new ReportedRace(
            new Conflict(reported.variable(), reported.kind(), first, second),
            reported.engine(),
            reported.pairs(),
            "object allocated at AccountTest.setUp(AccountTest.java:14)",
            reported.timeline(),
            reported.evidence(),
            reported.history()),
        RunDetails.NONE);
  }

  @Test
  void oneRace_inFull() {
    assertThat(FailureText.of(List.of(balance()), WHERE))
        .isEqualTo(
            """
            write-read race (OBSERVED) on Account.balance: Account.java:17 and Account.java:22
              write by "worker-1", holding no lock
                at com.acme.Account.deposit(Account.java:17)
                at com.acme.AccountTest.lambda$transfers$0(AccountTest.java:31)
                ... 2 frames of libraries
                thread started at com.acme.AccountTest.transfers(AccountTest.java:29) by "main"
              read by "worker-2", holding Account@1 since com.acme.Account.withdraw(Account.java:20), ReentrantReadWriteLock@1
                  (shared) since before the recording
                at com.acme.Account.withdraw(Account.java:22)
              object allocated at AccountTest.setUp(AccountTest.java:14)
              nothing orders them:
                "worker-1" after its access next synchronises by releasing Account@2 at com.acme.Account.deposit(Account.java:19)
                "worker-2" does not synchronise with "worker-1" before its access
              4 pairs of accesses at these locations

            found in AccountTest.transfers(), repetition 3 (schedule NOISE), the first with a race
            replay:    -Dracedet.seed=NOISE:4711
            fix:       order the accesses, for example by one common lock, or by a volatile or atomic variable
            accept:    -Dracedet.baseline=write adds it to racedet-baseline.txt, where it needs a reason
            leave out: @RaceFree(exclude = "com.acme.Account") if the class is not under test
            limit:     1 of 3 races not decided
            """);
  }

  private static FoundRace near(HandOver handOver, Op after, Grade grade) {
    FoundRace found = race(RaceKind.WRITE_READ, grade, "Cache.hits", 5, 9);
    ReportedRace race = found.reported();
    SyncPoint point = new SyncPoint(3, after, "x", Frame.UNKNOWN);
    ReportedAccess first =
        access(race.first(), race.first().stack(), List.of(), List.of(), "", point);
    ReportedRace near = race.with(new Conflict(race.variable(), race.kind(), first, race.second()));
    return FoundRace.of(found.race(), near, RunDetails.NONE.with(handOver));
  }

  @ParameterizedTest
  @CsvSource({
    "BACKWARDS, RELEASE, OBSERVED, '\"T2\" came first there, so this does not order them'",
    "DIFFERENT, SEND, OBSERVED, 'these are of different keys, elements or objects, so this does not order them'",
    "DIFFERENT, SYNC_WRITE, OBSERVED, 'these are of different objects, so this does not order them'",
    "SHARED, RELEASE_SHARED, OBSERVED, 'both are in read mode, so this does not order them'",
    "FORWARDS, RELEASE, CONFIRMED, 'in the run that is shown this ordered them, by chance'"
  })
  void handOverThatOrdersNothing_isExplained(
      HandOver handOver, Op after, Grade grade, String text) {
    String lines = "before its access\n    " + text + '\n';
    assertThat(FailureText.of(List.of(near(handOver, after, grade)), WHERE)).contains(lines);
    assertThat(FailureText.reason(near(handOver, after, grade))).endsWith(text);
  }

  @ParameterizedTest
  @CsvSource({"UNRELATED, OBSERVED", "FORWARDS, WITNESSED"})
  void otherSynchronisation_needsNoExplanation(HandOver handOver, Grade grade) {
    assertThat(FailureText.reason(near(handOver, Op.RELEASE, grade))).endsWith("before its access");
  }

  @Test
  void predicted_saysThatTheRunOrderedThem() {
    String text =
        FailureText.of(
            List.of(race(RaceKind.WRITE_WRITE, Grade.PREDICTED, "Cache.value", 5, 5)), WHERE);
    assertThat(text)
        .startsWith("write-write race (PREDICTED) on Cache.value: both at Cache.java:5\n")
        .contains("ordered in this run; another order of the same locks may allow both at once");
  }

  @Test
  void manyRaces_tenInFull_theRestCounted_eachPairOfLocationsOnce() {
    List<FoundRace> races = new ArrayList<>();
    IntStream.rangeClosed(1, 12)
        .forEach(
            line -> races.add(race(RaceKind.WRITE_READ, Grade.OBSERVED, "Cache.value", line, 99)));
    races.add(race(RaceKind.READ_WRITE, Grade.OBSERVED, "Cache.value", 99, 1));
    String text = FailureText.of(races, WHERE);
    assertThat(text.lines().findFirst().orElseThrow()).endsWith("(and 11 races more)");
    assertThat(text).contains("\n10. write-read race").doesNotContain("\n11. ");
    assertThat(text).contains("\n... and 2 races more\n");
  }

  @Test
  void differentFixes_areAtTheirRaces_oneFixIsAtTheEnd() {
    FoundRace one = race(RaceKind.WRITE_WRITE, Grade.OBSERVED, "Cache.hits", 5, 5);
    FoundRace other = race(RaceKind.WRITE_WRITE, Grade.OBSERVED, "Cache.open", 9, 9);
    assertThat(FailureText.of(List.of(one.fixedBy("use one"), other), WHERE))
        .contains("  fix: use one\n", "  fix: order the accesses")
        .doesNotContain("\nfix:  ");
    assertThat(FailureText.of(List.of(one.fixedBy("use it"), other.fixedBy("use it")), WHERE))
        .contains("\nfix:       use it\n")
        .doesNotContain("  fix: ");
  }

  @Test
  void accessInTheTestItself_cannotBeLeftOut() {
    Circumstances where =
        new Circumstances(
            "CacheTest.t()",
            "com.acme.Cache",
            1,
            "NONE",
            "NONE:1",
            "@RaceFree(%s = %s)",
            List.of());
    FoundRace found = race(RaceKind.WRITE_WRITE, Grade.OBSERVED, "Cache.value", 5, 5);
    assertThat(FailureText.of(List.of(found), where)).doesNotContain("leave out", "limit:");
  }

  @Test
  void unknownLocation_isNamed() {
    Race race =
        new Race(
            "fasttrack",
            "x",
            RaceKind.WRITE_WRITE,
            access(1, "T1", true, ""),
            access(2, "T2", true, ""),
            1,
            Proof.of(Grade.OBSERVED, ""));
    assertThat(FailureText.of(List.of(found(race)), WHERE))
        .startsWith("write-write race (OBSERVED) on x: both at an unknown location\n")
        .contains("    at an unknown location\n");
  }
}
