package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.race.Witness.Step;
import java.util.List;
import java.util.Optional;

/** A small report with each kind of race, as tests of a bank might produce it. */
public final class BankReport {
  public static final String SOURCE =
      """
      package com.acme.bank;

      import java.util.HashMap;
      import java.util.Map;

      class Account {
        private final Object lock = new Object();
        private int balance;
        private boolean open;
        private final Map<String, Integer> audit = new HashMap<>();

        void open() {
          // No lock: nobody else has the account yet, or so we thought.
          open = true;
          synchronized (lock) {
            balance = 0;
          }
        }

        boolean isOpen() {
          synchronized (lock) {
            balance += 0;
          }
          return open;
        }

        void deposit(int amount) {
          balance += amount;
        }
      }
      """;

  private static final String ACCOUNT = "com.acme.bank.Account";
  private static final String TEST = "com.acme.bank.AccountTest";

  private BankReport() {}

  public static RunReport report() {
    return RunReport.of(
        "0.1.0",
        List.of(
            new TestRun(
                "[test:opens]",
                "opens()",
                TEST,
                Outcome.RACES,
                12,
                20_412,
                "NOISE:7",
                List.of("fasttrack", "pwr-ee-l"),
                List.of("opens-1.rdt"),
                List.of(),
                0,
                List.of()),
            new TestRun(
                "[test:deposits]",
                "deposits()",
                TEST,
                Outcome.RACES,
                1,
                1_033,
                "NONE:11",
                List.of("fasttrack", "pwr-ee-l"),
                List.of("deposits-1.rdt"),
                List.of(),
                0,
                List.of()),
            new TestRun(
                "[test:reads]",
                "reads()",
                TEST,
                Outcome.ONE_THREAD,
                100,
                90_000,
                "NONE:13",
                List.of("fasttrack", "pwr-ee-l"),
                List.of(),
                List.of("only one thread"),
                0,
                List.of())),
        List.of(opened(Grade.WITNESSED, 14, 24), deposited()),
        List.of());
  }

  /** The flag that is set before, and read after, a section of the same lock. */
  public static ReportedRace opened(Grade grade, int writeLine, int readLine) {
    return new ReportedRace(
        new Conflict(
            new ReportedVariable(ACCOUNT + ".open", "Account.open", ACCOUNT),
            RaceKind.WRITE_READ,
            access(4, "teller-1", true, "open", "()V", 0, writeLine, 31),
            access(9, "teller-2", false, "isOpen", "()Z", 3, readLine, 32)),
        "pwr-ee-l",
        1,
        "object allocated at com.acme.bank.AccountTest.opens(AccountTest.java:29)",
        new Timeline(
            List.of(
                step(4, "teller-1", "w(Account.open)", "Account.java:" + writeLine),
                step(5, "teller-1", "acq(Account@1)", "Account.java:15"),
                step(6, "teller-1", "rel(Account@1)", "Account.java:17"),
                step(7, "teller-2", "acq(Account@1)", "Account.java:21"),
                step(8, "teller-2", "rel(Account@1)", "Account.java:23"),
                step(9, "teller-2", "r(Account.open)", "Account.java:" + readLine)),
            List.of(
                new Section("teller-1", "Account@1", false, 5, 6),
                new Section("teller-2", "Account@1", false, 7, 8)),
            0),
        new Evidence(
            grade,
            "ordered in this run only by chance: another order of the same locks allows both at"
                + " once\n"
                + "    \"teller-1\" after its access next synchronises by acquiring Account@1\n"
                + "    \"teller-2\" before its access last synchronised by releasing Account@1",
            "",
            "hold Account@1 at Account.java:14, too, as the read at Account.java:24 does",
            new WitnessOrder(
                5,
                2,
                List.of(
                    step(3, "main", "fork(teller-2)", "AccountTest.java:32"),
                    step(7, "teller-2", "acq(Account@1)", "Account.java:21"),
                    step(8, "teller-2", "rel(Account@1)", "Account.java:23")))),
        new History(
            List.of(new Occurrence("[test:opens]", 12, "NOISE:7:12", "opens-1.rdt")),
            0,
            "-Dracedet.seed=NOISE:7:12",
            "com.acme.bank.Account.open " + ACCOUNT + "#open()V:0 " + ACCOUNT + "#isOpen()Z:3",
            "",
            Standing.UNKNOWN));
  }

  private static ReportedRace deposited() {
    return new ReportedRace(
        new Conflict(
            new ReportedVariable(ACCOUNT + ".balance", "Account.balance", ACCOUNT),
            RaceKind.READ_WRITE,
            access(4, "teller-1", false, "deposit", "(I)V", 0, 28, 51),
            access(5, "teller-2", true, "deposit", "(I)V", 1, 28, 52)),
        "fasttrack",
        3,
        "",
        new Timeline(
            List.of(
                step(4, "teller-1", "r(Account.balance)", "Account.java:28"),
                step(5, "teller-2", "w(Account.balance)", "Account.java:28")),
            List.of(),
            0),
        new Evidence(Grade.OBSERVED, "nothing orders them", "", "", WitnessOrder.NONE),
        History.of(
            List.of(new Occurrence("[test:deposits]", 1, "NONE:11", "deposits-1.rdt")),
            "-Dracedet.seed=NONE:11"));
  }

  private static ReportedAccess access(
      long index,
      String thread,
      boolean write,
      String method,
      String descriptor,
      int ordinal,
      int line,
      int started) {
    return new ReportedAccess(
        new Position(
            index,
            thread,
            new Instruction(ACCOUNT, method, descriptor, ordinal, "Account.java", line),
            List.of(
                new Frame(ACCOUNT, method, "Account.java", line),
                new Frame(TEST, "lambda$opens$0", "AccountTest.java", started)),
            List.of(new Frame(TEST, "opens", "AccountTest.java", started)),
            "main"),
        write,
        false,
        List.of(),
        Optional.empty());
  }

  private static Step step(long index, String thread, String event, String location) {
    return new Step(index, thread, event, location);
  }
}
