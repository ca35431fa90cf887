package io.racedet.junit.record;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.SitePair;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;

/** A recording in progress; there is at most one at a time. Any thread may stop it. */
public final class Recording {
  private final Recorder recorder;
  private final SiteCatalog catalog;
  private final RecordingOptions options;

  private Recording(Recorder recorder, SiteCatalog catalog, RecordingOptions options) {
    this.recorder = recorder;
    this.catalog = catalog;
    this.options = options;
  }

  /**
   * Starts to record what instrumented code does in all threads.
   *
   * @param catalog the instrumented instructions, methods and fields
   * @param options how to record
   * @return the recording
   * @throws IllegalStateException if another recording has not been stopped
   */
  public static Recording start(SiteCatalog catalog, RecordingOptions options) {
    return new Recording(start(options), catalog, options);
  }

  private static Recorder start(RecordingOptions how) {
    int schedule = how.perturbation().code();
    SitePair target = how.target();
    if (target != SitePair.NONE) {
      return Recorder.startTargeted(
          schedule,
          target.first(),
          target.second(),
          target.attempt(),
          target.element(),
          target.late(),
          how.seed(),
          how.maxEvents(),
          how.sites().sites());
    }
    return Recorder.start(schedule, how.seed(), how.maxEvents(), how.sites().sites());
  }

  /**
   * Adds a site, of a class that was loaded after the start, to a location of the target.
   *
   * @param first whether to the first location rather than the second one
   * @param site the site
   */
  public void addTarget(boolean first, int site) {
    recorder.addTarget(first, site);
  }

  /**
   * Ends the recording; threads that are still running are no longer recorded.
   *
   * @return what has been recorded
   */
  public RecordedTrace stop() {
    return stop(new StartedThreads());
  }

  /**
   * Ends a recording of a repeated test; threads that are still running are no longer recorded.
   *
   * @param earlier the threads that the earlier recordings of the test have started; those of this
   *     one are added
   * @return what has been recorded
   */
  public RecordedTrace stop(StartedThreads earlier) {
    RawTrace raw = recorder.stop();
    return new RecordedTrace(raw, catalog, options.scope(), earlier.add(raw));
  }
}
