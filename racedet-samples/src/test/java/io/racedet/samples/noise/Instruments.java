package io.racedet.samples.noise;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.status.StatusUtil;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.OutputStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.slf4j.Logger;

/** The loggers and the meters that all threads share; what is logged is formatted and dropped. */
public final class Instruments {
  static final String LOGGER = "io.racedet.samples.noise";

  private static final java.util.logging.Logger JDK_LOGGER =
      java.util.logging.Logger.getLogger(LOGGER);

  /** The logger of Logback. */
  public static final Logger LOGBACK = logback();

  /** The meters of Micrometer. */
  public static final MeterRegistry METERS = new SimpleMeterRegistry();

  /** The classes that code with the added calls names. */
  public static final List<Class<?>> NAMED =
      List.of(Instruments.class, Logger.class, MeterRegistry.class, Counter.class);

  private Instruments() {}

  static void open() {
    Handler handler = new StreamHandler(OutputStream.nullOutputStream(), new SimpleFormatter());
    JDK_LOGGER.addHandler(handler);
    JDK_LOGGER.setUseParentHandlers(false);
  }

  private static Logger logback() {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter()); // without it, every line fails
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d [%thread] %logger %msg%n");
    encoder.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.setOutputStream(OutputStream.nullOutputStream());
    appender.start();
    ch.qos.logback.classic.Logger logger = context.getLogger(LOGGER);
    logger.addAppender(appender);
    logger.info("opened");
    if (new StatusUtil(context).containsException(Exception.class)) {
      throw new IllegalStateException(context.getStatusManager().getCopyOfStatusList().toString());
    }
    return logger;
  }
}
