package io.racedet.junit.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.status.StatusUtil;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.OutputStream;
import java.sql.Timestamp;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.regex.Pattern;

/**
 * What code does beside its work: it logs, prints, measures and checks. All threads share what they
 * do it with, whose locks and atomics order them by chance; none hands anything over by it.
 */
enum Noise {
  NOTHING {
    @Override
    void make(int value) {}
  },
  LOGGER {
    private final Logger logger =
        nowhere(new StreamHandler(OutputStream.nullOutputStream(), new SimpleFormatter()));

    @Override
    void make(int value) {
      logger.log(Level.INFO, "value {0}", value);
    }
  },
  LOGGER_WITH_OWN_HANDLER {
    private final Logger logger =
        nowhere(
            new StreamHandler(OutputStream.nullOutputStream(), new SimpleFormatter()) {
              @Override
              public void publish(LogRecord logged) {
                super.publish(logged);
                flush();
              }
            });

    @Override
    void make(int value) {
      logger.log(Level.INFO, "value {0}", value);
    }
  },
  LOGBACK {
    private final org.slf4j.Logger logger = logback();

    @Override
    void make(int value) {
      logger.info("value {}", value);
    }
  },
  PRINTED_LINE {
    @Override
    void make(int value) {
      System.out.println("value " + value);
    }
  },
  PRINTED_FORMAT {
    @Override
    void make(int value) {
      System.out.printf("value %d%n", value);
    }
  },
  RANDOM {
    private final Random random = new Random();

    @Override
    void make(int value) {
      assertThat(random.nextInt(1 + value)).isNotNegative();
    }
  },
  RANDOM_OF_ALL {
    @Override
    void make(int value) {
      assertThat(Math.random() + ThreadLocalRandom.current().nextDouble()).isNotNegative();
    }
  },
  UNIQUE_ID {
    @Override
    void make(int value) {
      assertThat(UUID.randomUUID()).isNotNull();
    }
  },
  INSTANT {
    @Override
    void make(int value) {
      assertThat(Instant.now().toString()).isNotEmpty();
    }
  },
  DATE {
    @Override
    void make(int value) {
      assertThat(DateTimeFormatter.ISO_DATE_TIME.format(LocalDateTime.now())).isNotEmpty();
    }
  },
  COUNTER {
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Override
    void make(int value) {
      meters.counter("values").increment(value);
    }
  },
  TIMER {
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Override
    void make(int value) {
      meters.timer("values").record(value, TimeUnit.MICROSECONDS);
    }
  },
  FORMAT {
    @Override
    void make(int value) {
      assertThat(String.format(Locale.ROOT, "%05d %s", value, "text")).isNotEmpty();
      assertThat(MessageFormat.format("{0} {1}", value, "text")).isNotEmpty();
    }
  },
  PATTERN {
    private final Pattern pattern = Pattern.compile("(\\d+)-(\\w+)");

    @Override
    void make(int value) {
      assertThat(pattern.matcher(value + "-text").matches()).isTrue();
    }
  },
  VALUES {
    private final List<Integer> constants = Collections.unmodifiableList(Arrays.asList(1, 2));
    private final Map<String, Integer> names = Map.of("a", 1, "b", 2);
    private final Optional<Integer> optional = Optional.of(1);

    @Override
    void make(int value) {
      int sum = optional.map(one -> one + value).orElse(0);
      for (int constant : constants) {
        sum += constant;
      }
      for (Map.Entry<String, Integer> name : names.entrySet()) {
        sum += Objects.requireNonNull(name.getValue());
      }
      assertThat(sum + constants.stream().mapToInt(Integer::intValue).sum()).isPositive();
    }
  },
  NUMBERS {
    @Override
    void make(int value) {
      assertThat(NumberFormat.getInstance(Locale.ROOT).format(value)).isNotEmpty();
      assertThat(new SimpleDateFormat("yyyy", Locale.ROOT).format(new Date(value))).isNotEmpty();
    }
  },
  SQL_DATE {
    @Override
    void make(int value) {
      assertThat(Timestamp.valueOf("2000-01-01 00:00:00").getTime()).isNotNegative();
      assertThat(Timestamp.from(Instant.EPOCH).getNanos()).isZero();
      assertThat(java.sql.Date.valueOf("2000-01-01").getTime()).isNotNegative();
    }
  };

  private static org.slf4j.Logger logback() {
    LoggerContext context = logbackContext();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d [%thread] %logger %msg%n");
    encoder.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setEncoder(encoder);
    appender.setOutputStream(OutputStream.nullOutputStream());
    ch.qos.logback.classic.Logger logger = logbackTo(appender, context);
    logger.info("opened");
    assertThat(new StatusUtil(context).containsException(Exception.class)).isFalse();
    return logger;
  }

  /** A logger of Logback with one appender, which it starts. */
  static ch.qos.logback.classic.Logger logbackTo(
      Appender<ILoggingEvent> appender, LoggerContext context) {
    appender.setContext(context);
    appender.start();
    ch.qos.logback.classic.Logger logger = context.getLogger("noise");
    logger.addAppender(appender);
    return logger;
  }

  static LoggerContext logbackContext() {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter()); // without it, every line fails
    return context;
  }

  private static Logger nowhere(Handler handler) {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    return logger;
  }

  /** Makes the noise once. */
  abstract void make(int value);
}
