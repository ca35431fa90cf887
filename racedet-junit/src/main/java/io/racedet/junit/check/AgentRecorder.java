package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.record.LiveOptions;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.ScopedSites;
import io.racedet.junit.record.StartedThreads;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.Target;
import io.racedet.junit.results.SpillFolders;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.ActingThreads;
import io.racedet.junit.threads.HangText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The recorder of this process: its agent, with the classes of one test woven. */
final class AgentRecorder implements EarlyRecorder {
  private final RacedetAgent agent;
  private final Scope scope;
  private final Options options;
  private final Analysis analysis;
  private final KeptTrace kept;
  private final ExecutedSites executedSites;
  private final ClassFiles classFiles;
  private final ScopedSites scopedSites;
  private final StartedThreads started = new StartedThreads();
  private final Path spill;
  private final UnorderedLibraryCalls unorderedCalls = new UnorderedLibraryCalls();
  private final SoloStart solo;
  private final boolean hasBaseline;
  private ActiveRecording early; // null for none
  private SeededSchedule scheduleOfEarly;

  AgentRecorder(
      RacedetAgent agent, Scope scope, Options options, Class<?> home, boolean isCounted) {
    this.agent = agent;
    this.scope = scope;
    this.options = options;
    hasBaseline = hasBaseline(options);
    solo =
        new SoloStart(
            allowsSolo(options),
            isCounted || hasBaseline,
            agent.keptFor(scope, ActingThreads.class, ActingThreads::new));
    kept = new KeptTrace(options.output());
    spill = new SpillFolders(options.output()).own();
    ClassLoader loader = loaderOf(home);
    classFiles = ClassFiles.of(loader);
    executedSites = new ExecutedSites(agent.sites(), agent.classesOf(scope), loader, classFiles);
    scopedSites =
        agent.keptFor(
            scope, ScopedSites.class, () -> new ScopedSites(agent.sites(), agent.classesOf(scope)));
    analysis = new Analysis(options.engines(), kept, options.deadlocks(), classFiles);
  }

  // Lines of a baseline are stale if their instructions were executed without a race.
  private static boolean hasBaseline(Options options) {
    return Files.exists(options.baseline().file());
  }

  // To Eraser it matters who has initialised a variable.
  static boolean allowsSolo(Options options) {
    return options.solo() && !options.engines().contains("eraser");
  }

  static ClassLoader loaderOf(Class<?> home) {
    ClassLoader own = home.getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  @Override
  public void keepTrace(String name, Predicate<FoundRace> races) {
    kept.want(name, races);
  }

  @Override
  public boolean isInPart() {
    return solo.isInPart();
  }

  @Override
  public boolean wasAlone() {
    return solo.wasAlone();
  }

  @Override
  public List<String> traces() {
    return kept.files();
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(kept.warnings());
    warnings.addAll(unorderedCalls.warnings());
    warnings.addAll(solo.warnings());
    return warnings;
  }

  @Override
  public SeenInstructions instructions(Set<String> keys) {
    return executedSites.of(keys);
  }

  @Override
  public ClassFiles classFiles() {
    return classFiles;
  }

  @Override
  public void startEarly(SeededSchedule schedule) {
    early = startNow(schedule);
    scheduleOfEarly = schedule;
  }

  @Override
  public void silenceEarly() {
    if (early != null) {
      early.silence();
    }
  }

  @Override
  public void dropEarly() {
    if (early != null) {
      early.stop().discard();
      early = null;
    }
  }

  @Override
  public ActiveRecording start(SeededSchedule schedule) {
    if (early != null && schedule.equals(scheduleOfEarly)) {
      ActiveRecording started = early;
      early = null;
      return started;
    }
    dropEarly();
    return startNow(schedule);
  }

  private ActiveRecording startNow(SeededSchedule schedule) {
    agent.weaveShared(); // what the last repetition has loaded may be the first to use it
    scopedSites.begin(agent.sites().sites());
    Recording recording = recording(options(schedule).without(scopedSites));
    if (!options.deadlocks()) {
      recording.keepDeadlocks();
    }
    recording.silence(); // the threads are looked at by methods of the JDK that are recorded
    watch(recording, schedule);
    solo.begin(recording);
    recording.endSilence();
    return new ActiveRecording() {
      @Override
      public FinishedRecording stop() {
        agent.sites().watch(SiteTable.NOBODY);
        RecordedTrace trace = recording.stop(started);
        solo.end(trace);
        return finished(trace);
      }

      @Override
      public boolean breakDeadlocks() {
        return recording.breakDeadlocks();
      }

      @Override
      public long events(List<Thread> of) {
        return recording.progress(of);
      }

      @Override
      public long waited() {
        return recording.waited();
      }

      @Override
      public List<Thread> threads() {
        return recording.threads();
      }

      @Override
      public void silence() {
        recording.silence();
      }

      @Override
      public void endSilence() {
        recording.endSilence();
      }

      @Override
      public boolean endSolo() {
        return recording.endSolo();
      }
    };
  }

  private void watch(Recording recording, SeededSchedule schedule) {
    List<List<String>> places = schedule.target().places();
    // A class may be loaded only by the test itself, or again by another class loader.
    agent
        .sites()
        .watch(
            (site, id) -> {
              scopedSites.add(site, id);
              for (int i = 0; schedule.isTargeted() && i < places.size(); i++) {
                if (places.get(i).stream().anyMatch(site::isAt)) {
                  recording.addTarget(i, id);
                }
              }
            });
  }

  private RecordingOptions options(SeededSchedule how) {
    RecordingOptions all =
        new RecordingOptions(
                how.schedule(), how.seed(), options.maxEvents(), agent.classesOf(scope))
            .leavingOut(options.filter());
    return how.isTargeted() ? targeted(all, how) : all;
  }

  private RecordingOptions targeted(RecordingOptions all, SeededSchedule how) {
    int[][] sites =
        how.target().places().stream()
            .map(places -> places.stream().flatMapToInt(this::sites).toArray())
            .toArray(int[][]::new);
    if (how.target() instanceof Target.Cycle cycle) {
      boolean[] shared = new boolean[sites.length];
      for (int i = 0; i < sites.length; i++) {
        shared[i] = cycle.requests().get(i).shared();
      }
      return all.requesting(sites, shared, how.attempt());
    }
    return all.meeting(sites[0], sites[1], how.attempt(), how.element(), how.late());
  }

  private IntStream sites(String place) {
    return IntStream.of(agent.sites().sitesAt(place));
  }

  private Recording recording(RecordingOptions how) {
    try {
      return Recording.startUnseen(agent.sites(), how, beside(), started);
    } catch (IllegalStateException busy) {
      throw new NotCheckedError(
          "another check is running in this process (expected: one at a time). Do not use RaceCheck"
              + " inside a checked test or block, and do not run its callers in parallel.",
          busy);
    }
  }

  private LiveOptions beside() {
    return LiveOptions.ofMebibytes(
        options.memory(), options.spill(), spill, analysis::begin, analysis::watch);
  }

  private FinishedRecording finished(RecordedTrace trace) {
    return new FinishedRecording() {
      @Override
      public Observation analyse() {
        try (trace) {
          Observation seen = analysis.of(trace);
          if (trace.failure().isEmpty()) {
            unorderedCalls.add(trace.locks(), trace.events());
          }
          if (hasBaseline) {
            executedSites.add(trace.sites());
            executedSites.add(scopedSites.leftOut());
          }
          return seen;
        }
      }

      @Override
      public Optional<String> explain(HangText threads, Map<Long, String> waiting) {
        if (trace.failure().isPresent()) {
          return Optional.empty();
        }
        return Optional.of(
            new HangExplanation(trace.locks(), analysis.names()).of(threads, waiting));
      }

      @Override
      public boolean hasCaught() {
        try (trace) {
          return trace.confirmed();
        }
      }

      @Override
      public void discard() {
        trace.close();
      }
    };
  }

  @Override
  public Coverage coverage() {
    return agent.coverage(scope);
  }

  @Override
  public int matches(String entry) {
    return agent.coverage(scope.onlyOf(entry)).woven().size();
  }
}
