package io.racedet.junit.bench;

import io.racedet.junit.known.Gate;
import io.racedet.junit.known.Known;
import io.racedet.junit.known.KnownSource;
import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The price of the file of known races, in microseconds of a test that finds no race: reading what
 * is known, and looking up its own entries; and of one that shows a race that is in the file.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class KnownBenchmark {
  private static final String TEST =
      "[engine:junit-jupiter]/[class:com.acme.AccountTest]/[method:f()]";

  /** How many races are known; -1 if there is no file in use. */
  @Param({"-1", "0", "10", "100"})
  public int races;

  private BenchFolder folder;
  private KnownSource source;
  private int run;

  /** Writes the file. */
  @Setup(Level.Trial)
  public void write() throws IOException {
    folder = BenchFolder.create();
    source =
        races < 0
            ? KnownSource.UNUSED
            : new KnownSource(Optional.of(folder.path().resolve("known.json")), true, Gate.NEW);
    Known.read(source, () -> "0")
        .learn(
            TEST,
            IntStream.range(0, races).mapToObj(i -> entry("field" + i, "0")).toList(),
            List.of());
  }

  /** Removes the file. */
  @TearDown(Level.Trial)
  public void delete() throws IOException {
    folder.delete();
  }

  private static KnownRace entry(String field, String run) {
    RaceKey key =
        RaceKey.of(
            "com.acme.Account." + field,
            "com.acme.Account#deposit(I)V:0",
            "com.acme.Account#balance()I:1");
    Frame frame = new Frame("com.acme.Account", "deposit", "Account.java", 7);
    return new KnownRace(
        RaceKey.ofTexts(key.variable(), key.first(), key.second()),
        "write-read",
        "write-read race (CONFIRMED) on Account." + field + ": Account.java:7 and Account.java:12",
        Grade.CONFIRMED,
        true,
        List.of(frame, frame),
        new KnownRace.Seen("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", run),
        List.of(new KnownRace.ByTest(TEST, 0, run)),
        new KnownRace.Again(
            List.of("NOISE:" + run),
            List.of(
                "racedet replay 1",
                "seed NOISE:4711",
                "attempt 12",
                "element -1",
                "late 2",
                "variable Account.balance",
                "first com.acme.Account.deposit(I)V#1",
                "second com.acme.Account.balance()I#3"),
            "target/racedet/accounttest.1.replay"));
  }

  /** A test of which nothing is known, and that shows no race. */
  @Benchmark
  public int quiet() {
    return Known.read(source, () -> "1").of("another test").size();
  }

  /** A test that shows one race, known or not. */
  @Benchmark
  public Optional<String> showing() {
    String now = Integer.toString(run++);
    return Known.read(source, () -> now).learn(TEST, List.of(entry("field0", now)), List.of());
  }
}
