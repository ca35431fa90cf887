package io.racedet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.AnalysisReport;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportedDeadlockTest {
  @Test
  void key_namesTheLocations_whereverTheCycleBegins() {
    ReportedDeadlock deadlock = DeadlockReports.two(Grade.WITNESSED);
    ReportedDeadlock turned =
        new ReportedDeadlock(
            1,
            List.of(deadlock.requests().get(1), deadlock.requests().get(0)),
            new Evidence(Grade.PREDICTED, "", "", "", WitnessOrder.NONE),
            History.of(deadlock.history().sightings(), ""));
    assertThat(deadlock.key())
        .isEqualTo(
            RaceKey.ofTexts("deadlock", "com.acme.Stock#move()V:0", "com.acme.Stock#take()V:0"))
        .isEqualTo(turned.key());
    assertThat(deadlock.key().locations())
        .containsExactly("com.acme.Stock#move()V:0", "com.acme.Stock#take()V:0");
  }

  @Test
  void locations_ofThreeRequests_all() {
    ReportedDeadlock two = DeadlockReports.two(Grade.WITNESSED);
    ReportedRequest third = DeadlockReports.request(12, "c", "Stock@3", "put", 31, "Stock@4", 30);
    ReportedDeadlock three =
        new ReportedDeadlock(
            1,
            List.of(third, two.requests().get(1), two.requests().get(0)),
            new Evidence(Grade.PREDICTED, "", "", "", WitnessOrder.NONE),
            History.of(List.of(), ""));
    assertThat(three.key().locations())
        .containsExactly(
            "com.acme.Stock#move()V:0", "com.acme.Stock#put()V:0", "com.acme.Stock#take()V:0");
    RaceKey key = three.key();
    assertThat(RaceKey.ofTexts(key.variable(), key.first(), key.second())).isEqualTo(key);
    assertThat(RaceKey.ofTexts("A.b & c", "z", "x & y").locations()).containsExactly("x & y", "z");
  }

  @Test
  void key_readFromAFileOfAnEarlierVersion_isTheSame() {
    RaceKey key = RaceKey.ofDeadlock(List.of("c", "a", "b"));
    RaceKey before = RaceKey.ofTexts("dead-lock", "a", "b & c");
    assertThat(before).isEqualTo(key);
    assertThat(before.variable()).isEqualTo("deadlock");
    assertThat(before.fingerprint()).isEqualTo(key.fingerprint());
  }

  /* A trace may have a variable of any name. */
  @Test
  void key_ofARaceOnAVariableOfThatName_isAnother() {
    RaceKey race = RaceKey.of("deadlock", "a", "b & c");
    RaceKey deadlock = RaceKey.ofDeadlock(List.of("a", "b", "c"));
    assertThat(race).isNotEqualTo(deadlock);
    assertThat(race.locations()).containsExactly("a", "b & c");
    assertThat(deadlock.locations()).containsExactly("a", "b", "c");
  }

  @Test
  void key_withoutLocations_namesTheLocks() {
    Deadlock.Request one = new Deadlock.Request(2, "T1", "b", false, "", List.of("a"));
    Deadlock.Request other = new Deadlock.Request(4, "T2", "a", true, "", List.of("b (shared)"));
    ReportedDeadlock found =
        ReportedDeadlock.of(
            new Deadlock(List.of(one, other), 1, Proof.of(Grade.PREDICTED, "because")));
    assertThat(found.key().locations()).containsExactly("? a", "? b");
    assertThat(found.requests().get(1).locks()).containsExactly(new LockHold("b", true, List.of()));
    assertThat(found.evidence().why()).endsWith("at the same time; because");
  }

  private static ReportedDeadlock withoutInstructions(String lock, Frame... stack) {
    Position position = new Position(0, "T", Instruction.UNKNOWN, List.of(stack), List.of(), "");
    ReportedRequest request = new ReportedRequest(position, lock, false, List.of());
    return new ReportedDeadlock(
        1,
        List.of(request, request),
        new Evidence(Grade.OBSERVED, "", "", "", WitnessOrder.NONE),
        History.NONE);
  }

  /** Neither a line nor a number, which another version or run may have otherwise. */
  @Test
  void key_withoutInstructions_namesTheMethods() {
    Frame inner = new Frame("com.acme.Stock", "put", "Stock.java", 31);
    Frame outer = new Frame("com.acme.Shop", "buy", "Shop.java", 3);
    assertThat(withoutInstructions("Stock@2", inner, outer).key().locations())
        .containsOnly("? com.acme.Stock.put");
  }

  @ParameterizedTest
  @CsvSource({
    "Stock@2, ? Stock",
    "Object@13 monitor, ? Object monitor",
    "object 17, ? object",
    "the bin of key Id@3 in Cache.map, ? the bin of key Id in Cache.map",
    "lock 2, ? lock 2"
  })
  void key_ofLocksAlone_hasNoNumbersOfObjects(String lock, String expected) {
    assertThat(withoutInstructions(lock).key().locations()).containsOnly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "the bin of key 1 in Cache.map, the bin of key 2 in Cache.map,"
        + " 'the bin of key 1, the bin of key 2 in Cache.map'",
    "the bin of key 1 in Cache.map, the bin of key 1 in Cache.old,"
        + " 'the bin of key 1 in Cache.map, the bin of key 1 in Cache.old'",
    "the bin of key 1 in Cache.map, in Cache.map, 'the bin of key 1 in Cache.map, in Cache.map'",
    "a monitor, a monitor, 'a monitor, a monitor'"
  })
  void locks_ofOneMap_nameItOnce(String one, String other, String expected) {
    List<ReportedRequest> requests =
        List.of(
            withoutInstructions(one).requests().get(0),
            withoutInstructions(other).requests().get(0));
    Evidence evidence = new Evidence(Grade.OBSERVED, "", "", "", WitnessOrder.NONE);
    assertThat(new ReportedDeadlock(1, requests, evidence, History.NONE).locks())
        .isEqualTo(expected);
  }

  @Test
  void schedule_columnsOfItsThreads() {
    assertThat(AnalysisReport.schedule(DeadlockReports.two(Grade.WITNESSED)))
        .isEqualTo(
            """
                the first 2 events as recorded, then
                buyer                            seller                           other threads
                                                                                  main #6 fork(seller) StockTest.java:31
                                                 #7 acq(Stock@2) Stock.java:20
                #3 <acq(Stock@2)> Stock.java:11  #8 <acq(Stock@1)> Stock.java:21  each waits for another one
            """);
  }

  @ParameterizedTest
  @CsvSource({"5, 1 other event", "49, 45 other events"})
  void schedule_saysHowManyEventsItDoesNotShow(int events, String others) {
    ReportedDeadlock deadlock = DeadlockReports.two(Grade.WITNESSED);
    WitnessOrder order = new WitnessOrder(events, 2, deadlock.evidence().witness().steps());
    assertThat(AnalysisReport.schedule(deadlock.with(deadlock.evidence().by(order))))
        .startsWith(
            "    the first 2 events as recorded, then\n    ("
                + others
                + " not shown here)\n    buyer ");
  }

  /** Each cell is of 61 characters at least: with the margin, two are more than 120. */
  @Test
  void wideSchedule_hasItsThreadsOneBelowTheOther() {
    ReportedDeadlock narrow = DeadlockReports.two(Grade.WITNESSED);
    String first = "Warehouse.stockOfTheDay (ReentrantLock)";
    String second = "Warehouse.stockOfTheWeek (ReentrantLock)";
    ReportedDeadlock wide =
        new ReportedDeadlock(
            1,
            List.of(
                DeadlockReports.request(3, "buyer", second, "move", 11, first, 10),
                DeadlockReports.request(8, "seller", first, "take", 21, second, 20)),
            narrow.evidence(),
            narrow.history());
    assertThat(AnalysisReport.schedule(wide))
        .isEqualTo(
            """
                the first 2 events as recorded, then
                main
                  #6 fork(seller) StockTest.java:31
                seller
                  #7 acq(Stock@2) Stock.java:20
                each waits for another one
                  buyer: #3 <acq(Warehouse.stockOfTheWeek (ReentrantLock))> Stock.java:11
                  seller: #8 <acq(Warehouse.stockOfTheDay (ReentrantLock))> Stock.java:21
            """);
  }

  @Test
  void deadlockOfTwoParts_isKeptOnce_asTheBetterProved() {
    RunReport predicted = DeadlockReports.report(DeadlockReports.two(Grade.PREDICTED));
    RunReport confirmed = DeadlockReports.report(DeadlockReports.two(Grade.CONFIRMED));
    RunReport merged = RunReport.merge(List.of(predicted, confirmed));
    assertThat(merged.deadlocks()).hasSize(1);
    assertThat(merged.deadlocks().get(0).grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(merged.deadlocks().get(0).patterns()).isEqualTo(2);
    assertThat(merged.deadlocks().get(0).history().sightings()).hasSize(1);
  }

  @Test
  void accepted_ifAllPartsSaySo() {
    ReportedDeadlock open = DeadlockReports.two(Grade.CONFIRMED);
    ReportedDeadlock accepted =
        open.with(open.history().accepted(open.history().accept(), "never together"));
    assertThat(accepted.isAccepted()).isTrue();
    RunReport one = DeadlockReports.report(open);
    RunReport other = DeadlockReports.report(accepted);
    assertThat(RunReport.merge(List.of(one, other)).deadlocks().get(0).isAccepted()).isFalse();
    assertThat(RunReport.merge(List.of(other, other)).deadlocks().get(0).isAccepted()).isTrue();
  }
}
