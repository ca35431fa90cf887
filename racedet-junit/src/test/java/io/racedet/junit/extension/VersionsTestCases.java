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
  /* Not final: reading them is an access, without which a checked test proves nothing and fails. */
  private static AtomicInteger beforeAlls = new AtomicInteger();
  private static AtomicInteger beforeEachs = new AtomicInteger();
  private static AtomicInteger bodies = new AtomicInteger();

  @TempDir Path directory;

  @BeforeAll
  static void beforeAll() {
    beforeAlls.incrementAndGet();
  }

  @BeforeEach
  void beforeEach() {
    assertThat(directory).isEmptyDirectory();
    beforeEachs.incrementAndGet();
  }

  @AfterAll
  static void afterAll() {
    // clean 3, parameterized 2 x 3, repeated 2 x 3, dynamic 3, nested 3; racy at least 1
    assertThat(beforeAlls).hasValue(1);
    assertThat(bodies).hasValueGreaterThan(21);
    // The outer run of the factory adds one execution.
    assertThat(beforeEachs).hasValue(bodies.get() + 1);
  }

  private static final class Counter {
    private final AtomicInteger exact = new AtomicInteger();
    private int racy;
  }

  @Test
  void clean() {
    bodies.incrementAndGet();
    Counter counter = new Counter();
    RaceCheck.inParallel(counter.exact::incrementAndGet, counter.exact::incrementAndGet);
    assertThat(counter.exact).hasValue(2);
  }

  @Test
  void racy() {
    bodies.incrementAndGet();
    Counter counter = new Counter();
    RaceCheck.inParallel(() -> counter.racy++, () -> counter.racy++);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void parameterized(int number) {
    bodies.incrementAndGet();
    assertThat(number).isPositive();
  }

  @RepeatedTest(2)
  void repeated() {
    bodies.incrementAndGet();
  }

  @TestFactory
  Stream<DynamicTest> dynamic() {
    return Stream.of(DynamicTest.dynamicTest("one", bodies::incrementAndGet));
  }

  @Nested
  class Inner {
    @Test
    void nested() {
      bodies.incrementAndGet();
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
