package io.racedet.junit.bench;

import io.racedet.junit.RaceCheck;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The price of a repetition: of a tiny test with two threads, checked as it is by default. The
 * counter has the repetitions of a second; their analysis is part of them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class RepetitionBenchmark {
  private static final int REPETITIONS = 100;

  private BenchFolder folder;

  /** How often the test has run. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Runs {
    /** In one iteration. */
    public int repetitions;
  }

  /** What the two threads share. */
  private static final class Account {
    private int balance;

    synchronized void deposit() {
      balance++;
    }
  }

  /** Makes a folder for the reports. */
  @Setup(Level.Trial)
  public void create() throws IOException {
    folder = BenchFolder.create();
  }

  /** Removes the folder. */
  @TearDown(Level.Trial)
  public void delete() throws IOException {
    folder.delete();
  }

  /** A check, with all its repetitions. */
  @Benchmark
  public void check(Runs runs) {
    RaceCheck.with()
        .repetitions(REPETITIONS)
        .timeLimit("1m")
        .output(folder.path().toString())
        .instrument(Account.class.getName())
        .run(
            () -> {
              runs.repetitions++;
              Account account = new Account();
              RaceCheck.inParallel(account::deposit, account::deposit);
            });
  }
}
