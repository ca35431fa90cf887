package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
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
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class LifecycleTest {
  static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void clear() {
    LOG.clear();
  }

  static EngineExecutionResults run(DiscoverySelector... selectors) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("racedet.repetitions", "3")
        .configurationParameter("racedet.timeLimit", "20s")
        .selectors(selectors)
        .execute();
  }

  private static void assertPassed(EngineExecutionResults results, long tests) {
    results
        .testEvents()
        .assertStatistics(s -> s.started(tests).succeeded(tests).failed(0).aborted(0).skipped(0));
    assertThat(results.allEvents().failed().count()).isZero();
  }

  @Test
  void perMethod_fullLifecycleEachRepetition_oneTestCase() {
    assertPassed(run(selectClass(PerMethodTestCases.class)), 1);
    assertThat(LOG)
        .containsExactly(
            "beforeAll",
            "before",
            "test",
            "after",
            "before",
            "test",
            "after",
            "before",
            "test",
            "after",
            "afterAll");
  }

  static class PerMethodTestCases {
    @BeforeAll
    static void beforeAll() {
      LOG.add("beforeAll");
    }

    @BeforeEach
    void before() {
      LOG.add("before");
    }

    @RaceFreeTest
    void test() {
      LOG.add("test");
    }

    @AfterEach
    void after() {
      LOG.add("after");
    }

    @AfterAll
    static void afterAll() {
      LOG.add("afterAll");
    }
  }

  @Test
  void perMethod_newInstanceEachRepetition() {
    assertPassed(run(selectClass(FreshFieldTestCases.class)), 1);
    assertThat(LOG).containsExactly("1", "1", "1");
  }

  static class FreshFieldTestCases {
    private int calls;

    @RaceFreeTest
    void test() {
      LOG.add(Integer.toString(++calls));
    }
  }

  @Test
  void perClass_sameInstanceInAllRepetitionsAndAroundTheClass() {
    assertPassed(run(selectClass(PerClassTestCases.class)), 2);
    assertThat(LOG)
        .containsExactly(
            "new", "beforeAll 1", "checked 2", "checked 3", "checked 4", "plain 5", "afterAll 6");
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @org.junit.jupiter.api.TestMethodOrder(org.junit.jupiter.api.MethodOrderer.MethodName.class)
  static class PerClassTestCases {
    private int calls;

    PerClassTestCases() {
      LOG.add("new");
    }

    @BeforeAll
    void beforeAll() {
      LOG.add("beforeAll " + ++calls);
    }

    @RaceFreeTest
    void checked() {
      LOG.add("checked " + ++calls);
    }

    @Test
    void plain() {
      LOG.add("plain " + ++calls);
    }

    @AfterAll
    void afterAll() {
      LOG.add("afterAll " + ++calls);
    }
  }

  @Test
  void nested_outerAndInnerLifecycle() {
    assertPassed(run(selectClass(NestedTestCases.class)), 1);
    assertThat(LOG)
        .containsExactly(
            "outer", "inner", "test 1", "outer", "inner", "test 1", "outer", "inner", "test 1");
  }

  @RaceFree
  static class NestedTestCases {
    int started;

    @BeforeEach
    void outer() {
      LOG.add("outer");
    }

    @Nested
    class Inner {
      @BeforeEach
      void inner() {
        LOG.add("inner");
      }

      @Test
      void test() {
        LOG.add("test " + ++started);
      }
    }
  }

  @Test
  void nestedPerMethodInsidePerClass_outerInstanceHandedOver() {
    assertPassed(run(selectClass(MixedTestCases.class)), 1);
    assertThat(LOG).containsExactly("outer 1 inner 1", "outer 2 inner 1", "outer 3 inner 1");
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class MixedTestCases {
    int started;

    @Nested
    class Inner {
      int mine;

      @RaceFreeTest
      void test() {
        LOG.add("outer " + ++started + " inner " + ++mine);
      }
    }
  }

  @Test
  void parameterized_eachCaseRepeatedByItself() {
    assertPassed(run(selectClass(ParameterizedTestCases.class)), 2);
    assertThat(LOG).containsExactly("a", "a", "a", "b", "b", "b");
  }

  static class ParameterizedTestCases {
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    @RaceFree
    void test(String value) {
      LOG.add(value);
    }
  }

  @Test
  void repeatedTest_eachOneRepeatedByItself() {
    assertPassed(run(selectClass(RepeatedTestCases.class)), 2);
    assertThat(LOG).hasSize(6);
  }

  static class RepeatedTestCases {
    @RepeatedTest(2)
    @RaceFree
    void test() {
      LOG.add("test");
    }
  }

  @Test
  void testFactory_eachDynamicTestRepeatedByItself() {
    assertPassed(run(selectClass(FactoryTestCases.class)), 2);
    assertThat(LOG).containsExactly("one", "one", "one", "two", "two", "two");
  }

  static class FactoryTestCases {
    private boolean prepared;

    @BeforeEach
    void prepare() {
      prepared = true;
    }

    @TestFactory
    @RaceFree
    Stream<DynamicTest> tests() {
      assertThat(prepared).isTrue();
      return Stream.of("one", "two").map(n -> DynamicTest.dynamicTest(n, () -> LOG.add(n)));
    }
  }

  @Test
  void testFactory_thatMakesOtherTestsTheNextTime_fails() {
    EngineExecutionResults results = run(selectClass(UnsteadyFactoryTestCases.class));
    assertThat(Failures.of(results)).singleElement().asString().contains("did not find the test");
  }

  static class UnsteadyFactoryTestCases {
    @TestFactory
    @RaceFree
    Stream<DynamicTest> tests() {
      LOG.add("made");
      return LOG.size() > 1
          ? Stream.empty()
          : Stream.of(DynamicTest.dynamicTest("once", () -> LOG.add("once")));
    }
  }

  @Test
  void tempDir_renewedEachRepetition() {
    assertPassed(run(selectClass(TempDirTestCases.class)), 1);
    assertThat(LOG).hasSize(3).doesNotHaveDuplicates();
  }

  static class TempDirTestCases {
    @TempDir Path directory;

    @RaceFreeTest
    void test() throws IOException {
      assertThat(directory).isEmptyDirectory();
      Files.createFile(directory.resolve("used"));
      LOG.add(directory.toString());
    }
  }

  @Test
  void staticTempDir_thatBeforeAllFilled_isThereInAllRepetitions() {
    assertPassed(run(selectClass(StaticTempDirTestCases.class)), 1);
    assertThat(LOG).containsExactly("found", "found", "found", "after all: true");
  }

  static class StaticTempDirTestCases {
    @TempDir static Path directory;

    @BeforeAll
    static void fill() throws IOException {
      Files.createFile(directory.resolve("filled"));
    }

    @RaceFreeTest
    void test() {
      assertThat(directory.resolve("filled")).exists();
      LOG.add("found");
    }

    @AfterAll
    static void afterAll() {
      LOG.add("after all: " + Files.exists(directory.resolve("filled")));
    }
  }

  @Test
  void onClass_allItsTestsAreChecked_onMethod_noOther() {
    assertPassed(run(selectClass(SomeCheckedTestCases.class)), 2);
    assertThat(LOG).containsExactlyInAnyOrder("checked", "checked", "checked", "plain");
    LOG.clear();
    assertPassed(run(selectClass(AllCheckedTestCases.class)), 2);
    assertThat(LOG).hasSize(6);
  }

  static class SomeCheckedTestCases {
    @RaceFreeTest
    void checked() {
      LOG.add("checked");
    }

    @Test
    void plain() {
      LOG.add("plain");
    }
  }

  @RaceFree
  static class BaseTestCases {
    @Test
    void inherited() {
      LOG.add("inherited");
    }
  }

  static class AllCheckedTestCases extends BaseTestCases {
    @Test
    void own() {
      LOG.add("own");
    }
  }

  @Test
  void selectedByMethod_runsThatOneOnly() {
    assertPassed(run(selectMethod(SomeCheckedTestCases.class, "checked")), 1);
    assertThat(LOG).containsExactly("checked", "checked", "checked");
  }
}
