package io.racedet.samples.suite;

import java.util.Map;
import java.util.Optional;

/**
 * The test suite of a library.
 *
 * @param name its directory below {@code target/suites}
 * @param select the package of its tests
 * @param include the pattern of its test classes
 * @param exclude the pattern of excluded ones
 * @param instrument the classes whose accesses are recorded
 * @param races its real races: the reason by variable
 */
record Suite(
    String name,
    String select,
    String include,
    Optional<String> exclude,
    String instrument,
    Map<String, String> races) {
  static final Suite LANG =
      new Suite(
          "lang",
          "org.apache.commons.lang3.concurrent",
          ".*Test",
          Optional.empty(),
          "org.apache.commons.lang3",
          Map.of());

  /* Excluded: the test that exhausts the heap on purpose, which also makes JUnit's launcher fail. */
  static final Suite POOL =
      new Suite(
          "pool",
          "org.apache.commons.pool2",
          ".*[.]Test[^.$]*",
          Optional.of(".*TestSoftRefOutOfMemory"),
          "org.apache.commons.pool2",
          Map.ofEntries(
              Map.entry(
                  "EvictionTimer.executor",
                  "getExecutor() reads it without the lock of the class (EvictionTimer:164), the"
                      + " reaper sets it to null (:86); the only one in the library itself"),
              Map.entry(
                  "TestGenericKeyedObjectPool.InvalidateThread.done",
                  "set by the thread (:143), polled by the test (:131), not volatile"),
              Map.entry(
                  "TestGenericObjectPool.InvalidateThread.done",
                  "set by the thread (:215), polled by the test (:204), not volatile"),
              Map.entry(
                  "TestGenericKeyedObjectPool.SimpleFactory.validateCounter",
                  "counted by all threads that return objects (:289)"),
              Map.entry(
                  "TestGenericKeyedObjectPool.WaitingTestThread.thrown",
                  "set by the thread (:480), read by the test after a sleep"),
              Map.entry(
                  "TestGenericObjectPool.WaitingTestThread.thrown",
                  "set by the thread (:593), read by the test after a sleep"),
              Map.entry(
                  "PooledTestObject.destroyed",
                  "set by the evictor (TestAbandonedObjectPool:62), read by the test after a sleep"
                      + " (:108)"),
              Map.entry(
                  "TestAbandonedObjectPool.pool",
                  "set to null after the test (:249), read by a thread that the test does not join"
                      + " (:154)"),
              Map.entry(
                  "TestAbandonedKeyedObjectPool.pool",
                  "set to null after the test (:168), read by a thread that the test does not"
                      + " join"),
              Map.entry(
                  "TestPoolUtils.MethodCallLogger.calledMethods (ArrayList)",
                  "the calls that a timer makes are added to the list of the test"
                      + " (:64), which adds to it, clears it and compares it after a sleep")));

  /* Excluded: what needs the recovery service of a transaction manager. */
  static final Suite DBCP =
      new Suite(
          "dbcp",
          "org.apache.commons.dbcp2",
          ".*[.]Test[^.$]*|.*[.]CharArrayTest",
          Optional.of(".*Narayana|.*[.]Tester[^.]*"),
          "org.apache.commons.dbcp2",
          Map.of(
              "InstanceKeyDataSource.instanceKey",
              "testDbcp369 borrows connections while another thread sets it; not volatile",
              "PoolingDriver.pools (HashMap)",
              "closePool removes one without the lock (:137) that"
                  + " getConnectionPool holds (:178)",
              "AbandonedTrace.traceList (ArrayList)",
              "its size is read without its lock (:134), while the"
                  + " finalizer removes what was abandoned (:193)",
              "TestConnectionPool.TestThread._complete",
              "set by the thread (:216), polled by the test (:186), not volatile"));
}
