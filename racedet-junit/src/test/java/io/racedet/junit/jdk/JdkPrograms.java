package io.racedet.junit.jdk;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Building blocks of programs over the classes of the JDK. In a class with {@code @RaceFree} each
 * program is correct, in one with {@code @ExpectRace} each has a data race. A program with the tag
 * {@value #PROMISED} is correct by the Java Language Specification or the Javadoc of the JDK; one
 * with the tag {@value #IMPLEMENTED} by the code of the JDK alone (a volatile field, a lock), where
 * Javadoc is silent.
 *
 * <p>The programs are recorded repeatedly, for the time that the build sets. Every build runs those
 * with the tag {@value #SMOKE}: of each family of the model, one that is ordered and one that
 * races.
 */
@Tag("program")
@ExtendWith(ProgramSettings.class)
abstract class JdkPrograms {
  static final String PROMISED = "promised";
  static final String IMPLEMENTED = "implemented";
  static final String SMOKE = "smoke";

  /** Plain data: an addition reads and writes it. */
  static class Cell {
    int value;

    Cell() {}

    Cell(int value) {
      this.value = value;
    }

    int add() {
      return ++value;
    }

    int get() {
      return value;
    }

    @Override
    public String toString() {
      return "cell " + value;
    }
  }

  /** What one thread does. */
  interface Step {
    void run() throws Exception;
  }

  static Cell[] cells(int count) {
    Cell[] cells = new Cell[count];
    for (int i = 0; i < count; i++) {
      cells[i] = new Cell();
    }
    return cells;
  }

  static Runnable unchecked(Step step) {
    return () -> {
      try {
        step.run();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  static Thread thread(Step step) {
    Thread thread = new Thread(unchecked(step));
    thread.setDaemon(true);
    return thread;
  }

  static Thread start(Step step) {
    Thread thread = thread(step);
    thread.start();
    return thread;
  }

  static void join(Thread... threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  static void inParallel(Step... steps) throws InterruptedException {
    Thread[] threads = new Thread[steps.length];
    for (int i = 0; i < steps.length; i++) {
      threads[i] = start(steps[i]);
    }
    join(threads);
  }

  /** Lets time pass without ordering anything. */
  static void pause(long micros) {
    LockSupport.parkNanos(micros * 1000);
  }

  static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }
}
