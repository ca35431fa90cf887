package io.racedet.junit.jdk;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.junit.jdk.CountingStreams.Output;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What a lock of the JDK around code of the program does not order. */
@ExpectRace(
    on = "JdkPrograms.Cell.value",
    with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
class RacyCallbacksTest extends JdkPrograms {
  private final Cell cell = new Cell();
  private final PrintStream out = new PrintStream(new Output(), true);

  @Test
  @Tag(SMOKE)
  void beforePrintedLines() throws Exception {
    Step step =
        () -> {
          cell.add();
          out.println("x");
        };
    inParallel(step, step);
  }

  @Test
  void afterPrintedLines() throws Exception {
    Step step =
        () -> {
          out.println("x");
          cell.add();
        };
    inParallel(step, step);
  }

  @Test
  void betweenPrintedLines() throws Exception {
    Step step =
        () -> {
          out.println("x");
          cell.add();
          out.println("y");
        };
    inParallel(step, step);
  }

  @Test
  void beforeAndAfterPrintedLine() throws Exception {
    inParallel(
        () -> {
          cell.add();
          out.println("x");
        },
        () -> {
          out.println("x");
          cell.add();
        });
  }

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void besideCapturedConsole() throws Exception {
    PrintStream console = System.out;
    System.setOut(out);
    try {
      Step step =
          () -> {
            System.out.println("x");
            cell.add();
            System.out.println("y");
          };
      inParallel(step, step);
    } finally {
      System.setOut(console);
    }
  }

  /** Counts what it gets. */
  private final class Counting extends OutputStream {
    @Override
    public void write(int b) {
      cell.add();
    }
  }

  @Test
  void streamWrittenDirectly() throws Exception {
    Counting counting = new Counting();
    PrintStream printed = new PrintStream(counting, true);
    inParallel(() -> printed.print("x"), () -> counting.write(1));
  }

  @Test
  void streamBelowTwoStreams() throws Exception {
    Counting counting = new Counting();
    PrintStream one = new PrintStream(counting, true);
    BufferedOutputStream other = new BufferedOutputStream(counting, 1);
    inParallel(
        () -> one.print("x"),
        () -> {
          other.write(1);
          other.flush();
        });
  }

  @Test
  void formattedText() throws Exception {
    Object counted =
        new Object() {
          @Override
          public String toString() {
            return "text " + cell.add();
          }
        };
    Step step = () -> String.format("%s", counted);
    inParallel(step, step);
  }

  /** Its text is made before the stream is locked. */
  @Test
  void printedText() throws Exception {
    Object counted =
        new Object() {
          @Override
          public String toString() {
            return "text " + cell.add();
          }
        };
    Step step = () -> out.print(counted);
    inParallel(step, step);
  }

  @Test
  void mappedValue() throws Exception {
    Optional<String> value = Optional.of("x");
    Step step = () -> value.map(x -> x + cell.add());
    inParallel(step, step);
  }

  /** Counts what it is asked for. */
  private final class Plugins extends ClassLoader {
    Plugins() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      cell.add();
      throw new ClassNotFoundException(name);
    }

    void miss() {
      try {
        loadClass("no.such.One");
        throw new IllegalStateException("found");
      } catch (ClassNotFoundException e) {
        /* As expected: there is none. */
      }
    }
  }

  @Test
  void twoClassLoaders() throws Exception {
    Plugins one = new Plugins();
    Plugins other = new Plugins();
    inParallel(one::miss, other::miss);
  }

  @Test
  void besideLoadedClasses() throws Exception {
    Plugins plugins = new Plugins();
    inParallel(
        plugins::miss,
        () -> {
          cell.add();
          plugins.miss();
        });
  }

  /** Publishes without a lock, as a handler of the program may. */
  @Test
  void handlerOfTheProgram() throws Exception {
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            cell.add();
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Step step = () -> loggerTo(handler).log(Level.INFO, "x");
    inParallel(step, step);
  }

  /** Unlike that of AppenderBase, its method is called without a lock. */
  @Test
  void unsynchronisedAppenderOfLogback() throws Exception {
    ch.qos.logback.classic.Logger logger =
        Noise.logbackTo(
            new UnsynchronizedAppenderBase<>() {
              @Override
              protected void append(ILoggingEvent event) {
                cell.add();
              }
            },
            Noise.logbackContext());
    Step step = () -> logger.info("hello");
    inParallel(step, step);
  }

  @Test
  void betweenLinesOfLogback() throws Exception {
    Cell logged = new Cell();
    ch.qos.logback.classic.Logger logger =
        Noise.logbackTo(
            new AppenderBase<>() {
              @Override
              protected void append(ILoggingEvent event) {
                logged.value += event.getMessage().length();
              }
            },
            Noise.logbackContext());
    Step step =
        () -> {
          logger.info("hello");
          cell.add();
          logger.info("hello");
        };
    inParallel(step, step);
  }

  @Test
  void formatterOfTwoHandlers() throws Exception {
    Formatter formatter =
        new Formatter() {
          @Override
          public String format(LogRecord logged) {
            return "text " + cell.add();
          }
        };
    Logger one = loggerTo(new StreamHandler(new Output(), formatter));
    Logger other = loggerTo(new StreamHandler(new Output(), formatter));
    inParallel(() -> one.info("x"), () -> other.info("x"));
  }

  @Test
  void besideLogger() throws Exception {
    StreamHandler handler = new StreamHandler(new Output(), new SimpleFormatter());
    Logger logger = loggerTo(handler);
    Step step =
        () -> {
          logger.info("x");
          handler.flush();
          cell.add();
          logger.info("y");
          handler.flush();
        };
    inParallel(step, step);
  }

  private static Logger loggerTo(Handler handler) {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    return logger;
  }
}
