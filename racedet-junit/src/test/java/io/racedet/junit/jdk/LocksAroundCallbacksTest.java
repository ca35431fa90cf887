package io.racedet.junit.jdk;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.racedet.junit.RaceFree;
import io.racedet.junit.SyncModel;
import io.racedet.junit.jdk.CountingStreams.Output;
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

/** Code of the program that the JDK calls under a lock of its own needs no lock of the program. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class LocksAroundCallbacksTest extends CallbackPrograms {
  private final Output output = new Output();

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
