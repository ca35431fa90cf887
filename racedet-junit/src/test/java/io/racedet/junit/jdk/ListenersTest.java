package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import io.racedet.junit.agent.model.ForgetfulPreferences;
import java.awt.EventQueue;
import java.beans.PropertyChangeSupport;
import java.beans.VetoableChangeSupport;
import java.util.Observable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.prefs.Preferences;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Listeners that one thread adds while another one is already telling. */
@RaceFree
class ListenersTest extends JdkPrograms {
  private final Cell cell = new Cell();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final CountDownLatch told = new CountDownLatch(1);

  private void heard() {
    cell.add();
    told.countDown();
  }

  /** Adds a listener that calls {@link #heard} while another thread tells. */
  private void whileTelling(Step tell, Step add) throws Exception {
    Thread teller =
        start(
            () -> {
              while (!stopped.get()) {
                tell.run();
                Thread.onSpinWait();
              }
            });
    cell.add();
    add.run();
    told.await();
    stopped.set(true);
    join(teller);
    cell.add();
  }

  @Test
  @Tag(PROMISED)
  void event_invokedAndWaitedFor() throws Exception {
    cell.add();
    EventQueue.invokeAndWait(cell::add);
    cell.add();
  }

  @Test
  @Tag(PROMISED)
  void propertyChange_listenerAdded() throws Exception {
    PropertyChangeSupport support = new PropertyChangeSupport(this);
    whileTelling(
        () -> support.firePropertyChange("x", 1, 2),
        () -> support.addPropertyChangeListener(event -> heard()));
  }

  @Test
  @Tag(PROMISED)
  void propertyChange_listenerOfOnePropertyAdded() throws Exception {
    PropertyChangeSupport support = new PropertyChangeSupport(this);
    whileTelling(
        () -> support.firePropertyChange("x", 1, 2),
        () -> support.addPropertyChangeListener("x", event -> heard()));
  }

  @Test
  @Tag(PROMISED)
  void vetoableChange_listenerAdded() throws Exception {
    VetoableChangeSupport support = new VetoableChangeSupport(this);
    whileTelling(
        () -> support.fireVetoableChange("x", 1, 2),
        () -> support.addVetoableChangeListener(event -> heard()));
  }

  @SuppressWarnings("deprecation")
  private static final class Subject extends Observable {
    void tell() {
      setChanged();
      notifyObservers();
    }
  }

  @Test
  @Tag(PROMISED)
  @SuppressWarnings("deprecation")
  void observable_observerAdded() throws Exception {
    Subject subject = new Subject();
    whileTelling(subject::tell, () -> subject.addObserver((observed, value) -> heard()));
  }

  private static Logger logger() {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    return logger;
  }

  private static final class Told extends Handler {
    private final Runnable action;

    Told(Runnable action) {
      this.action = action;
    }

    @Override
    public void publish(LogRecord logged) {
      if (isLoggable(logged)) {
        Formatter formatter = getFormatter();
        if (formatter != null) {
          formatter.format(logged);
        }
        action.run();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  @Tag(PROMISED)
  void logger_handlerAdded() throws Exception {
    Logger logger = logger();
    whileTelling(() -> logger.info("x"), () -> logger.addHandler(new Told(this::heard)));
  }

  @Test
  @Tag(PROMISED)
  void logger_filterSet() throws Exception {
    Logger logger = logger();
    Filter filter =
        logged -> {
          heard();
          return true;
        };
    whileTelling(() -> logger.info("x"), () -> logger.setFilter(filter));
  }

  @Test
  @Tag(PROMISED)
  void handler_filterSet() throws Exception {
    Logger logger = logger();
    Handler handler = new Told(() -> {});
    logger.addHandler(handler);
    Filter filter =
        logged -> {
          heard();
          return true;
        };
    whileTelling(() -> logger.info("x"), () -> handler.setFilter(filter));
  }

  @Test
  @Tag(PROMISED)
  void handler_formatterSet() throws Exception {
    Logger logger = logger();
    Handler handler = new Told(() -> {});
    logger.addHandler(handler);
    Formatter formatter =
        new SimpleFormatter() {
          @Override
          public String format(LogRecord logged) {
            heard();
            return "";
          }
        };
    whileTelling(() -> logger.info("x"), () -> handler.setFormatter(formatter));
  }

  @Test
  @Tag(IMPLEMENTED)
  void logger_levelAsFlag() throws Exception {
    Logger logger = logger();
    logger.setLevel(Level.OFF);
    whileTelling(
        () -> {
          if (logger.isLoggable(Level.INFO) && !stopped.get()) {
            heard();
          }
        },
        () -> logger.setLevel(Level.ALL));
  }

  @Test
  @Tag(IMPLEMENTED)
  void preferences_listenerIsToldWhatIsPut() throws Exception {
    Preferences preferences = new ForgetfulPreferences(null, "");
    preferences.addPreferenceChangeListener(event -> heard());
    cell.add();
    preferences.put("x", "y");
    told.await();
    cell.add();
  }
}
