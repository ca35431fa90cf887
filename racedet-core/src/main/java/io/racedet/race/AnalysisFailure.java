package io.racedet.race;

/**
 * An engine or listener that has thrown an exception. What the engine found before is kept, and it
 * gets no later events. A listener still receives later races.
 *
 * @param source name of the engine, {@code onRace}, or {@code witnesses}
 * @param event index of the last event before the failure was noticed; the engine consumes events
 *     in blocks, so an earlier one may have caused it
 * @param cause what was thrown; the first exception if a listener throws several times
 */
public record AnalysisFailure(String source, long event, Throwable cause) {
  /**
   * {@return a text, for example {@code fasttrack failed at event 4096:
   * java.lang.OutOfMemoryError}}
   */
  public String text() {
    return source + " failed at event " + event + ": " + cause;
  }
}
