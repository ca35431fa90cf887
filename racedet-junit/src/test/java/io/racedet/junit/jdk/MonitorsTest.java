package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Monitors, also those that the JDK gives up for its caller. */
@RaceFree
class MonitorsTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void timedWait_givesTheMonitorUp() throws Exception {
    Object lock = new Object();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              synchronized (lock) {
                c.add();
                c.value = 100;
                lock.notifyAll();
              }
            });
    synchronized (lock) {
      while (c.value < 100) {
        TimeUnit.MILLISECONDS.timedWait(lock, 100);
      }
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void waitWithALimit_seesWhatTheNotifierDid() throws Exception {
    Object lock = new Object();
    Cell c = new Cell();
    boolean[] ready = {false};
    Thread t =
        start(
            () -> {
              c.add();
              synchronized (lock) {
                ready[0] = true;
                lock.notify();
              }
            });
    synchronized (lock) {
      while (!ready[0]) {
        lock.wait(1, 100);
      }
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void join_underTheMonitorOfTheThread_givesItUp() throws Exception {
    Cell c = new Cell();
    Thread[] t = new Thread[1];
    t[0] =
        thread(
            () -> {
              synchronized (t[0]) {
                c.add();
              }
            });
    synchronized (t[0]) {
      t[0].start();
      c.add();
      t[0].join();
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void joinWithALimit_underTheMonitorOfTheThread_givesItUp() throws Exception {
    Cell c = new Cell();
    Thread t = thread(() -> pause(20));
    Thread u =
        thread(
            () -> {
              synchronized (t) {
                c.add();
              }
            });
    synchronized (t) {
      t.start();
      u.start();
      c.add();
      while (t.isAlive()) {
        t.join(1);
      }
      c.add();
    }
    join(t, u);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void join_whileOthersUseTheMonitorOfTheThread_leavesItToThem() throws Exception {
    Cell c = new Cell();
    Thread t = start(() -> pause(30));
    Step s =
        () -> {
          for (int i = 0; i < 3; i++) {
            synchronized (t) {
              c.add();
            }
          }
        };
    Thread u = start(s);
    Thread v = start(s);
    t.join();
    synchronized (t) {
      c.add();
    }
    join(u, v);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void timedWait_reentrant_givesAllHoldsUp() throws Exception {
    Object lock = new Object();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              synchronized (lock) {
                c.value = 100;
                lock.notifyAll();
              }
            });
    synchronized (lock) {
      synchronized (lock) {
        while (c.value < 100) {
          TimeUnit.MICROSECONDS.timedWait(lock, 100);
        }
        c.add();
      }
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void timedWait_interrupted_seesTheInterruptingThread() throws Exception {
    Object lock = new Object();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              synchronized (lock) {
                try {
                  while (c.value >= 0) {
                    TimeUnit.HOURS.timedWait(lock, 1);
                  }
                } catch (InterruptedException e) {
                  c.add();
                }
              }
            });
    synchronized (lock) {
      c.add();
    }
    t.interrupt();
    synchronized (lock) {
      c.add();
    }
    t.join();
    c.add();
  }

  private static final class Counted extends Exception {
    private static final long serialVersionUID = 1;
    private int printed;

    @Override
    public String toString() {
      printed++;
      return "a";
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void printedException_holdsTheLockOfItsStream() throws Exception {
    Counted shared = new Counted();
    PrintStream out = new PrintStream(OutputStream.nullOutputStream());
    inParallel(() -> shared.printStackTrace(out), () -> shared.printStackTrace(out));
    PrintWriter writer = new PrintWriter(Writer.nullWriter());
    inParallel(() -> shared.printStackTrace(writer), () -> shared.printStackTrace(writer));
  }
}
