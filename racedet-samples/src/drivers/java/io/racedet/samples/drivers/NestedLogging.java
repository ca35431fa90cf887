package io.racedet.samples.drivers;

import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;

/**
 * LOG4J-41214: a message that logs while it is made into text requests the root logger while its
 * thread holds an appender; another thread holds the root logger while it requests the appender.
 */
public final class NestedLogging implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    WriterAppender appender = new WriterAppender(new SimpleLayout(), new StringWriter());
    Logger root = Logger.getRootLogger();
    Logger outer = Logger.getLogger("outer");
    Logger inner = Logger.getLogger("inner");
    root.addAppender(appender);
    outer.addAppender(appender);
    return new Runnable[] {() -> root.info("message"), () -> outer.info(new Talkative(inner))};
  }

  private record Talkative(Logger logger) {
    @Override
    public String toString() {
      logger.info("made into text");
      return "talkative";
    }
  }
}
