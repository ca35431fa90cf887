package io.racedet.junit.record;

import io.racedet.junit.record.merge.LiveMerge;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.Schedule;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;
import java.util.function.Supplier;

/** A recording in progress; there is at most one at a time. Any thread may stop it. */
public final class Recording {
  private final Recorder recorder;
  private final SiteCatalog catalog;
  private final RecordingOptions options;
  private final LiveRecording live; // null if it is analysed at its end only

  private Recording(
      Recorder recorder, SiteCatalog catalog, RecordingOptions options, LiveRecording live) {
    this.recorder = recorder;
    this.catalog = catalog;
    this.options = options;
    this.live = live;
  }

  /**
   * Starts to record what instrumented code does in all threads.
   *
   * @throws IllegalStateException if another recording has not been stopped
   */
  public static Recording start(SiteCatalog catalog, RecordingOptions options) {
    Recorder recorder = Recorder.start(plan(options, BufferSpace.unlimited()));
    return new Recording(recorder, catalog, options, null);
  }

  /**
   * Starts to record what instrumented code does in all threads, for as long as it takes: when too
   * much waits for the analysis, that begins beside the test.
   *
   * @throws IllegalStateException if another recording has not been stopped
   */
  public static Recording start(
      SiteCatalog catalog, RecordingOptions options, LiveOptions live, StartedThreads earlier) {
    Recording recording = startUnseen(catalog, options, live, earlier);
    recording.recordAll();
    return recording;
  }

  /**
   * The same, but leaves data accesses out until {@link #beginSolo} or {@link #recordAll}.
   *
   * @throws IllegalStateException if another recording has not been stopped
   */
  public static Recording startUnseen(
      SiteCatalog catalog, RecordingOptions options, LiveOptions live, StartedThreads earlier) {
    BufferSpace space = new BufferSpace(live.memory(), live.begin());
    Recorder recorder = Recorder.startUnseen(plan(options, space));
    Supplier<LiveMerge> merge =
        () ->
            new LiveMerge(
                recorder.trace(), catalog, options.scope(), space::isPressed, earlier::contains);
    LiveRecording drain = new LiveRecording(recorder, space, live, merge);
    space.drainBy(drain);
    return new Recording(recorder, catalog, options, drain);
  }

  /* The runtime is on the boot class path, and has an enum with the same names. */
  private static Plan plan(RecordingOptions how, BufferSpace space) {
    Schedule schedule = Schedule.valueOf(how.schedule().name());
    return new Plan(
        schedule, how.seed(), how.target(), how.maxEvents(), how.sites().sites(), space);
  }

  /**
   * Adds a site, of a class that was loaded after the start, to a location or request of the
   * target, by its number from 0.
   */
  public void addTarget(int place, int site) {
    recorder.addTarget(place, site);
  }

  /** Breaks no deadlock: its threads wait forever. */
  public void keepDeadlocks() {
    recorder.keepDeadlocks();
  }

  /**
   * Breaks the deadlocks of locks with stamps, now that nothing else is going to happen. Others are
   * broken by themselves.
   */
  public boolean breakDeadlocks() {
    return recorder.breakDeadlocks();
  }

  /** Returns a number that changes whenever one of some threads records something new. */
  public long progress(List<Thread> of) {
    return recorder.progress(of.toArray(Thread[]::new));
  }

  /** Returns for how many nanoseconds at least one thread has waited for the analysis so far. */
  public long waited() {
    return recorder.waited();
  }

  /** The threads that have come to a hook so far, also those that have ended. */
  public List<Thread> threads() {
    return List.of(recorder.threads());
  }

  /** From now on nothing that the current thread does is recorded. */
  public void silence() {
    ModelledCalls.silence();
  }

  /** Ends what {@link #silence} has begun. */
  public void endSilence() {
    ModelledCalls.endSilence();
  }

  /**
   * Says that a thread alone can act, until some thread wakes another one: until then its data
   * accesses are counted, and not recorded.
   *
   * @param awaitsNotify whether another thread waits on a monitor
   * @param serving those that act, but touch nothing of the program
   * @param ending those that may end by themselves
   * @param isCounted whether its accesses are to be counted, and their instructions known
   */
  public void beginSolo(
      Thread alone,
      boolean awaitsNotify,
      List<Thread> serving,
      List<Thread> ending,
      boolean isCounted) {
    recorder.beginSolo(
        alone,
        awaitsNotify,
        serving.toArray(Thread[]::new),
        ending.toArray(Thread[]::new),
        isCounted);
  }

  /** Whether no thread was woken lately that may look as if it still waited. */
  public boolean isCalm() {
    return recorder.isCalm();
  }

  /** The time of the last wake-up of a thread that was seen, in any recording or between them. */
  public long lastWakeUp() {
    return recorder.lastWakeUp();
  }

  /** After {@link #startUnseen}: no thread alone can act, and all data accesses are recorded. */
  public void recordAll() {
    recorder.recordAll();
  }

  /** From now on all data accesses are recorded; returns whether that is new. */
  public boolean endSolo() {
    return recorder.endSolo();
  }

  /** Ends the recording; threads that are still running are no longer recorded. */
  public RecordedTrace stop() {
    return stop(new StartedThreads());
  }

  /**
   * Ends a recording of a repeated test; threads that are still running are no longer recorded.
   *
   * @param earlier the threads that the earlier recordings of the test have started; those of this
   *     one are added
   */
  public RecordedTrace stop(StartedThreads earlier) {
    recorder.end();
    boolean isAnalysed = live != null && live.finish();
    RawTrace raw = recorder.stop();
    IntSet leftover = earlier.add(raw);
    return isAnalysed
        ? new RecordedTrace(raw, catalog, live)
        : new RecordedTrace(raw, catalog, options.scope(), leftover, options.leavesOut());
  }
}
