package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Start, end and state of threads order. */
@RaceFree
class ThreadsTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void timedJoin_repeated_seesTheEnd() throws Exception {
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              c.add();
            });
    while (t.isAlive()) {
      TimeUnit.MICROSECONDS.timedJoin(t, 10);
    }
    c.add();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void isAliveGetStateAndJoin_seeTheEnd() throws Exception {
    Cell a = new Cell();
    Cell b = new Cell();
    Cell c = new Cell();
    Cell d = new Cell();
    Thread t = start(a::add);
    Thread u = start(b::add);
    Thread v = start(c::add);
    Thread w =
        start(
            () -> {
              pause(20);
              d.add();
            });
    while (t.isAlive()) {
      Thread.onSpinWait();
    }
    a.add();
    while (u.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    b.add();
    v.join(10000);
    c.add();
    for (; ; ) {
      w.join(0, 1000);
      if (!w.isAlive()) {
        break;
      }
    }
    d.add();
  }

  @Test
  @Tag(PROMISED)
  void inheritableThreadLocal_isCopied() throws Exception {
    InheritableThreadLocal<Cell> l =
        new InheritableThreadLocal<>() {
          @Override
          protected Cell childValue(Cell p) {
            return new Cell(p.get());
          }
        };
    l.set(new Cell());
    l.get().add();
    inParallel(() -> l.get().add(), () -> l.get().add());
    l.get().add();
  }

  @Test
  @Tag(PROMISED)
  void threadSubclass_isStartedByAnotherThread() throws Exception {
    class T extends Thread {
      final Cell c = new Cell();

      @Override
      public void run() {
        c.add();
      }
    }
    T t = new T();
    t.c.add();
    BlockingQueue<T> q = new LinkedBlockingQueue<>();
    Thread u =
        start(
            () -> {
              T x = q.take();
              x.c.add();
              x.start();
            });
    q.put(t);
    u.join();
    t.join();
    t.c.add();
  }

  @Test
  @Tag(PROMISED)
  void classValue_isComputedOnce() throws Exception {
    ClassValue<Cell> v =
        new ClassValue<>() {
          @Override
          protected Cell computeValue(Class<?> k) {
            Cell c = new Cell();
            c.add();
            return c;
          }
        };
    Step b = () -> v.get(String.class).get();
    inParallel(b, b, b);
  }

  @Test
  @Tag(IMPLEMENTED)
  void name_setByTheThread_isSeen() throws Exception {
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              c.add();
              Thread.currentThread().setName("done");
            });
    while (!t.getName().equals("done")) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void handlerOfExceptions_setWhileTheThreadRuns_seesWhatPrecededIt() throws Exception {
    Cell c = new Cell();
    AtomicBoolean asked = new AtomicBoolean();
    Thread t =
        thread(
            () -> {
              while (Thread.currentThread().getUncaughtExceptionHandler() instanceof ThreadGroup) {
                asked.set(true);
              }
              throw new IllegalStateException("wanted");
            });
    t.start();
    while (!asked.get()) {
      Thread.onSpinWait();
    }
    c.add();
    t.setUncaughtExceptionHandler((x, e) -> c.add());
    t.join();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void handlerOfExceptions_runsBeforeTheEnd() throws Exception {
    Cell c = new Cell();
    Thread t =
        thread(
            () -> {
              c.add();
              throw new IllegalStateException("wanted");
            });
    t.setUncaughtExceptionHandler((x, e) -> c.add());
    c.add();
    t.start();
    t.join();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void threadGroup_handlesExceptionsOfItsThreads() throws Exception {
    Cell c = new Cell();
    ThreadGroup g =
        new ThreadGroup("group") {
          @Override
          public void uncaughtException(Thread x, Throwable e) {
            c.add();
          }
        };
    Thread t =
        new Thread(
            g,
            () -> {
              c.add();
              throw new IllegalStateException("wanted");
            });
    t.start();
    t.join();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void threadLocal_isOfItsThread() throws Exception {
    ThreadLocal<Cell> l = ThreadLocal.withInitial(Cell::new);
    Step s =
        () -> {
          l.get().add();
          l.remove();
          l.get().add();
        };
    inParallel(s, s);
    s.run();
  }

  @Test
  @Tag(PROMISED)
  void threadsNotJoined_ordered_byALatch() throws Exception {
    Cell[] cs = cells(2);
    CountDownLatch l = new CountDownLatch(2);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            l.countDown();
          });
    }
    l.await();
    cs[0].add();
    cs[1].add();
  }

  @Test
  @Tag(PROMISED)
  void chainOfThreads_startAndJoin() throws Exception {
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              c.add();
              Thread u = start(c::add);
              u.join();
              c.add();
            });
    t.join();
    c.add();
  }

  @Test
  @Tag(IMPLEMENTED)
  void threadThatAnotherHasStarted_isNotStartedAgain() throws Exception {
    Cell c = new Cell();
    Cell own = new Cell();
    Thread t = thread(own::add);
    own.add();
    inParallel(
        () -> {
          c.add();
          startOnce(t);
        },
        () -> {
          if (!startOnce(t)) {
            c.add();
          }
        });
    t.join();
    own.add();
  }

  private static boolean startOnce(Thread t) {
    try {
      t.start();
      return true;
    } catch (IllegalThreadStateException e) {
      return false;
    }
  }
}
