package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.helpers.AppenderAttachableImpl;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.log4j.varia.NullAppender;

/** Bugzilla 54325: one thread removes all appenders while another appends to them. */
public final class AppenderList implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    AppenderAttachableImpl appenders = new AppenderAttachableImpl();
    appenders.addAppender(new NullAppender());
    Logger logger = Logger.getLogger("sample");
    LoggingEvent event = new LoggingEvent("sample", logger, Level.INFO, "message", null);
    return new Runnable[] {() -> append(appenders, event), appenders::removeAllAppenders};
  }

  private static void append(AppenderAttachableImpl appenders, LoggingEvent event) {
    try {
      appenders.appendLoopOnAppenders(event);
    } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
      // The occasional failure from the bug report, or a list that was emptied after its size was
      // read. The race exists whether or not it occurs.
    }
  }
}
