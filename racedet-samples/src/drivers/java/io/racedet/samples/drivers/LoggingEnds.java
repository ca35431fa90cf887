package io.racedet.samples.drivers;

import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;

/**
 * A message that creates a logger while it is made into text requests the table of loggers while
 * its thread holds the root logger; the end of logging holds the table while it requests the root
 * logger.
 */
public final class LoggingEnds implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    Logger root = Logger.getRootLogger();
    root.addAppender(new WriterAppender(new SimpleLayout(), new StringWriter()));
    return new Runnable[] {() -> root.info(new Talkative()), LogManager::shutdown};
  }

  private static final class Talkative {
    @Override
    public String toString() {
      return Logger.getLogger("new").getName();
    }
  }
}
