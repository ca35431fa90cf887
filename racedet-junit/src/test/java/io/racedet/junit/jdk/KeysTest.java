package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Objects that are hashed, compared and printed as a part of others, in order. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class KeysTest extends GuardedPrograms {
  record Rows(List<Integer> row, Object other) {}

  private final List<Integer> list = new ArrayList<>(List.of(0, 0));

  private Rows rows() {
    return new Rows(list, 1);
  }

  @Test
  void recordOfAList_underALock() throws Exception {
    Rows key = new Rows(List.of(1, 0), 1);
    guarded(() -> list.set(0, 1), () -> rows().equals(key));
    guarded(() -> list.set(0, 2), () -> rows().hashCode() == new Rows(List.of(2, 0), 1).hashCode());
    guarded(() -> list.set(0, 3), () -> rows().toString().contains("3"));
  }

  @Test
  void recordOfABuilder_underALock() throws Exception {
    StringBuilder text = new StringBuilder();
    guarded(() -> text.append("x"), () -> new Rows(list, text).toString().contains("x"));
  }

  /** Its hash is its identity. */
  @Test
  void recordOfABuilder_hashedWhileItIsAppended() throws Exception {
    StringBuilder text = new StringBuilder();
    Rows rows = new Rows(List.of(), text);
    inParallel(() -> text.append("x"), rows::hashCode, () -> rows.equals(new Rows(null, text)));
  }

  @Test
  void entry_underALock() throws Exception {
    Map.Entry<String, Integer> entry = new SimpleEntry<>("a", 0);
    guarded(() -> entry.setValue(1), () -> entry.getValue() == 1);
    guarded(() -> entry.setValue(2), () -> entry.equals(Map.entry("a", 2)));
    guarded(() -> entry.setValue(3), () -> entry.toString().endsWith("3"));
  }

  @Test
  void entry_comparedWithOneOfAnotherKey_whileItIsSet() throws Exception {
    Map.Entry<String, Integer> entry = new SimpleEntry<>("a", 0);
    inParallel(() -> entry.setValue(1), () -> entry.equals(Map.entry("b", 1)));
  }

  @Test
  void entries_usedByTwo() throws Exception {
    StringBuilder text = new StringBuilder("x");
    for (Object each :
        List.of(new SimpleEntry<>("a", text), new SimpleImmutableEntry<>("a", text))) {
      inParallel(each::toString, each::toString);
      Step comparing = () -> each.equals(Map.entry("a", text));
      inParallel(comparing, comparing);
    }
  }

  /** An iterator prints its name alone. */
  @Test
  void entriesOfAnIterator_printedWhileItMoves() throws Exception {
    Iterator<Integer> numbers = new ArrayList<>(List.of(1, 2)).iterator();
    for (Object each :
        List.of(new SimpleEntry<>(1, numbers), new SimpleImmutableEntry<>(1, numbers))) {
      inParallel(numbers::next, each::toString);
    }
  }

  @Test
  void keyThatIsHandedOver_asAKey() throws Exception {
    Map<Object, List<Integer>> map = new ConcurrentHashMap<>();
    inParallel(
        () -> {
          List<Integer> key = new ArrayList<>();
          key.add(1);
          map.put("key", key);
        },
        () -> {
          List<Integer> key = map.get("key");
          if (key != null) {
            map.put(key, key);
            map.get(key);
          }
        });
  }

  @Test
  void keyUnderALock() throws Exception {
    Map<Object, Integer> map = new ConcurrentHashMap<>();
    Step step =
        () -> {
          synchronized (list) {
            list.set(0, list.get(0) + 1);
            map.merge(list, 1, Integer::sum);
            map.get(list);
          }
        };
    inParallel(step, step);
  }
}
