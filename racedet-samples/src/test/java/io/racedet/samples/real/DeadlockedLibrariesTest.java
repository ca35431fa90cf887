package io.racedet.samples.real;

import io.racedet.junit.RaceFree;
import io.racedet.samples.launch.RaceCase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Libraries of which two threads can wait for each other forever, each in the version that was
 * reported, and in one that mends it where there is one. They are judged by {@code
 * RealDeadlocksTest}.
 */
@Tag(RaceCase.RACY)
class DeadlockedLibrariesTest {
  private static final String COMMONS = "org.apache.commons";
  private static final String LOG4J = "org.apache.log4j";
  private static final String DERBY = "org.apache.derby";
  private static final String KNOWN_RACES =
      "src/test/resources/io/racedet/samples/real/dbcp-baseline.txt";

  /** Whether the next repetition runs its bodies one after the other; known to its thread only. */
  static boolean isFirst;

  @Test
  @RaceFree(instrument = COMMONS)
  void dbcp65_broken() throws Exception {
    run("deadlocks/dbcp", "broken", "StatementPool");
  }

  @Test
  @RaceFree(instrument = COMMONS)
  void dbcp65_fixed() throws Exception {
    run("deadlocks/dbcp", "fixed", "StatementPool");
  }

  @Test
  @RaceFree(instrument = COMMONS, baseline = KNOWN_RACES)
  void dbcp270_broken() throws Exception {
    run("deadlocks/dbcp", "broken", "ConnectionPool");
  }

  @Test
  @RaceFree(instrument = COMMONS)
  void dbcp270_fixed() throws Exception {
    run("deadlocks/dbcp", "fixed", "ConnectionPool");
  }

  @Test
  @RaceFree(instrument = LOG4J)
  void log4j41214_broken() throws Exception {
    run("deadlocks/log4j", "broken", "NestedLogging");
  }

  @Test
  @RaceFree(instrument = LOG4J)
  void log4jShutdown_broken() throws Exception {
    run("deadlocks/log4j", "broken", "LoggingEnds");
  }

  @Test
  @RaceFree(instrument = DERBY)
  void derby5560_broken() throws Exception {
    run("deadlocks/derby", "broken", "ClientConnection");
  }

  @Test
  @RaceFree(instrument = DERBY)
  void derby5447_broken() throws Exception {
    run("deadlocks/derby-engine", "broken", "PageLatches");
  }

  @Test
  @RaceFree(instrument = DERBY)
  void derby764_broken() throws Exception {
    run("deadlocks/derby-engine", "broken", "ClassLoaderLocks");
  }

  private void run(String library, String version, String driver) throws Exception {
    try (LibraryVersion loaded = LibraryVersion.load(library, version)) {
      Runnable[] before = loaded.bodies(driver); // what initialises classes is no part of the test
      before[0].run();
      before[1].run();
      Runnable[] bodies = loaded.bodies(driver);
      Thread first = new Thread(bodies[0], "first");
      Thread other = isFirst ? first : null;
      Thread second = new Thread(() -> runAfter(other, bodies[1]), "second");
      isFirst = false;
      first.start();
      second.start();
      first.join();
      second.join();
    }
  }

  /* To ask for the state of a thread orders nothing, as a volatile variable would. */
  private static void runAfter(Thread other, Runnable body) {
    while (other != null && other.getState() != Thread.State.TERMINATED) {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        return; // the test has been given up
      }
    }
    body.run();
  }
}
