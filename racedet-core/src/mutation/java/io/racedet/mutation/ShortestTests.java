package io.racedet.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.pitest.classpath.CodeSource;
import org.pitest.coverage.CoverageDatabase;
import org.pitest.coverage.TestInfo;
import org.pitest.mutationtest.build.DefaultTestPrioritiserFactory;
import org.pitest.mutationtest.build.TestPrioritiser;
import org.pitest.mutationtest.build.TestPrioritiserFactory;

/**
 * Runs the shortest tests of a mutant, up to {@value #BUDGET} milliseconds of time that they took
 * without it; all tests if that is 0. What survives is worth a run without a limit.
 */
public final class ShortestTests implements TestPrioritiserFactory {
  /** System property. */
  static final String BUDGET = "racedet.mutate.budget";

  @Override
  public String description() {
    return "The shortest tests of each mutant";
  }

  @Override
  public TestPrioritiser makeTestPrioritiser(
      Properties properties, CodeSource code, CoverageDatabase coverage) {
    TestPrioritiser all =
        new DefaultTestPrioritiserFactory().makeTestPrioritiser(properties, code, coverage);
    long budget = Long.getLong(BUDGET, 0);
    return budget == 0 ? all : mutant -> shortest(all.assignTests(mutant), budget);
  }

  /** The first test is run even if it takes longer. */
  private static List<TestInfo> shortest(List<TestInfo> tests, long budget) {
    List<TestInfo> shortest = new ArrayList<>();
    long millis = 0;
    for (TestInfo test : tests) {
      millis += test.getTime();
      if (shortest.isEmpty() || millis <= budget) {
        shortest.add(test);
      }
    }
    return shortest;
  }
}
