package io.racedet.junit.record;

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
    Recorder recorder =
        Recorder.start(options.perturbation().code(), options.seed(), options.maxEvents());
    return new Recording(recorder, catalog, options);
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
