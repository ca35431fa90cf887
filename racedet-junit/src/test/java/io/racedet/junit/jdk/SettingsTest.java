package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.net.ProxySelector;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is set for the whole program is handed over to those who get it. */
@RaceFree
class SettingsTest extends JdkPrograms {
  private static final String KEY = "io.racedet.junit.jdk.ready";

  private final Cell cell = new Cell();

  @AfterEach
  void clear() {
    System.clearProperty(KEY);
  }

  private Thread setter(String value) {
    return start(
        () -> {
          cell.add();
          System.setProperty(KEY, value);
        });
  }

  @Test
  @Tag(IMPLEMENTED)
  void property_set() throws Exception {
    Thread setter = setter("yes");
    while (System.getProperty(KEY) == null) {
      Thread.onSpinWait();
    }
    cell.add();
    join(setter);
  }

  @Test
  @Tag(IMPLEMENTED)
  void property_orDefault() throws Exception {
    Thread setter = setter("yes");
    while (System.getProperty(KEY, "no").equals("no")) {
      Thread.onSpinWait();
    }
    cell.add();
    join(setter);
  }

  @Test
  @Tag(IMPLEMENTED)
  void property_asBoolean() throws Exception {
    Thread setter = setter("true");
    while (!Boolean.getBoolean(KEY)) {
      Thread.onSpinWait();
    }
    cell.add();
    join(setter);
  }

  @Test
  @Tag(IMPLEMENTED)
  void property_asNumber() throws Exception {
    Thread setter = setter("7");
    while (Integer.getInteger(KEY, 0) == 0) {
      Thread.onSpinWait();
    }
    cell.add();
    join(setter);
  }

  @Test
  @Tag(IMPLEMENTED)
  void property_cleared() throws Exception {
    System.setProperty(KEY, "yes");
    Thread clearer =
        start(
            () -> {
              cell.add();
              System.clearProperty(KEY);
            });
    while (System.getProperty(KEY) != null) {
      Thread.onSpinWait();
    }
    cell.add();
    join(clearer);
  }

  @Test
  @Tag(IMPLEMENTED)
  void property_ofTheMap() throws Exception {
    Thread setter = setter("yes");
    while (!System.getProperties().containsKey(KEY)) {
      Thread.onSpinWait();
    }
    cell.add();
    join(setter);
  }

  private void handOver(Step set, BooleanSupplier isSet) throws Exception {
    Thread setter =
        start(
            () -> {
              cell.add();
              set.run();
            });
    while (!isSet.getAsBoolean()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(setter);
  }

  @Test
  @Tag(IMPLEMENTED)
  void locale_set() throws Exception {
    Locale before = Locale.getDefault();
    Locale other = Locale.forLanguageTag("tlh");
    try {
      handOver(() -> Locale.setDefault(other), () -> Locale.getDefault() == other);
      Locale.setDefault(before);
      handOver(
          () -> Locale.setDefault(Locale.Category.FORMAT, other),
          () -> Locale.getDefault(Locale.Category.FORMAT) == other);
      handOver(
          () -> Locale.setDefault(Locale.Category.DISPLAY, other),
          () -> Locale.getDefault(Locale.Category.DISPLAY) == other);
      Locale.setDefault(before);
      GuardedPrograms.guarded(() -> Locale.setDefault(other), () -> Locale.getDefault() == other);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void timeZone_set() throws Exception {
    TimeZone before = TimeZone.getDefault();
    TimeZone other = new SimpleTimeZone(7, "seven");
    try {
      handOver(() -> TimeZone.setDefault(other), () -> TimeZone.getDefault().equals(other));
      TimeZone.setDefault(before);
      GuardedPrograms.guarded(
          () -> TimeZone.setDefault(other), () -> TimeZone.getDefault().getID().equals("seven"));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void proxySelector_set() throws Exception {
    ProxySelector before = ProxySelector.getDefault();
    ProxySelector other = ProxySelector.of(null);
    try {
      handOver(() -> ProxySelector.setDefault(other), () -> ProxySelector.getDefault() == other);
    } finally {
      ProxySelector.setDefault(before);
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void parentHandlers_set() throws Exception {
    Logger logger = Logger.getAnonymousLogger();
    handOver(() -> logger.setUseParentHandlers(false), () -> !logger.getUseParentHandlers());
  }

  @Test
  @Tag(IMPLEMENTED)
  void shutdownHook_added() throws Exception {
    Runtime runtime = Runtime.getRuntime();
    Thread hook = new Thread(() -> {});
    handOver(() -> runtime.addShutdownHook(hook), () -> runtime.removeShutdownHook(hook));
  }

  /** Counts how often it is asked. */
  public static final class Texts extends ListResourceBundle {
    private int loaded;

    @Override
    protected Object[][] getContents() {
      loaded++;
      return new Object[][] {{"key", "value " + loaded}};
    }

    @Override
    public Locale getLocale() {
      return loaded == 0 ? Locale.ROOT : Locale.ENGLISH;
    }
  }

  @Test
  @Tag(PROMISED)
  void bundle_loadedByTheFirst() throws Exception {
    ResourceBundle.clearCache(getClass().getClassLoader());
    Step get = () -> ResourceBundle.getBundle(Texts.class.getName()).getString("key");
    inParallel(get, get);
  }
}
