package io.racedet.samples.drivers;

import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.status.Status;
import java.util.concurrent.Callable;

/** LOGBACK-1037: stop() clears, without the lock, the flag that doAppend() reads under it. */
public final class AppenderStop implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    AppenderBase<Object> appender =
        new AppenderBase<>() {
          @Override
          protected void append(Object event) {}

          @Override
          public void addStatus(Status ignored) {} // prints "appender is stopped"
        };
    appender.start();
    return new Runnable[] {() -> appender.doAppend("event"), appender::stop};
  }
}
