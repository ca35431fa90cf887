package io.racedet.junit.forced;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.engine.catalogue.Engines;
import io.racedet.junit.Schedule;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.record.LiveOptions;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.ScopedSites;
import io.racedet.junit.record.StartedThreads;
import io.racedet.junit.threads.ActingThreads;
import io.racedet.junit.threads.OtherThreads;
import io.racedet.race.Race;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Records programs as a check does, with some switches, and analyses them by all engines. */
final class ForcedRun {
  private static final String PACKAGE = "generated";
  private static final long PLENTY = 1_000_000;
  private static final int WITNESS_BUDGET = 100_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final RacedetAgent agent;
  private final ScopedSites sites;
  private final RecordingOptions options;
  private final ActingThreads acting = new ActingThreads();

  /**
   * To the discipline of Eraser, what another thread has initialised is shared; and the windows of
   * some are elsewhere in a trace that is shorter.
   */
  private final List<String> engines =
      Engines.names().stream()
          .filter(name -> !name.equals("eraser") && !name.endsWith("-window"))
          .toList();

  /**
   * What a run has shown.
   *
   * @param races the races of all engines, with their grades, without indices
   * @param events how many events there are
   * @param leftOut how many accesses the filter has left out
   */
  record Seen(TreeSet<String> races, long events, long leftOut) {}

  ForcedRun() {
    try {
      agent = RacedetAgent.install();
    } catch (AgentUnavailable e) {
      throw new IllegalStateException(e);
    }
    Scope scope = new Scope(PACKAGE, Path.of(""), List.of(PACKAGE), List.of());
    agent.cover(scope);
    sites = new ScopedSites(agent.sites(), agent.classesOf(scope));
    options = new RecordingOptions(Schedule.NONE, 1, PLENTY, agent.classesOf(scope));
  }

  /** Runs a program, which has not run before. */
  Seen of(ForcedText text, ForcedProgram program, Switches how) throws Exception {
    Turns turns = new Turns();
    Crew crew = new Crew(text, program, turns);
    Recording recording = how.hasSolo() ? alone(how) : start(how);
    if (!how.hasSolo()) {
      recording.recordAll();
    }
    recording.endSilence();
    crew.run(0);
    agent.sites().watch(SiteTable.NOBODY);
    try (RecordedTrace trace = recording.stop()) {
      crew.end();
      if (trace.damaged() || trace.truncated() || trace.unexpected().isPresent()) {
        throw new IllegalStateException(
            "the recording is not complete: " + trace.damage() + trace.unexpected() + text);
      }
      return new Seen(races(trace), trace.events(), trace.leftOut());
    }
  }

  private Recording start(Switches how) {
    sites.begin(agent.sites().sites());
    Recording recording =
        Recording.startUnseen(
            agent.sites(), options.leavingOut(how.filter()), kept(), new StartedThreads());
    recording.silence();
    agent.sites().watch(sites::add);
    return recording;
  }

  private static LiveOptions kept() {
    return new LiveOptions(PLENTY, PLENTY, 0, Path.of(""), names -> null);
  }

  /* As soon after wake-ups as a check would. */
  private Recording alone(Switches how) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < PATIENCE_NANOS) {
      Recording recording = start(how);
      OtherThreads others = acting.others(recording.lastWakeUp());
      if (!others.canAct() && recording.isCalm()) {
        recording.beginSolo(
            Thread.currentThread(),
            others.awaitNotify(),
            others.serving(),
            others.ending(),
            how.solo() == Switches.Solo.COUNTED);
        return recording;
      }
      recording.stop().close();
      acting.lookAgain();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IllegalStateException("other threads can act: " + Thread.getAllStackTraces());
  }

  private TreeSet<String> races(RecordedTrace trace) {
    TreeSet<String> races = new TreeSet<>();
    for (String engine : engines) {
      RaceAnalysis analysis =
          RaceAnalysis.with(engine)
              .names(trace.names())
              .witnesses(WITNESS_BUDGET, WITNESS_BUDGET)
              .start();
      trace.replay(analysis);
      RaceReport report = analysis.finish();
      if (report.dropped() > 0 || !report.failures().isEmpty()) {
        throw new IllegalStateException(engine + ": " + report.problems());
      }
      report.races().forEach(race -> races.add(text(race)));
    }
    return races;
  }

  private static String text(Race race) {
    return String.join(
        " ",
        race.engine(),
        race.kind().text(),
        race.variable(),
        race.first().location(),
        race.second().location(),
        race.proof().grade().toString(),
        Long.toString(race.count()));
  }
}
