package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;

/** SLF4J-361: two threads request the first logger of the process. */
public final class LoggerBinding implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    return new Runnable[] {() -> LoggerFactory.getLogger("a"), () -> LoggerFactory.getLogger("b")};
  }
}
