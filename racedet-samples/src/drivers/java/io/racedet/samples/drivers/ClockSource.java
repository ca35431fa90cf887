package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.joda.time.DateTimeUtils;

/**
 * Joda-Time 2986043: one thread replaces the source of the current time, another asks for the time.
 */
public final class ClockSource implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    DateTimeUtils.currentTimeMillis();
    return new Runnable[] {
      () -> DateTimeUtils.setCurrentMillisFixed(1L), DateTimeUtils::currentTimeMillis
    };
  }
}
