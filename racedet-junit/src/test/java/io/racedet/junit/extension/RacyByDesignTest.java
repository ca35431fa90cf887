package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import io.racedet.junit.RacyByDesign;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Races on annotated fields are listed, and fail no test. */
class RacyByDesignTest {
  private static EngineExecutionResults run(String method) {
    return run(AcceptedTestCases.class, method);
  }

  private static EngineExecutionResults run(Class<?> testClass, String method) {
    return run(testClass, method, 3);
  }

  private static EngineExecutionResults run(Class<?> testClass, String method, int repetitions) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(testClass, method))
        .configurationParameter("racedet.repetitions", Integer.toString(repetitions))
        .configurationParameter("racedet.timeLimit", "60s")
        .execute();
  }

  static class Cache {
    @RacyByDesign("always the same value")
    static int computed;

    @RacyByDesign("for statistics only")
    long hits;

    @RacyByDesign("the reference is never written again")
    private int[] counts = new int[1];

    int other;

    void hit() {
      hits++;
    }

    void compute() {
      if (computed == 0) {
        computed = 42;
      }
    }

    void hitAndMore() {
      hits++;
      other++;
    }

    void count() {
      counts[0]++;
    }

    @RacyByDesign("who comes last wins")
    private Entry entry;

    /* Gets the entry of another thread only if that comes between the write and the first read. */
    int replace() {
      entry = null;
      Entry seen = entry;
      if (seen == null) {
        seen = new Entry();
        seen.value = 1;
        entry = seen;
      }
      return seen.value;
    }
  }

  static class Entry {
    int value;
  }

  static class AcceptedTestCases {
    private final Cache cache = new Cache();

    @RaceFreeTest
    void instanceField() {
      RaceCheck.inParallel(cache::hit, cache::hit);
    }

    @RaceFreeTest
    void staticField() {
      Cache.computed = 0;
      RaceCheck.inParallel(cache::compute, cache::compute);
    }

    @RaceFreeTest
    void anotherFieldToo() {
      RaceCheck.inParallel(cache::hitAndMore, cache::hitAndMore);
    }

    @RaceFreeTest
    void elementOfItsArray() {
      RaceCheck.inParallel(cache::count, cache::count);
    }

    @RaceFreeTest
    void replacedEntry() {
      RaceCheck.inParallel(cache::replace, cache::replace);
    }

    @Test
    @ExpectRace(on = "RacyByDesignTest.Cache.hits", with = @RaceFree(repetitions = 3))
    void expected() {
      RaceCheck.inParallel(cache::hit, cache::hit);
    }
  }

  @Test
  void raceOnAnInstanceField_isListedWithTheReason() {
    EngineExecutionResults results = run("instanceField");
    Failures.assertPassed(results, 1);
    assertThat(Failures.warnings(results))
        .isNotEmpty()
        .allMatch(warning -> warning.startsWith("accepted (for statistics only): "))
        .anyMatch(warning -> warning.contains("on RacyByDesignTest.Cache.hits: "));
  }

  @Test
  void raceOnAStaticField_isListedWithTheReason() {
    EngineExecutionResults results = run("staticField");
    Failures.assertPassed(results, 1);
    assertThat(Failures.warnings(results))
        .isNotEmpty()
        .allMatch(warning -> warning.startsWith("accepted (always the same value): "));
  }

  @Test
  void raceOnAnotherField_fails_andNamesThatOneOnly() {
    assertThat(Failures.single(run("anotherFieldToo")))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("RacyByDesignTest.Cache.other")
        .hasMessageNotContaining("Cache.hits");
  }

  @Test
  void raceOnAnElementOfItsArray_fails() {
    assertThat(Failures.single(run("elementOfItsArray")))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("element 0 of RacyByDesignTest.Cache.counts (int[1])");
  }

  /**
   * The read of the reference has no record of its own, as the write before it covers it: it takes
   * a schedule that holds threads between the two.
   */
  @Test
  void raceBehindAnAcceptedOne_fails() {
    assertThat(Failures.single(run(AcceptedTestCases.class, "replacedEntry", 30)))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("RacyByDesignTest.Entry.value")
        .hasMessageNotContaining("Cache.entry:");
  }

  @Test
  void expectedRace_isFoundEvenSo() {
    Failures.assertPassed(run("expected"), 1);
  }

  static class BlankTestCases {
    /* A class of its own: a test that loads it cannot be checked, so no other test may load it. */
    static class Counter {
      @RacyByDesign(" ")
      int count;
    }

    @RaceFreeTest
    void test() {
      new Counter().count++;
    }
  }

  @Test
  void blankReason_isAnErrorThatNamesTheField(@TempDir Path reports) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(ConsoleRun.releases().get(0), reports, List.of(), BlankTestCases.class);
    assertThat(run.outcomes()).isEqualTo(Map.of("test()", NotCheckedError.class.getName()));
    assertThat(run.output())
        .contains("RacyByDesignTest$BlankTestCases$Counter")
        .contains("@RacyByDesign on count: blank (expected: why its races do no harm)");
  }
}
