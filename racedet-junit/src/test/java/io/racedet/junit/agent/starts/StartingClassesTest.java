package io.racedet.junit.agent.starts;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.starts.subjects.Caller;
import io.racedet.junit.agent.starts.subjects.CallerOfCaller;
import io.racedet.junit.agent.starts.subjects.Heir;
import io.racedet.junit.agent.starts.subjects.Parallel;
import io.racedet.junit.agent.starts.subjects.Quiet;
import io.racedet.junit.agent.starts.subjects.Starter;
import io.racedet.junit.agent.starts.subjects.Submitter;
import io.racedet.junit.agent.types.TypeCatalog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tests may start threads is guessed from class files. */
class StartingClassesTest {
  private static boolean mayStart(Class<?> testClass, String... excluded) {
    WeavingPlan plan = new WeavingPlan();
    plan.add(Scope.of(testClass, List.of(), List.of(excluded)));
    return new StartingClasses(plan, new TypeCatalog()).mayStart(testClass, 1000);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Starter.class,
        Heir.class,
        Caller.class,
        CallerOfCaller.class,
        Parallel.class,
        Submitter.class
      })
  void startOfAThread_byItselfOrByOthers_isFound(Class<?> testClass) {
    assertThat(mayStart(testClass)).isTrue();
  }

  @Test
  void whoOnlyKnowsOfThreads_mayNot() {
    assertThat(mayStart(Quiet.class)).isFalse();
  }

  /** The more often it was not expected, the longer it is. */
  @Test
  void surprise_isExpectedAgain_forSomeTests() {
    WeavingPlan plan = new WeavingPlan();
    plan.add(Scope.of(Quiet.class, List.of(), List.of()));
    StartingClasses classes = new StartingClasses(plan, new TypeCatalog());
    assertThat(classes.mayStart(Quiet.class, 1)).isFalse();
    classes.surprised(Quiet.class);
    assertThat(classes.mayStart(Quiet.class, 5)).isTrue();
    assertThat(classes.mayStart(Quiet.class, 6)).isFalse();
    classes.surprised(Quiet.class);
    assertThat(classes.mayStart(Quiet.class, 20)).isTrue();
    assertThat(classes.mayStart(Quiet.class, 21)).isFalse();
  }

  @Test
  void classOutOfScope_isNotFollowed() {
    assertThat(mayStart(Caller.class, Starter.class.getName())).isFalse();
  }

  /** Nothing is known of its class file. */
  @Test
  void classOfTheJdk_may() {
    assertThat(mayStart(String.class)).isTrue();
  }
}
