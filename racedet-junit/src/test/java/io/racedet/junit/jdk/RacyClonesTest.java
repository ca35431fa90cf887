package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread changes an object while another one clones it, in whatever way. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacyClonesTest extends JdkPrograms {
  static class Settings implements Cloneable {
    int level;
    private String name = "";

    void rename(String to) {
      name = to;
    }

    @Override
    public Settings clone() {
      try {
        return (Settings) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static final class MoreSettings extends Settings {
    long more;

    @Override
    public MoreSettings clone() {
      return (MoreSettings) super.clone();
    }
  }

  /** It has no method of its own for it. */
  static final class Config implements Cloneable {
    private int value;

    synchronized void set(int to) {
      value = to;
    }

    Config snapshot() throws CloneNotSupportedException {
      return (Config) clone();
    }
  }

  /** The JDK makes its copies. */
  static final class Named extends ArrayList<Integer> {
    private static final long serialVersionUID = 1;

    String name = "";
  }

  @Test
  @Tag(SMOKE)
  void intField() throws Exception {
    Settings settings = new Settings();
    inParallel(() -> settings.level = 1, settings::clone);
  }

  @Test
  void privateField() throws Exception {
    Settings settings = new Settings();
    inParallel(() -> settings.rename("a"), () -> settings.clone().rename("b"));
  }

  @Test
  void inheritedField() throws Exception {
    MoreSettings settings = new MoreSettings();
    inParallel(() -> settings.level = 1, settings::clone);
  }

  @Test
  void fieldOfSubclass() throws Exception {
    MoreSettings settings = new MoreSettings();
    inParallel(() -> settings.more = 1, settings::clone);
  }

  @Test
  void lockOfWritesAlone() throws Exception {
    Config config = new Config();
    inParallel(() -> config.set(1), config::snapshot);
  }

  @Test
  void listOfTheProgram() throws Exception {
    Named list = new Named();
    inParallel(() -> list.name = "a", list::clone);
  }

  @Test
  void listOfTheProgram_bySupertype() throws Exception {
    Named list = new Named();
    ArrayList<Integer> same = list;
    inParallel(() -> list.name = "a", () -> same.clone().hashCode());
  }

  @Test
  void volatileField_doesNotOrderOthers() throws Exception {
    class Flagged implements Cloneable {
      int data;
      volatile boolean isSet;

      Flagged copy() throws CloneNotSupportedException {
        return (Flagged) clone();
      }
    }

    Flagged flagged = new Flagged();
    inParallel(
        () -> {
          flagged.isSet = true;
          flagged.data = 1;
        },
        flagged::copy);
  }
}
