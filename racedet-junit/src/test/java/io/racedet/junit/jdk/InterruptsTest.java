package io.racedet.junit.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFree;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What precedes an interrupt is ordered before what notices it. */
@RaceFree
class InterruptsTest extends JdkPrograms {

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void interrupt_isSeenByTheThread() throws Exception {
    Cell a = new Cell();
    Cell b = new Cell();
    Cell c = new Cell();
    Cell d = new Cell();
    Thread t =
        start(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
              a.add();
            });
    Thread u =
        start(
            () -> {
              while (!Thread.interrupted()) {
                Thread.onSpinWait();
              }
              b.add();
            });
    Thread v =
        start(
            () -> {
              try {
                Thread.sleep(100000);
              } catch (InterruptedException e) {
                c.add();
              }
            });
    Thread w =
        start(
            () -> {
              try {
                TimeUnit.HOURS.sleep(1);
              } catch (InterruptedException e) {
                d.add();
              }
            });
    a.add();
    t.interrupt();
    b.add();
    u.interrupt();
    c.add();
    v.interrupt();
    d.add();
    w.interrupt();
    join(t, u, v, w);
  }

  @Test
  @Tag(PROMISED)
  void interrupt_isSeenByAThird() throws Exception {
    Cell a = new Cell();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              while (!end.get()) {
                Thread.onSpinWait();
              }
            });
    Thread u =
        start(
            () -> {
              a.add();
              t.interrupt();
            });
    while (!t.isInterrupted()) {
      Thread.onSpinWait();
    }
    a.add();
    end.set(true);
    join(t, u);
  }

  @Test
  @Tag(PROMISED)
  void interrupt_endsBlockingCalls() throws Exception {
    Cell[] cs = cells(9);
    Thread[] ts = new Thread[9];
    Object o = new Object();
    Step[] waits = {
      () -> new CountDownLatch(1).await(),
      () -> new Semaphore(0).acquire(),
      () -> new LinkedBlockingQueue<Object>().take(),
      () -> new CyclicBarrier(2).await(),
      () -> new Phaser(1).awaitAdvanceInterruptibly(0),
      () -> new Exchanger<Object>().exchange(o),
      () -> new SynchronousQueue<Object>().put(o),
      () -> new FutureTask<>(() -> 1).get(),
      () -> {
        synchronized (o) {
          o.wait();
        }
      }
    };
    for (int i = 0; i < 9; i++) {
      int k = i;
      ts[i] =
          start(
              () -> {
                try {
                  waits[k].run();
                } catch (InterruptedException e) {
                  cs[k].add();
                }
              });
    }
    for (int i = 0; i < 9; i++) {
      cs[i].add();
      ts[i].interrupt();
    }
    join(ts);
  }

  @Test
  @Tag(PROMISED)
  void interrupt_endsJoinAndGet() throws Exception {
    Cell[] cs = cells(4);
    CountDownLatch end = new CountDownLatch(1);
    Thread x = start(end::await);
    ReferenceQueue<Object> rq = new ReferenceQueue<>();
    Thread[] ts = {
      start(
          () -> {
            try {
              x.join();
            } catch (InterruptedException e) {
              cs[0].add();
            }
          }),
      start(
          () -> {
            try {
              new CompletableFuture<>().get();
            } catch (InterruptedException e) {
              cs[1].add();
            }
          }),
      start(
          () -> {
            try {
              rq.remove();
            } catch (InterruptedException e) {
              cs[2].add();
            }
          }),
      start(
          () -> {
            try {
              ForkJoinTask.adapt(() -> {}).get();
            } catch (InterruptedException e) {
              cs[3].add();
            }
          })
    };
    for (int i = 0; i < 4; i++) {
      cs[i].add();
      ts[i].interrupt();
    }
    join(ts);
    end.countDown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void clearedInterrupt_isSeenByAnother() throws Exception {
    Cell c = new Cell();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
              c.add();
              Thread.interrupted();
              while (!end.get()) {
                Thread.onSpinWait();
              }
            });
    t.interrupt();
    while (t.isInterrupted()) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  /** Threads that the schedule holds do not show it by their states. */
  @Test
  @Tag(IMPLEMENTED)
  void state_isThatOfTheProgram() throws Exception {
    AtomicBoolean end = new AtomicBoolean();
    Thread[] ts = new Thread[4];
    for (int i = 0; i < ts.length; i++) {
      ts[i] =
          start(
              () -> {
                while (!end.get()) {
                  Thread.onSpinWait();
                }
              });
    }
    for (int i = 0; i < 20; i++) {
      for (Thread t : ts) {
        assertThat(t.getState()).isEqualTo(Thread.State.RUNNABLE);
      }
    }
    end.set(true);
    join(ts);
  }
}
