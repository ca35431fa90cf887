package io.racedet.junit.jdk;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.racedet.junit.RaceFree;
import io.racedet.junit.SyncModel;
import io.racedet.junit.jdk.CountingStreams.Input;
import io.racedet.junit.jdk.CountingStreams.Lines;
import io.racedet.junit.jdk.CountingStreams.Output;
import io.racedet.junit.jdk.CountingStreams.Text;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.util.HashMap;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Code of the program that the JDK calls under a lock of its own needs no lock of the program. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class LocksAroundCallbacksTest extends JdkPrograms {
  private static final int TIMES = 3;

  private final Output output = new Output();
  private final Text text = new Text();

  private static void byTwo(Step step) throws Exception {
    Step often =
        () -> {
          for (int i = 0; i < TIMES; i++) {
            step.run();
          }
        };
    inParallel(often, often);
  }

  /* ---- streams ---- */

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void console_captured() throws Exception {
    PrintStream console = System.out;
    System.setOut(new PrintStream(output, true));
    try {
      byTwo(() -> System.out.println("hello"));
    } finally {
      System.setOut(console);
    }
    output.text.append("end");
  }

  @Test
  void printStream() throws Exception {
    PrintStream out = new PrintStream(output);
    byTwo(
        () -> {
          out.println("hello");
          out.println(1);
          out.print('c');
          out.printf("%d%n", 2);
          out.append("more");
          out.write(3);
          out.write(new byte[] {1, 2}, 0, 2);
          out.flush();
        });
    output.count++;
  }

  /** Each of its methods locks by itself. */
  private static final class Shouting extends PrintStream {
    private int lines;

    Shouting(Output out) {
      super(out);
    }

    @Override
    public void print(String line) {
      lines++;
      super.print(line + "!");
    }
  }

  @Test
  void printStream_ofTheProgram() throws Exception {
    Shouting out = new Shouting(output);
    byTwo(() -> out.println("hello"));
    out.lines++;
    output.count++;
  }

  @Test
  void printStream_lockedByTheProgram() throws Exception {
    Shouting out = new Shouting(output);
    inParallel(
        () -> out.println("hello"),
        () -> {
          synchronized (out) {
            out.lines++;
            out.println("hello");
            output.count++;
          }
        });
  }

  @Test
  void printStackTrace() throws Exception {
    PrintStream out = new PrintStream(output);
    byTwo(() -> new IllegalStateException("shown").printStackTrace(out));
  }

  /** Its text is made under the lock of the stream. */
  @Test
  void printf_ofCountedText() throws Exception {
    PrintStream out = new PrintStream(output);
    Object counted =
        new Object() {
          private int count;

          @Override
          public String toString() {
            return "text " + ++count;
          }
        };
    byTwo(() -> out.printf("%s%n", counted));
  }

  @Test
  void printWriter() throws Exception {
    PrintWriter out = new PrintWriter(text);
    byTwo(
        () -> {
          out.println("hello");
          out.printf("%d%n", 1);
          out.write('c');
          out.append("more");
          out.flush();
        });
    text.count++;
  }

  @Test
  void printWriter_overPrintStream() throws Exception {
    PrintWriter out = new PrintWriter(new PrintStream(output, true), true);
    byTwo(() -> out.println("hello"));
    output.count++;
  }

  @Test
  void writer_ofTheProgram() throws Exception {
    byTwo(
        () -> {
          text.write('c');
          text.write("hello");
          text.append("more").append('c');
        });
    text.count++;
  }

  @Test
  void bufferedWriter() throws Exception {
    BufferedWriter out = new BufferedWriter(text, 4);
    byTwo(
        () -> {
          out.write("hello");
          out.newLine();
          out.flush();
        });
    text.count++;
  }

  @Test
  void bufferedOutputStream() throws Exception {
    BufferedOutputStream out = new BufferedOutputStream(output, 4);
    byTwo(
        () -> {
          out.write(1);
          out.write(new byte[5]);
          out.flush();
        });
    output.count++;
  }

  @Test
  void outputStreamWriter() throws Exception {
    OutputStreamWriter out = new OutputStreamWriter(output);
    byTwo(
        () -> {
          out.write("hello");
          out.flush();
        });
    output.count++;
  }

  @Test
  void bufferedReader() throws Exception {
    Lines lines = new Lines();
    BufferedReader in = new BufferedReader(lines, 4);
    byTwo(
        () -> {
          in.readLine();
          in.read();
          in.skip(1);
        });
    lines.count++;
  }

  @Test
  void bufferedInputStream() throws Exception {
    Input bytes = new Input();
    BufferedInputStream in = new BufferedInputStream(bytes, 4);
    byTwo(
        () -> {
          in.read();
          in.read(new byte[3], 0, 3);
          in.skip(1);
        });
    bytes.count++;
  }

  @Test
  void inputStreamReader() throws Exception {
    Input bytes = new Input();
    InputStreamReader in = new InputStreamReader(bytes);
    byTwo(in::read);
    bytes.count++;
  }

  /* ---- classes, preferences, bundles, passwords ---- */

  /** Not registered as parallel capable. */
  private static final class Plugins extends ClassLoader {
    private final Map<String, Integer> asked = new HashMap<>();

    Plugins() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      asked.merge(name, 1, Integer::sum);
      throw new ClassNotFoundException(name);
    }

    void miss(String name) {
      try {
        loadClass(name);
        throw new IllegalStateException(name);
      } catch (ClassNotFoundException e) {
        /* As expected: there is none. */
      }
    }
  }

  @Test
  @Tag(PROMISED)
  void classLoader_findClass() throws Exception {
    Plugins plugins = new Plugins();
    byTwo(
        () -> {
          plugins.miss("no.such.One");
          plugins.miss("no.such.Other");
        });
    plugins.asked.clear();
  }

  /** Kept in a map that is not thread-safe. */
  private static final class Kept extends AbstractPreferences {
    private final Map<String, String> values = new HashMap<>();
    private int puts;

    Kept() {
      super(null, "");
    }

    @Override
    protected void putSpi(String key, String value) {
      puts++;
      values.put(key, value);
    }

    @Override
    protected String getSpi(String key) {
      return values.get(key);
    }

    @Override
    protected void removeSpi(String key) {
      values.remove(key);
    }

    @Override
    protected void removeNodeSpi() {
      values.clear();
    }

    @Override
    protected String[] keysSpi() {
      return values.keySet().toArray(new String[0]);
    }

    @Override
    protected String[] childrenNamesSpi() {
      return new String[0];
    }

    @Override
    protected AbstractPreferences childSpi(String name) {
      return new Kept();
    }

    @Override
    protected void syncSpi() {
      puts++;
    }

    @Override
    protected void flushSpi() {
      puts++;
    }
  }

  @Test
  @Tag(PROMISED)
  void preferences() throws Exception {
    Kept kept = new Kept();
    Preferences preferences = kept;
    byTwo(
        () -> {
          preferences.put("key", "value");
          preferences.get("key", null);
          preferences.keys();
          preferences.remove("key");
          preferences.flush();
        });
    kept.puts++;
  }

  @Test
  @Tag(PROMISED)
  void listResourceBundle() throws Exception {
    ResourceBundle bundle =
        new ListResourceBundle() {
          private int loaded;

          @Override
          protected Object[][] getContents() {
            Cell cell = new Cell();
            cell.value = ++loaded;
            return new Object[][] {{"key", cell}};
          }
        };
    byTwo(
        () -> {
          if (((Cell) bundle.getObject("key")).get() != 1 || !bundle.containsKey("key")) {
            throw new IllegalStateException("loaded twice");
          }
        });
  }

  @Test
  void authenticator() throws Exception {
    Cell asked = new Cell();
    Authenticator authenticator =
        new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            asked.add();
            return null;
          }
        };
    byTwo(
        () ->
            Authenticator.requestPasswordAuthentication(
                authenticator,
                "host",
                null,
                1,
                "http",
                "prompt",
                "basic",
                null,
                Authenticator.RequestorType.SERVER));
    asked.add();
  }

  /** Its model lends it to the methods that run while it is held. */
  private static final class SpinLock {
    private final AtomicBoolean held = new AtomicBoolean();

    @SyncModel("quiet; lend this")
    void lock() {
      while (!held.compareAndSet(false, true)) {
        Thread.onSpinWait();
      }
    }

    @SyncModel("quiet; reclaim this")
    void unlock() {
      held.set(false);
    }
  }

  @Test
  void lockOfAModel() throws Exception {
    SpinLock lock = new SpinLock();
    Cell guarded = new Cell();
    byTwo(
        () -> {
          lock.lock();
          guarded.add();
          lock.unlock();
        });
    guarded.add();
  }

  /* ---- loggers ---- */

  /** From release 25 on it is called outside the lock of the handler. */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void formatterOfStreamHandler() throws Exception {
    Cell formatted = new Cell();
    StreamHandler handler =
        new StreamHandler(
            output,
            new Formatter() {
              @Override
              public String format(LogRecord logged) {
                return formatted.add() + logged.getMessage();
              }
            });
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    byTwo(
        () -> {
          logger.log(Level.INFO, "hello");
          handler.flush();
        });
    formatted.add();
  }

  @Test
  @Tag(PROMISED)
  void appenderOfLogback() throws Exception {
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
    byTwo(() -> logger.info("hello"));
    logged.add();
  }

  @Test
  void streamOfStreamHandler() throws Exception {
    StreamHandler handler = new StreamHandler(output, new SimpleFormatter());
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    byTwo(
        () -> {
          logger.log(Level.INFO, "hello");
          handler.flush();
        });
    output.count++;
  }
}
