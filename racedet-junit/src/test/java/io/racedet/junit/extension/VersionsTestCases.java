package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link JUnitVersionsTest} runs on each release; checks the number of repetitions itself. */
@RaceFree(repetitions = 3, timeLimit = "30s")
class VersionsTestCases {
  private static final AtomicInteger BEFORE_ALL = new AtomicInteger();
  private static final AtomicInteger BEFORE_EACH = new AtomicInteger();
  private static final AtomicInteger BODIES = new AtomicInteger();

  @TempDir Path directory;

  @BeforeAll
  static void beforeAll() {
    BEFORE_ALL.incrementAndGet();
  }

  @BeforeEach
  void beforeEach() {
    assertThat(directory).isEmptyDirectory();
    BEFORE_EACH.incrementAndGet();
  }

  @AfterAll
  static void afterAll() {
    // clean 3, parameterized 2 x 3, repeated 2 x 3, dynamic 3, nested 3; racy at least 1
    assertThat(BEFORE_ALL).hasValue(1);
    assertThat(BODIES).hasValueGreaterThan(21);
    // The outer run of the factory prepares it once more.
    assertThat(BEFORE_EACH).hasValue(BODIES.get() + 1);
  }

  private static final class Counter {
    private final AtomicInteger exact = new AtomicInteger();
    private int racy;
  }

  @Test
  void clean() {
    BODIES.incrementAndGet();
    Counter counter = new Counter();
    RaceCheck.inParallel(counter.exact::incrementAndGet, counter.exact::incrementAndGet);
    assertThat(counter.exact).hasValue(2);
  }

  @Test
  void racy() {
    BODIES.incrementAndGet();
    Counter counter = new Counter();
    RaceCheck.inParallel(() -> counter.racy++, () -> counter.racy++);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void parameterized(int number) {
    BODIES.incrementAndGet();
    assertThat(number).isPositive();
  }

  @RepeatedTest(2)
  void repeated() {
    BODIES.incrementAndGet();
  }

  @TestFactory
  Stream<DynamicTest> dynamic() {
    return Stream.of(DynamicTest.dynamicTest("one", BODIES::incrementAndGet));
  }

  @Nested
  class Inner {
    @Test
    void nested() {
      BODIES.incrementAndGet();
    }
  }

  /** Selected by itself. */
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class PerClassTestCases {
    private final Set<Integer> runs = new TreeSet<>();

    @RaceFreeTest
    void perClass() {
      runs.add(runs.size() + 1);
    }

    @AfterAll
    void afterAll() {
      assertThat(runs.size()).isGreaterThan(1);
    }
  }
}
