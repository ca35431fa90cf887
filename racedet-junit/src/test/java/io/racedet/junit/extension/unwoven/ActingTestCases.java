package io.racedet.junit.extension.unwoven;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A test that starts no thread, beside one that acts by itself. */
public class ActingTestCases {
  /** Names the kind of thread. */
  public static final String KIND = "unwoven.kind";

  private static final String ACTING = "io.racedet.junit.extension.unwoven.Acting";
  private static final Cell CELL = new Cell();

  /** What both use. */
  private static final class Cell {
    private final AtomicInteger reads = new AtomicInteger();
    private int value;

    void read() {
      if (value >= 0) {
        reads.incrementAndGet();
      }
    }

    /* The reads order what comes before them: so there is another one behind the last of these. */
    void write() {
      value = 1;
    }
  }

  private static void call(String method) throws ReflectiveOperationException {
    Class.forName(ACTING)
        .getMethod(method, String.class, Runnable.class)
        .invoke(null, System.getProperty(KIND), (Runnable) CELL::read);
  }

  @BeforeAll
  static void start() throws ReflectiveOperationException {
    call("start");
  }

  @Test
  void racy() throws ReflectiveOperationException {
    int before = CELL.reads.get();
    do {
      call("provoke");
      CELL.write();
    } while (CELL.reads.get() <= before);
  }
}
