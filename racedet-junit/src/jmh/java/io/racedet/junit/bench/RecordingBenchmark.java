package io.racedet.junit.bench;

import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.spans.AccessSites;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of recording: two threads run a workload plain, or woven and recorded. The difference is
 * the cost of an access, in nanoseconds of the thread that makes it. Starting and stopping the
 * recording are not measured.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Workloads.ACCESSES)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
public class RecordingBenchmark {
  /** Whether the workload is woven and recorded, and then with or without covered accesses. */
  @Param({"plain", "idle", "woven", "reduced"})
  public String mode;

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final Workloads.SharedObjects sharedObjects = new Workloads.SharedObjects();
  private final Workloads.Loops loops = new Workloads.Loops();
  private final Workloads.Stencil stencil = new Workloads.Stencil();
  private final Workloads.StripedCounters stripedCounters = new Workloads.StripedCounters();
  private final Workloads.Walks walks = new Workloads.Walks();
  private KnownSites known;
  private boolean isRecorded;
  private Tape tape;

  /** Installs the agent where it is measured. */
  @Setup(Level.Trial)
  public void weave() throws AgentUnavailable {
    if (mode.equals("plain")) {
      return;
    }
    RacedetAgent agent = RacedetAgent.install();
    agent.cover(Scope.of(Workloads.class, List.of(Workloads.class.getName()), List.of()));
    isRecorded = !mode.equals("idle");
    known = new KnownSites();
    if (mode.equals("reduced")) {
      agent.sites().watch(known::add);
      for (int id = 0; id < agent.sites().sites(); id++) {
        known.add(agent.sites().site(id), id);
      }
    }
  }

  /** Starts a recording where it is measured. */
  @Setup(Level.Invocation)
  public void startRecording() {
    if (isRecorded) {
      tape = new Tape(known);
    }
  }

  /** Stops it, and sees that it is whole. */
  @TearDown(Level.Invocation)
  public void stopRecording() {
    if (isRecorded) {
      tape.end();
    }
  }

  /**
   * The instructions of which covered accesses are left out. Loads the recorder, as a tape does.
   */
  private static final class KnownSites {
    private final AccessSites sites = new AccessSites();

    void add(Site site, int id) {
      sites.add(id, site.kind() == SiteKind.WRITE, site.covers(), site.stableHash());
    }
  }

  /** A recording, not merged. Loads the recorder, so it must come after the agent. */
  private static final class Tape {
    private static final long MAX_EVENTS = 1L << 24;

    private final Recorder recorder;

    Tape(KnownSites known) {
      BufferSpace space = BufferSpace.unlimited();
      recorder = Recorder.start(new Plan(Schedule.NONE, 1, null, MAX_EVENTS, known.sites, space));
    }

    void end() {
      try (RawTrace trace = recorder.stop()) {
        if (trace.truncated() || trace.damaged()) {
          throw new IllegalStateException("the recording is not whole");
        }
      }
    }
  }

  /** Ends the other thread. */
  @TearDown(Level.Trial)
  public void end() {
    other.shutdown();
  }

  /** Plain fields of objects that both threads use. */
  @Benchmark
  public void fieldsOfSharedObjects() throws Exception {
    run(sharedObjects.half(0), sharedObjects.half(500));
  }

  /** Fields of objects of their own, which need not be recorded but once. */
  @Benchmark
  public void loopsOverFields() throws Exception {
    run(loops.half(), loops.half());
  }

  /** Array elements, and a barrier now and then. */
  @Benchmark
  public void stencilWithBarrier() throws Exception {
    run(stencil.half(0), stencil.half(1));
  }

  /** Fields, each under a monitor of its own. */
  @Benchmark
  public void lockStripedCounters() throws Exception {
    run(stripedCounters.half(0), stripedCounters.half(1));
  }

  /** Streams over an array and a list, a search in a list, and a loop over one. */
  @Benchmark
  public void walksOfCollections() throws Exception {
    run(walks.half(), walks.half());
  }

  private void run(Workloads.Half one, Workloads.Half two)
      throws ExecutionException, InterruptedException, BrokenBarrierException {
    Future<Void> second =
        other.submit(
            (Callable<Void>)
                () -> {
                  two.run();
                  return null;
                });
    one.run();
    second.get();
  }
}
