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
  /* Not final: reading it is an access, without which a checked test proves nothing and fails. */
  static List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void clear() {
    log.clear();
  }

  static EngineExecutionResults run(DiscoverySelector... selectors) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("racedet.repetitions", "3")
        .configurationParameter("racedet.timeLimit", "20s")
        .selectors(selectors)
        .execute();
  }

  @Test
  void perMethod_fullLifecycleEachRepetition_oneTestCase() {
    Failures.assertPassed(run(selectClass(PerMethodTestCases.class)), 1);
    assertThat(log)
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
      log.add("beforeAll");
    }

    @BeforeEach
    void before() {
      log.add("before");
    }

    @RaceFreeTest
    void test() {
      log.add("test");
    }

    @AfterEach
    void after() {
      log.add("after");
    }

    @AfterAll
    static void afterAll() {
      log.add("afterAll");
    }
  }

  @Test
  void perMethod_newInstanceEachRepetition() {
    Failures.assertPassed(run(selectClass(FreshFieldTestCases.class)), 1);
    assertThat(log).containsExactly("1", "1", "1");
  }

  static class FreshFieldTestCases {
    private int calls;

    @RaceFreeTest
    void test() {
      log.add(Integer.toString(++calls));
    }
  }

  @Test
  void perClass_sameInstanceInAllRepetitionsAndAroundTheClass() {
    Failures.assertPassed(run(selectClass(PerClassTestCases.class)), 2);
    assertThat(log)
        .containsExactly(
            "new", "beforeAll 1", "checked 2", "checked 3", "checked 4", "plain 5", "afterAll 6");
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @org.junit.jupiter.api.TestMethodOrder(org.junit.jupiter.api.MethodOrderer.MethodName.class)
  static class PerClassTestCases {
    private int calls;

    PerClassTestCases() {
      log.add("new");
    }

    @BeforeAll
    void beforeAll() {
      log.add("beforeAll " + ++calls);
    }

    @RaceFreeTest
    void checked() {
      log.add("checked " + ++calls);
    }

    @Test
    void plain() {
      log.add("plain " + ++calls);
    }

    @AfterAll
    void afterAll() {
      log.add("afterAll " + ++calls);
    }
  }

  @Test
  void nested_outerAndInnerLifecycle() {
    Failures.assertPassed(run(selectClass(NestedTestCases.class)), 1);
    assertThat(log)
        .containsExactly(
            "outer", "inner", "test 1", "outer", "inner", "test 1", "outer", "inner", "test 1");
  }

  @RaceFree
  static class NestedTestCases {
    int started;

    @BeforeEach
    void outer() {
      log.add("outer");
    }

    @Nested
    class Inner {
      @BeforeEach
      void inner() {
        log.add("inner");
      }

      @Test
      void test() {
        log.add("test " + ++started);
      }
    }
  }

  @Test
  void nestedPerMethodInsidePerClass_outerInstanceHandedOver() {
    Failures.assertPassed(run(selectClass(MixedTestCases.class)), 1);
    assertThat(log).containsExactly("outer 1 inner 1", "outer 2 inner 1", "outer 3 inner 1");
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class MixedTestCases {
    int started;

    @Nested
    class Inner {
      int mine;

      @RaceFreeTest
      void test() {
        log.add("outer " + ++started + " inner " + ++mine);
      }
    }
  }

  @Test
  void parameterized_eachCaseRepeatedByItself() {
    Failures.assertPassed(run(selectClass(ParameterizedTestCases.class)), 2);
    assertThat(log).containsExactly("a", "a", "a", "b", "b", "b");
  }

  static class ParameterizedTestCases {
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    @RaceFree
    void test(String value) {
      log.add(value);
    }
  }

  @Test
  void repeatedTest_eachOneRepeatedByItself() {
    Failures.assertPassed(run(selectClass(RepeatedTestCases.class)), 2);
    assertThat(log).hasSize(6);
  }

  static class RepeatedTestCases {
    @RepeatedTest(2)
    @RaceFree
    void test() {
      log.add("test");
    }
  }

  @Test
  void testFactory_eachDynamicTestRepeatedByItself() {
    Failures.assertPassed(run(selectClass(FactoryTestCases.class)), 2);
    assertThat(log).containsExactly("one", "one", "one", "two", "two", "two");
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
      return Stream.of("one", "two").map(n -> DynamicTest.dynamicTest(n, () -> log.add(n)));
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
      log.add("made");
      return log.size() > 1
          ? Stream.empty()
          : Stream.of(DynamicTest.dynamicTest("once", () -> log.add("once")));
    }
  }

  @Test
  void tempDir_renewedEachRepetition() {
    Failures.assertPassed(run(selectClass(TempDirTestCases.class)), 1);
    assertThat(log).hasSize(3).doesNotHaveDuplicates();
  }

  static class TempDirTestCases {
    @TempDir Path directory;

    @RaceFreeTest
    void test() throws IOException {
      assertThat(directory).isEmptyDirectory();
      Files.createFile(directory.resolve("used"));
      log.add(directory.toString());
    }
  }

  @Test
  void staticTempDir_thatBeforeAllFilled_isThereInAllRepetitions() {
    Failures.assertPassed(run(selectClass(StaticTempDirTestCases.class)), 1);
    assertThat(log).containsExactly("found", "found", "found", "after all: true");
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
      log.add("found");
    }

    @AfterAll
    static void afterAll() {
      log.add("after all: " + Files.exists(directory.resolve("filled")));
    }
  }

  @Test
  void onClass_allItsTestsAreChecked_onMethod_noOther() {
    Failures.assertPassed(run(selectClass(SomeCheckedTestCases.class)), 2);
    assertThat(log).containsExactlyInAnyOrder("checked", "checked", "checked", "plain");
    log.clear();
    Failures.assertPassed(run(selectClass(AllCheckedTestCases.class)), 2);
    assertThat(log).hasSize(6);
  }

  static class SomeCheckedTestCases {
    @RaceFreeTest
    void checked() {
      log.add("checked");
    }

    @Test
    void plain() {
      log.add("plain");
    }
  }

  @RaceFree
  static class BaseTestCases {
    @Test
    void inherited() {
      log.add("inherited");
    }
  }

  static class AllCheckedTestCases extends BaseTestCases {
    @Test
    void own() {
      log.add("own");
    }
  }

  @Test
  void selectedByMethod_runsThatOneOnly() {
    Failures.assertPassed(run(selectMethod(SomeCheckedTestCases.class, "checked")), 1);
    assertThat(log).containsExactly("checked", "checked", "checked");
  }
}
