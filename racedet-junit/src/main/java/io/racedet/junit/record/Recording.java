package io.racedet.junit.record;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.SitePair;
import io.racedet.runtime.Recorder;

/** A recording in progress, of which there is one at a time. Any thread may stop it. */
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
   * Starts to record what woven code does in all threads.
   *
   * @param catalog what weaving knows
   * @param options how to record
   * @return the recording
   * @throws IllegalStateException when another recording has not been stopped
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
          how.maxEvents());
    }
    return Recorder.start(schedule, how.seed(), how.maxEvents());
  }

  /**
   * Adds a site to a place of the target: that of a class that has been loaded since the start.
   *
   * @param first whether to the first place, not to the second one
   * @param site the site
   */
  public void addTarget(boolean first, int site) {
    recorder.addTarget(first, site);
  }

  /**
   * Ends the recording; threads that go on are not recorded any more.
   *
   * @return what has been recorded
   */
  public RecordedTrace stop() {
    return new RecordedTrace(recorder.stop(), catalog, options.scope());
  }
}
