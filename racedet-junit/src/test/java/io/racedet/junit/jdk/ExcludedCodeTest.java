package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Code that the test excludes, but that is woven for others: one section under a lock runs it, and
 * the other one has recorded accesses only. They cannot be exchanged.
 */
@RaceFree(exclude = "io.racedet.junit.jdk.ExcludedCodeTest$Excluded")
@Tag(JdkPrograms.PROMISED)
class ExcludedCodeTest extends GuardedPrograms {
  static final class Excluded {
    int value;

    private Excluded() {}

    static void fill(int[] array) {
      array[0] = 1;
    }

    static void fill(int[] from, int[] to) {
      System.arraycopy(from, 0, to, 0, 1);
    }

    static void put(Map<String, Integer> map) {
      map.put("a", 1);
    }

    static void add(List<Integer> list) {
      list.add(1);
    }

    static void append(StringBuilder text) {
      text.append('x');
    }

    void set() {
      value = 1;
    }

    synchronized void fillLocked(int[] array) {
      array[0] = 1;
    }
  }

  @Test
  @Tag(SMOKE)
  void elements() throws Exception {
    int[] array = {0};
    guarded(() -> Excluded.fill(array), () -> array[0] == 1);
    int[] copy = {0};
    guarded(() -> Excluded.fill(array, copy), () -> copy[0] == 1);
  }

  @Test
  void collections() throws Exception {
    Map<String, Integer> map = new HashMap<>();
    guarded(() -> Excluded.put(map), () -> map.containsKey("a"));
    List<Integer> list = new ArrayList<>();
    guarded(() -> Excluded.add(list), () -> !list.isEmpty());
  }

  @Test
  void text() throws Exception {
    StringBuilder text = new StringBuilder();
    guarded(() -> Excluded.append(text), () -> text.length() == 1);
  }

  @Test
  void fieldOfTheExcludedCode() throws Exception {
    Excluded excluded = new Excluded();
    guarded(excluded::set, () -> excluded.value == 1);
  }

  @Test
  void lockOfTheExcludedCode() throws Exception {
    Excluded excluded = new Excluded();
    int[] array = {0};
    Cell cell = new Cell();
    Thread writer =
        start(
            () -> {
              cell.add();
              excluded.fillLocked(array);
            });
    boolean found = false;
    for (int looks = 0; looks < 2000 && !found; looks++) {
      synchronized (excluded) {
        found = array[0] == 1;
      }
      Thread.onSpinWait();
    }
    if (found) {
      cell.add();
    }
    join(writer);
  }
}
