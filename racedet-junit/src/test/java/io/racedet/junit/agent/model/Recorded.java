package io.racedet.junit.agent.model;

import io.racedet.RaceAnalysis;
import io.racedet.junit.Schedule;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.SharedVariables;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the recording of one run of a program shows.
 *
 * @param races the variables of the races by happens-before
 * @param shared the variables that two threads have accessed
 * @param damaged whether the trace had to be repaired, or is not complete
 * @param texts gives the events, one line each
 */
record Recorded(
    Set<String> races, Set<String> shared, boolean damaged, Supplier<List<String>> texts) {
  /** A program; it ends when all its threads have ended. */
  interface Program {
    void run() throws Exception;
  }

  private static final long LIMIT = 4_000_000;
  private static final long WITNESS_BUDGET = 1_000_000;

  /* Where the project begins takes long to find out. */
  private static final ClassValue<Scope> SCOPES =
      new ClassValue<>() {
        @Override
        protected Scope computeValue(Class<?> test) {
          return Scope.of(test, List.of(test.getPackageName()), List.of());
        }
      };

  /** The events, one line each. */
  List<String> events() {
    return texts.get();
  }

  /** Runs a program, none of whose threads fails. */
  static Recorded run(Class<?> scope, Program program) {
    try (RecordedTrace trace = record(scope, program, false)) {
      return withEvents(analyse(trace));
    }
  }

  /**
   * Runs a program, none of whose threads fails, and checks it. Only a failed check needs texts.
   */
  static void check(Class<?> scope, Program program, Consumer<Recorded> checks) {
    try (RecordedTrace trace = record(scope, program, false)) {
      checks.accept(analyse(trace));
    }
  }

  /** As {@link #check}, of a program whose threads may fail because of its races. */
  static void checkRacy(Class<?> scope, Program program, Consumer<Recorded> checks) {
    try (RecordedTrace trace = record(scope, program, true)) {
      checks.accept(analyse(trace));
    }
  }

  /** Runs a program whose threads may fail because of its races. */
  static Recorded runRacy(Class<?> scope, Program program) {
    try (RecordedTrace trace = record(scope, program, true)) {
      return withEvents(analyse(trace));
    }
  }

  /** The variables of the races that a checked reordering of a run of the program proves. */
  static Set<String> witnessed(Class<?> scope, Program program) {
    try (RecordedTrace trace = record(scope, program, false)) {
      Set<String> races = new TreeSet<>();
      RaceAnalysis analysis =
          RaceAnalysis.with("pwr-ee-l").names(trace.names()).witnesses(WITNESS_BUDGET).start();
      trace.replay(analysis);
      for (Race race : analysis.finish().races()) {
        if (race.grade() == Grade.WITNESSED) {
          races.add(race.variable());
        }
      }
      return races;
    }
  }

  private static RecordedTrace record(Class<?> scope, Program program, boolean threadsMayFail) {
    Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    Programs.takeFailure(); // of an earlier program, which failed in another way too
    try {
      RecordedTrace trace = record(scope, program);
      Throwable failure = Programs.takeFailure();
      if (!threadsMayFail && (failure != null || !uncaught.isEmpty())) {
        trace.close();
        throw new AssertionError(
            "a thread of the program failed", failure == null ? uncaught.peek() : failure);
      }
      return trace;
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private static RecordedTrace record(Class<?> scope, Program program) {
    String name = scope.getPackageName();
    RacedetAgent agent = install();
    agent.cover(SCOPES.get(scope));
    Recording recording =
        Recording.start(
            agent.sites(),
            new RecordingOptions(Schedule.NONE, 1, LIMIT, type -> type.startsWith(name)));
    try {
      program.run();
      return recording.stop();
    } catch (Exception | Error e) {
      recording.stop().close();
      throw new AssertionError("the program failed", e);
    }
  }

  static RacedetAgent install() {
    try {
      return RacedetAgent.install();
    } catch (AgentUnavailable e) {
      throw new AssertionError(e);
    }
  }

  private static Recorded withEvents(Recorded recorded) {
    List<String> events = recorded.events();
    return new Recorded(recorded.races, recorded.shared, recorded.damaged, () -> events);
  }

  private static List<String> events(RecordedTrace trace) {
    List<String> events = new ArrayList<>();
    trace.replay(
        (op, thread, operand, location) ->
            events.add("T" + thread + ' ' + op + ' ' + trace.names().name(op.operand(), operand)));
    return events;
  }

  private static Recorded analyse(RecordedTrace trace) {
    Set<String> races = new TreeSet<>();
    RaceAnalysis analysis =
        RaceAnalysis.with("fasttrack")
            .names(trace.names())
            .onRace(race -> races.add(race.variable()))
            .start();
    trace.replay(analysis);
    analysis.finish();
    return new Recorded(
        races,
        SharedVariables.of(trace),
        trace.damaged() || trace.truncated(),
        () -> events(trace));
  }
}
