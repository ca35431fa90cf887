package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.Witness;
import java.util.List;

/** Reports of deadlocks, as of a test of a library for stock. */
public final class DeadlockReports {
  private static final String STOCK = "com.acme.Stock";

  private DeadlockReports() {}

  /** Two threads that take two monitors in opposite orders. */
  public static ReportedDeadlock two(Grade grade) {
    return new ReportedDeadlock(
        1,
        List.of(
            request(3, "buyer", "Stock@2", "move", 11, "Stock@1", 10),
            request(8, "seller", "Stock@1", "take", 21, "Stock@2", 20)),
        new Evidence(
            grade,
            "avoided in this run only by chance: another order of the same events ends in it",
            "",
            "take the locks in one order",
            new WitnessOrder(
                4,
                2,
                List.of(
                    new Witness.Step(6, "main", "fork(seller)", "StockTest.java:31"),
                    new Witness.Step(7, "seller", "acq(Stock@2)", "Stock.java:20")))),
        new History(
            List.of(new Occurrence("[test:moves]", 3, "NOISE:7", "")),
            0,
            "-Dracedet.seed=NOISE:7",
            "deadlock | com.acme.Stock#move()V:0 | com.acme.Stock#take()V:0 | TODO",
            "",
            Standing.UNKNOWN));
  }

  /** A thread that holds a lock, taken in a line, and requests another one in another line. */
  public static ReportedRequest request(
      long index, String thread, String lock, String method, int line, String held, int taken) {
    return new ReportedRequest(
        new Position(
            index,
            thread,
            new Instruction(STOCK, method, "()V", 0, "Stock.java", line),
            List.of(
                new Frame(STOCK, method, "Stock.java", line),
                new Frame("com.acme.StockTest", "moves", "StockTest.java", 30)),
            List.of(new Frame("com.acme.StockTest", "moves", "StockTest.java", 29)),
            "main"),
        lock,
        false,
        List.of(new LockHold(held, false, List.of(new Frame(STOCK, method, "Stock.java", taken)))));
  }

  /** A report of one of them. */
  public static RunReport report(ReportedDeadlock deadlock) {
    TestRun test =
        new TestRun(
            "[test:moves]",
            "moves()",
            "com.acme.StockTest",
            Outcome.RACES,
            3,
            24,
            "NOISE:7",
            List.of("fasttrack"),
            List.of(),
            List.of(),
            0,
            List.of());
    return RunReport.of("1", List.of(test), List.of(deadlock), List.of());
  }
}
