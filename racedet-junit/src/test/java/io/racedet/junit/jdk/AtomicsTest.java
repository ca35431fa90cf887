package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Atomic variables hand over in every mode that orders. */
@RaceFree
class AtomicsTest extends JdkPrograms {

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void flagsAndReferences_handOver() throws Exception {
    Cell c = new Cell();
    AtomicBoolean f = new AtomicBoolean();
    AtomicStampedReference<Cell> r = new AtomicStampedReference<>(null, 0);
    AtomicMarkableReference<Cell> m = new AtomicMarkableReference<>(null, false);
    Thread t =
        start(
            () -> {
              c.add();
              f.lazySet(true);
              Cell d = new Cell();
              d.add();
              r.set(d, 1);
              Cell e = new Cell();
              e.add();
              m.compareAndSet(null, e, false, true);
            });
    while (!f.weakCompareAndSetAcquire(true, false)) {
      Thread.onSpinWait();
    }
    c.add();
    int[] st = {0};
    Cell d;
    while ((d = r.get(st)) == null) {
      Thread.onSpinWait();
    }
    d.add();
    while (!m.isMarked()) {
      Thread.onSpinWait();
    }
    m.getReference().add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void sumThenReset_seesAdditions() throws Exception {
    Cell c = new Cell();
    LongAdder a = new LongAdder();
    Thread t =
        start(
            () -> {
              c.add();
              a.increment();
            });
    while (a.sumThenReset() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void adders_everyWayToRead_seeAdditions() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    LongAdder a = new LongAdder();
    LongAccumulator m = new LongAccumulator(Math::max, 0);
    DoubleAdder x = new DoubleAdder();
    Thread t =
        start(
            () -> {
              c.add();
              a.decrement();
              d.add();
              m.accumulate(5);
              x.add(1);
            });
    while (a.intValue() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    while (m.get() == 0) {
      Thread.onSpinWait();
    }
    d.add();
    while (x.sumThenReset() == 0) {
      Thread.onSpinWait();
    }
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void adder_reset_isSeen() throws Exception {
    Cell c = new Cell();
    LongAdder a = new LongAdder();
    a.increment();
    Thread t =
        start(
            () -> {
              c.add();
              a.reset();
            });
    while (a.sum() != 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void doubleAdder_reset_isSeen() throws Exception {
    Cell c = new Cell();
    DoubleAdder a = new DoubleAdder();
    a.add(1);
    Thread t =
        start(
            () -> {
              c.add();
              a.reset();
            });
    while (a.sum() != 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void accumulator_getThenReset_seesAccumulation() throws Exception {
    Cell c = new Cell();
    LongAccumulator a = new LongAccumulator(Math::max, 0);
    Thread t =
        start(
            () -> {
              c.add();
              a.accumulate(5);
            });
    while (a.getThenReset() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void accumulator_reset_isSeen() throws Exception {
    Cell c = new Cell();
    LongAccumulator a = new LongAccumulator(Math::max, 0);
    a.accumulate(5);
    Thread t =
        start(
            () -> {
              c.add();
              a.reset();
            });
    while (a.get() != 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void doubleAccumulator_get_seesAccumulation() throws Exception {
    Cell c = new Cell();
    DoubleAccumulator a = new DoubleAccumulator(Double::sum, 0);
    Thread t =
        start(
            () -> {
              c.add();
              a.accumulate(5);
            });
    while (a.get() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void updateAndGet_isSeenByGetAcquire() throws Exception {
    Cell c = new Cell();
    AtomicInteger a = new AtomicInteger();
    Thread t =
        start(
            () -> {
              c.add();
              a.updateAndGet(x -> x + 1);
            });
    while (a.getAcquire() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void setRelease_isSeenByAccumulateAndGet() throws Exception {
    Cell c = new Cell();
    AtomicInteger a = new AtomicInteger();
    Thread t =
        start(
            () -> {
              c.add();
              a.setRelease(1);
            });
    while (a.accumulateAndGet(0, Integer::sum) == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void compareAndExchange_isSeenByItself() throws Exception {
    Cell c = new Cell();
    AtomicReference<String> a = new AtomicReference<>("a");
    Thread t =
        start(
            () -> {
              c.add();
              a.compareAndExchange("a", "b");
            });
    while (a.compareAndExchange("b", "c") != "b") {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void arrayElement_getAndUpdate_isSeen() throws Exception {
    Cell c = new Cell();
    AtomicIntegerArray a = new AtomicIntegerArray(2);
    Thread t =
        start(
            () -> {
              c.add();
              a.getAndUpdate(1, x -> 3);
            });
    while (a.get(1) == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void stampedReference_attemptStamp_isSeen() throws Exception {
    Cell c = new Cell();
    AtomicStampedReference<String> a = new AtomicStampedReference<>("a", 0);
    Thread t =
        start(
            () -> {
              c.add();
              a.attemptStamp("a", 1);
            });
    while (a.getStamp() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void markableReference_set_isSeenByGet() throws Exception {
    Cell c = new Cell();
    AtomicMarkableReference<String> a = new AtomicMarkableReference<>("a", false);
    boolean[] mark = {false};
    Thread t =
        start(
            () -> {
              c.add();
              a.set("b", true);
            });
    while (!"b".equals(a.get(mark))) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void fieldUpdater_updateAndGet_isSeen() throws Exception {
    Cell c = new Cell();
    Counted n = new Counted();
    Thread t =
        start(
            () -> {
              c.add();
              COUNT.updateAndGet(n, x -> x + 1);
            });
    while (COUNT.accumulateAndGet(n, 0, Integer::sum) == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void fieldUpdater_lazySet_isSeenByTheField() throws Exception {
    Cell c = new Cell();
    Counted n = new Counted();
    Thread t =
        start(
            () -> {
              c.add();
              COUNT.lazySet(n, 1);
            });
    while (n.count == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void varHandle_releaseAndAcquire_handOver() throws Exception {
    Cell c = new Cell();
    Counted n = new Counted();
    Thread t =
        start(
            () -> {
              c.add();
              PLAIN.setRelease(n, 1);
            });
    while ((int) PLAIN.getAcquire(n) == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void varHandle_getAndBitwiseOr_isSeenByCompareAndExchange() throws Exception {
    Cell c = new Cell();
    Counted n = new Counted();
    Thread t =
        start(
            () -> {
              c.add();
              int before = (int) PLAIN.getAndBitwiseOr(n, 2);
            });
    while ((int) PLAIN.compareAndExchange(n, 2, 3) != 2) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  /** Counts, in two ways. */
  private static final class Counted {
    volatile int count;
    int plain;
  }

  private static final AtomicIntegerFieldUpdater<Counted> COUNT =
      AtomicIntegerFieldUpdater.newUpdater(Counted.class, "count");
  private static final VarHandle PLAIN = plain();

  private static VarHandle plain() {
    try {
      return MethodHandles.lookup().findVarHandle(Counted.class, "plain", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
