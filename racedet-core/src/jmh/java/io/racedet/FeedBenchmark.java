package io.racedet;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Events per second that one thread feeds to {@code fasttrack}: 10 M events of 8 threads, 100 locks
 * and 100 k variables, 10 % of them acquires and releases, valid and free of races.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class FeedBenchmark {
  private static final int EVENTS = 10_000_000;
  private static final int THREADS = 8;
  private static final int LOCKS = 100;
  private static final int VARIABLES = 100_000;
  private static final int LOCATIONS = 500;
  private static final int SECTION = 20;

  private final byte[] ops = new byte[EVENTS];
  private final byte[] threads = new byte[EVENTS];
  private final int[] operands = new int[EVENTS];
  private final short[] locations = new short[EVENTS];
  private final String[] threadNames = names("T", THREADS);
  private final String[] lockNames = names("lock", LOCKS);
  private final String[] variableNames = names("object.field", VARIABLES);
  private final String[] locationNames = names("Class.java:", LOCATIONS);

  private static String[] names(String prefix, int count) {
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = prefix + i;
    }
    return names;
  }

  /** Critical sections of 20 events; a lock guards the variables that equal it modulo LOCKS. */
  @Setup
  public void compose() {
    SplittableRandom random = new SplittableRandom(17);
    for (int at = 0; at < EVENTS; at += SECTION) {
      int thread = random.nextInt(THREADS);
      int lock = random.nextInt(LOCKS);
      for (int i = 0; i < SECTION; i++) {
        boolean first = i == 0;
        boolean last = i == SECTION - 1;
        boolean write = random.nextInt(4) == 0;
        Op op = first ? Op.ACQUIRE : last ? Op.RELEASE : write ? Op.WRITE : Op.READ;
        ops[at + i] = (byte) op.ordinal();
        threads[at + i] = (byte) thread;
        operands[at + i] = first || last ? lock : lock + LOCKS * random.nextInt(VARIABLES / LOCKS);
        locations[at + i] = (short) random.nextInt(LOCATIONS);
      }
    }
  }

  /** Feeds the events with handles that were looked up in advance. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public RaceReport handles() {
    RaceFeed feed = RaceFeed.with("fasttrack").open();
    for (String name : threadNames) {
      feed.handle(Operand.THREAD, name);
    }
    for (String name : lockNames) {
      feed.handle(Operand.LOCK, name);
    }
    for (String name : variableNames) {
      feed.handle(Operand.VARIABLE, name);
    }
    for (String name : locationNames) {
      feed.location(name);
    }
    for (int i = 0; i < EVENTS; i++) {
      feed.event(Op.of(ops[i]), threads[i], operands[i], locations[i]);
    }
    return raceFree(feed);
  }

  /** Feeds the same events by name. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public RaceReport names() {
    RaceFeed feed = RaceFeed.with("fasttrack").open();
    for (int i = 0; i < EVENTS; i++) {
      Op op = Op.of(ops[i]);
      String[] operandNames = op.operand() == Operand.LOCK ? lockNames : variableNames;
      feed.event(
          op, threadNames[threads[i]], operandNames[operands[i]], locationNames[locations[i]]);
    }
    return raceFree(feed);
  }

  private static RaceReport raceFree(RaceFeed feed) {
    RaceReport report = feed.finish();
    if (!report.races().isEmpty() || report.events() != EVENTS) {
      throw new IllegalStateException("not the trace that was composed: " + report.text());
    }
    return report;
  }
}
