package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.beans.PropertyChangeSupport;
import java.lang.invoke.MethodType;
import java.util.prefs.NodeChangeEvent;
import java.util.prefs.NodeChangeListener;
import java.util.prefs.PreferenceChangeEvent;
import java.util.prefs.PreferenceChangeListener;
import java.util.prefs.Preferences;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Listeners of preferences, which a thread of the JDK calls, and of beans. */
class PreferencesEdgesTest extends EdgesTestCase {
  /** Counts what it is told, and has no final field. */
  private static final class Told implements PreferenceChangeListener, NodeChangeListener {
    private Cell cell = new Cell();

    private void tell() {
      cell.data++;
      whisper("told");
    }

    @Override
    public void preferenceChange(PreferenceChangeEvent event) {
      tell();
    }

    @Override
    public void childAdded(NodeChangeEvent event) {
      tell();
    }

    @Override
    public void childRemoved(NodeChangeEvent event) {
      tell();
    }
  }

  private interface Use {
    void of(Preferences preferences, Told told) throws Exception;
  }

  private static final Use CHANGES = Preferences::addPreferenceChangeListener;
  private static final Use NODES = Preferences::addNodeChangeListener;

  /** One thread adds a listener, and another one changes what it is told of. */
  private static Arguments added(String name, Use add, Use change) {
    return edge(
        name + ", by a listener that another has added",
        () -> {
          Preferences preferences = new ForgetfulPreferences(null, "");
          Preferences child = preferences.node("child");
          Told told = new Told();
          inParallel(
              () -> {
                told.cell.data = 1;
                add.of(preferences, told);
                whisper("added");
                hear("end");
              },
              () -> {
                hear("added");
                change.of(preferences, told);
                hear("told");
                whisper("end");
              });
          check(child != null);
        });
  }

  /** A thread changes what a listener is told of that it has added before. */
  private static Arguments changed(String name, Use add, Use change) {
    return edge(
        name,
        () -> {
          Preferences preferences = new ForgetfulPreferences(null, "");
          Preferences child = preferences.node("child");
          Told told = new Told();
          add.of(preferences, told);
          told.cell.data = 1;
          change.of(preferences, told);
          hear("told");
          check(child != null);
        });
  }

  /** Unlike a call of the test, it is not ordered after the calls of other threads. */
  private static Runnable putting(Preferences preferences) {
    return Programs.calling(
        Preferences.class,
        "put",
        MethodType.methodType(void.class, String.class, String.class),
        preferences,
        "key",
        "value");
  }

  static Stream<Arguments> edges() {
    Use put = (preferences, told) -> preferences.put("key", "value");
    Use node = (preferences, told) -> preferences.node("other");
    Use remove = (preferences, told) -> preferences.node("child").removeNode();
    return Stream.of(
        added("put", CHANGES, put),
        added("put by a library", CHANGES, (preferences, told) -> putting(preferences).run()),
        added("node", NODES, node),
        added("removeNode", NODES, remove),
        changed("put", CHANGES, put),
        changed("node", NODES, node),
        changed("removeNode", NODES, remove),
        edge(
            "hasListeners of a bean",
            () -> {
              PropertyChangeSupport support = new PropertyChangeSupport(new Object());
              inTurn(
                  () -> support.addPropertyChangeListener(event -> {}),
                  () -> check(support.hasListeners("any")));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "two beans",
            () -> {
              PropertyChangeSupport first = new PropertyChangeSupport(new Object());
              PropertyChangeSupport second = new PropertyChangeSupport(new Object());
              inTurn(
                  () -> first.addPropertyChangeListener(event -> {}),
                  () -> check(!second.hasListeners("any")));
            }));
  }
}
