package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.settings.Options;
import io.racedet.junit.threads.ActingThreads;
import io.racedet.junit.threads.OtherThreads;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/** Connects tests to the recorder of this process, whose agent weaves their classes. */
public final class Recorders {
  private Recorders() {}

  /**
   * Installs the agent if that has not been done yet, and weaves the classes under test.
   *
   * @param home the class of the test, instrumented in addition to what the options name
   * @param isCounted whether it is to be known that a thread accesses anything while it alone can
   *     act
   * @throws NotCheckedError when the agent cannot be installed, or a model has an error
   */
  public static EarlyRecorder connect(Options options, Class<?> home, boolean isCounted) {
    return connected(
        options,
        home,
        (agent, scope) -> {
          agent.cover(scope);
          return new AgentRecorder(agent, scope, options, home, isCounted);
        });
  }

  /**
   * As {@link #connect}, for a test of a suite, of which nothing is counted: weaves no class as
   * long as no test can have a second thread.
   */
  public static EarlyRecorder ofSuite(Options options, Class<?> home) {
    return connected(options, home, (agent, scope) -> unwoven(agent, scope, options, home))
        .orElseGet(() -> connect(options, home, false));
  }

  /** Whether nothing need be woven for the tests of a suite before one starts a thread. */
  public static boolean mayPutOff(Options options) {
    return AgentRecorder.allowsSolo(options) && options.repetitions() == 1;
  }

  /** Puts the weaving of a scope off until then; false if classes are woven already. */
  public static boolean putOff(RacedetAgent agent, Scope scope) {
    return agent.putOff(scope, OtherThreads::serves);
  }

  private static Optional<EarlyRecorder> unwoven(
      RacedetAgent agent, Scope scope, Options options, Class<?> home) {
    ActingThreads threads = agent.keptFor(scope, ActingThreads.class, ActingThreads::new);
    return mayPutOff(options)
            && agent.putOff(
                scope, home, OtherThreads::serves, () -> threads.areServing(agent.lastStart()))
        ? Optional.of(
            new UnwovenRecorder(
                agent,
                scope,
                threads,
                AgentRecorder.loaderOf(home),
                () -> connect(options, home, false)))
        : Optional.empty();
  }

  private static <T> T connected(
      Options options, Class<?> home, BiFunction<RacedetAgent, Scope, T> use) {
    try {
      RacedetAgent agent = RacedetAgent.install();
      agent.modelsVisibleTo(home.getClassLoader());
      Path output = options.output().toAbsolutePath();
      agent.atExit(output, () -> TestLog.finishLate(options.output()));
      return use.apply(agent, agent.scope(home, options.instrument(), options.exclude()));
    } catch (AgentUnavailable unavailable) {
      throw new NotCheckedError(unavailable.getMessage(), unavailable);
    } catch (ModelException bad) {
      throw new NotCheckedError(
          "a model of synchronisation has an error. " + bad.getMessage(), bad);
    }
  }
}
