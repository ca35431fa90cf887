package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.ResourceBundle;
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
