package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The rows of a table, each a test of its own. There are thousands, and a parameterised test costs
 * as much as what most of these check.
 */
final class Rows {
  /** What is checked in each row. */
  interface Check {
    /**
     * Checks a row.
     *
     * @param name its first cell
     * @param row its other cells
     */
    void of(String name, List<Object> row) throws Exception;
  }

  private static final int LIMIT_SECONDS = 20;

  private static final ScheduledExecutorService LIMITS =
      Executors.newSingleThreadScheduledExecutor(
          code -> {
            Thread thread = new Thread(code, "limits of rows");
            thread.setDaemon(true);
            return thread;
          });

  private Rows() {}

  /**
   * The tests of a table.
   *
   * @param table name of the static method that returns the rows, also one of a superclass
   */
  static Stream<DynamicTest> of(Class<?> test, String table, Check check) {
    return rows(test, table)
        .map(row -> List.of(row.get()))
        .map(row -> test((String) row.get(0), row.subList(1, row.size()), check));
  }

  private static DynamicTest test(String name, List<Object> row, Check check) {
    return DynamicTest.dynamicTest(name, () -> inTime(name, row, check));
  }

  /* The time limit of a factory is not one of its tests. */
  private static void inTime(String name, List<Object> row, Check check) throws Exception {
    ScheduledFuture<?> limit =
        LIMITS.schedule(Thread.currentThread()::interrupt, LIMIT_SECONDS, TimeUnit.SECONDS);
    try {
      check.of(name, row);
      assertThat(limit.isDone()).as("%s took more than %d s", name, LIMIT_SECONDS).isFalse();
    } finally {
      limit.cancel(false);
      Thread.interrupted(); // it may have come too late
    }
  }

  @SuppressWarnings("unchecked")
  private static Stream<Arguments> rows(Class<?> test, String table) {
    for (Class<?> type = test; type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(table) && method.getParameterCount() == 0) {
          method.setAccessible(true);
          return Programs.get(() -> (Stream<Arguments>) method.invoke(null));
        }
      }
    }
    throw new IllegalArgumentException(test + " has no table " + table);
  }
}
