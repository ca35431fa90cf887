package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.apache.commons.logging.impl.SimpleLog;

/** LOGGING-135: one thread sets the level of a log, another logs through it. */
public final class LogLevel implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    SimpleLog log = new SimpleLog("sample");
    return new Runnable[] {() -> log.setLevel(SimpleLog.LOG_LEVEL_ERROR), log::isDebugEnabled};
  }
}
