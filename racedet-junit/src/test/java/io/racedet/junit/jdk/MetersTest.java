package io.racedet.junit.jdk;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.racedet.junit.RaceFree;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one thread counts or sets, another one asks for: it is ordered after the count. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class MetersTest extends GuardedPrograms {
  private final MeterRegistry meters = new SimpleMeterRegistry();

  private static void handOver(Step count, BooleanSupplier isCounted) throws Exception {
    Cell cell = new Cell();
    Thread writer =
        start(
            () -> {
              cell.add();
              count.run();
            });
    while (!isCounted.getAsBoolean()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  void counter() throws Exception {
    Counter counter = meters.counter("values");
    handOver(counter::increment, () -> counter.count() >= 1);
    handOver(() -> counter.increment(5), () -> counter.count() >= 6);
    guarded(counter::increment, () -> counter.count() >= 7);
  }

  /** Who finds that nothing is counted yet owns the cell as long as it holds the lock. */
  @Test
  void counter_ofNothing() throws Exception {
    Counter counter = meters.counter("values");
    Cell cell = new Cell();
    Object lock = new Object();
    inParallel(
        () -> {
          synchronized (lock) {
            if (counter.count() == 0) {
              cell.add();
            }
          }
        },
        () -> {
          synchronized (lock) {
            counter.increment();
          }
          cell.add();
        });
  }

  @Test
  void counter_ofSeveralThreads() throws Exception {
    Counter counter = meters.counter("values");
    Cell one = new Cell();
    Cell two = new Cell();
    Thread first =
        start(
            () -> {
              one.add();
              counter.increment();
            });
    Thread second =
        start(
            () -> {
              two.add();
              counter.increment();
            });
    while (counter.count() < 2) {
      Thread.onSpinWait();
    }
    one.add();
    two.add();
    join(first, second);
  }

  @Test
  void counter_found() throws Exception {
    handOver(
        () -> meters.counter("values").increment(),
        () -> {
          Counter counter = meters.find("values").counter();
          return counter != null && counter.count() >= 1;
        });
  }

  @Test
  void counter_ofSeveralRegistries() throws Exception {
    CompositeMeterRegistry all = new CompositeMeterRegistry(Clock.SYSTEM);
    all.add(meters);
    Counter counter = all.counter("values");
    handOver(counter::increment, () -> meters.counter("values").count() >= 1);
    handOver(counter::increment, () -> counter.count() >= 2);
  }

  @Test
  void timer() throws Exception {
    Timer timer = meters.timer("values");
    handOver(() -> timer.record(1, TimeUnit.SECONDS), () -> timer.count() >= 1);
    handOver(() -> timer.record(1, TimeUnit.SECONDS), () -> timer.totalTime(TimeUnit.SECONDS) >= 2);
    handOver(() -> timer.record(() -> {}), () -> timer.count() >= 3);
    handOver(() -> timer.record(4, TimeUnit.SECONDS), () -> timer.mean(TimeUnit.SECONDS) >= 1.1);
    guarded(() -> timer.record(1, TimeUnit.SECONDS), () -> timer.count() >= 5);
  }

  @Test
  void summary() throws Exception {
    DistributionSummary summary = meters.summary("values");
    handOver(() -> summary.record(1), () -> summary.count() >= 1);
    handOver(() -> summary.record(1), () -> summary.totalAmount() >= 2);
    guarded(() -> summary.record(1), () -> summary.count() >= 3);
  }

  @Test
  void gauge() throws Exception {
    AtomicInteger value = new AtomicInteger();
    Gauge gauge = Gauge.builder("values", () -> value).register(meters);
    handOver(value::incrementAndGet, () -> gauge.value() >= 1);
    meters.gauge("others", value);
    handOver(value::incrementAndGet, () -> meters.get("others").gauge().value() >= 2);
  }

  @Test
  void level() throws Exception {
    Logger logger = Logger.getAnonymousLogger();
    handOver(() -> logger.setLevel(Level.OFF), () -> !logger.isLoggable(Level.SEVERE));
    handOver(() -> logger.setLevel(Level.FINE), () -> logger.getLevel() == Level.FINE);
    guarded(() -> logger.setLevel(Level.OFF), () -> !logger.isLoggable(Level.SEVERE));
    guarded(() -> logger.setLevel(Level.FINE), () -> logger.getLevel() == Level.FINE);
  }

  @Test
  void handlers() throws Exception {
    Logger logger = Logger.getAnonymousLogger();
    Handler handler = new StreamHandler();
    handOver(() -> logger.addHandler(handler), () -> logger.getHandlers().length == 1);
    handOver(() -> handler.setLevel(Level.OFF), () -> handler.getLevel() == Level.OFF);
    LogRecord severe = new LogRecord(Level.SEVERE, "");
    handler.setLevel(Level.ALL);
    handOver(() -> handler.setFilter(any -> false), () -> handler.getFilter() != null);
    handOver(() -> logger.setFilter(any -> false), () -> logger.getFilter() != null);
    handOver(() -> logger.removeHandler(handler), () -> logger.getHandlers().length == 0);
    guarded(() -> logger.addHandler(handler), () -> logger.getHandlers().length == 1);
  }
}
