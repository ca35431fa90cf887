package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A mapping that is made, changed, removed or missed orders what the threads do besides. */
@RaceFree
class MapsAsLocksTest extends JdkPrograms {
  private static final int ROUNDS = 3;

  private static void exclude(Set<String> busy) throws InterruptedException {
    Cell cell = new Cell();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            while (!busy.add("k")) {
              Thread.yield();
            }
            cell.add();
            busy.remove("k");
          }
        };
    inParallel(step, step);
  }

  @Test
  @Tag(IMPLEMENTED)
  void keySet_addAndRemove_exclude() throws InterruptedException {
    exclude(ConcurrentHashMap.newKeySet());
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListSet_addAndRemove_exclude() throws InterruptedException {
    exclude(new ConcurrentSkipListSet<>());
  }

  @Test
  @Tag(IMPLEMENTED)
  void copyOnWriteSet_addAndRemove_exclude() throws InterruptedException {
    exclude(new CopyOnWriteArraySet<>());
  }

  private static void excludeByNewKeys(ConcurrentMap<String, Thread> owners)
      throws InterruptedException {
    Cell cell = new Cell();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            while (owners.putIfAbsent(new String("k"), Thread.currentThread()) != null) {
              Thread.yield();
            }
            cell.add();
            owners.remove(new String("k"), Thread.currentThread());
          }
        };
    inParallel(step, step);
  }

  @Test
  @Tag(SMOKE)
  @Tag(IMPLEMENTED)
  void hashMap_putIfAbsentAndRemove_exclude() throws InterruptedException {
    excludeByNewKeys(new ConcurrentHashMap<>());
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListMap_putIfAbsentAndRemove_exclude() throws InterruptedException {
    excludeByNewKeys(new ConcurrentSkipListMap<>());
  }

  /** Removes what another thread waits for. */
  private interface Removal {
    void from(ConcurrentMap<String, Object> map);
  }

  private static void removalIsSeen(ConcurrentMap<String, Object> map, Removal removal)
      throws InterruptedException {
    Cell cell = new Cell();
    map.put("k", 1);
    Thread remover =
        start(
            () -> {
              cell.add();
              removal.from(map);
            });
    while (map.containsKey("k")) {
      Thread.onSpinWait();
    }
    cell.add();
    join(remover);
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_remove_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(new ConcurrentHashMap<>(), map -> map.remove("k"));
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_clear_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(new ConcurrentHashMap<>(), Map::clear);
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_iteratorRemove_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(new ConcurrentHashMap<>(), map -> map.values().removeIf(value -> true));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeThatRemoves_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(new ConcurrentHashMap<>(), map -> map.computeIfPresent("k", (k, v) -> null));
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListMap_remove_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(new ConcurrentSkipListMap<>(), map -> map.remove("k"));
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListMap_clear_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(new ConcurrentSkipListMap<>(), Map::clear);
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListMap_pollFirst_isSeenAsAbsence() throws InterruptedException {
    removalIsSeen(
        new ConcurrentSkipListMap<>(),
        map -> ((ConcurrentSkipListMap<String, Object>) map).pollFirstEntry());
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeOfFreshValues_excludes() throws InterruptedException {
    ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
    Cell cell = new Cell();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            map.compute(
                "k",
                (k, v) -> {
                  cell.add();
                  return new Object();
                });
          }
        };
    inParallel(step, step);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeThatLeavesNothing_excludes() throws InterruptedException {
    ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
    Cell cell = new Cell();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            map.compute(
                "k",
                (k, v) -> {
                  cell.add();
                  return null;
                });
          }
        };
    inParallel(step, step);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeIfAbsentThatLeavesNothing_excludes() throws InterruptedException {
    ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
    Cell cell = new Cell();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            map.computeIfAbsent(
                "k",
                k -> {
                  cell.add();
                  return null;
                });
          }
        };
    inParallel(step, step);
  }

  /** Changes a mapping by a function that throws. */
  private interface Throwing {
    void change(ConcurrentMap<String, Object> map, Cell cell);
  }

  private static Object fail(Cell cell) {
    cell.add();
    throw new IllegalStateException();
  }

  private static void excludeBy(Object present, Throwing throwing) throws InterruptedException {
    ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
    if (present != null) {
      map.put("k", present);
    }
    Cell cell = new Cell();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            try {
              throwing.change(map, cell);
            } catch (IllegalStateException e) {
              Thread.yield();
            }
          }
        };
    inParallel(step, step);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeThatThrows_excludes() throws InterruptedException {
    excludeBy(1, (map, cell) -> map.compute("k", (k, v) -> fail(cell)));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeOfNothingThatThrows_excludes() throws InterruptedException {
    excludeBy(null, (map, cell) -> map.compute("k", (k, v) -> fail(cell)));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeIfAbsentThatThrows_excludes() throws InterruptedException {
    excludeBy(null, (map, cell) -> map.computeIfAbsent("k", k -> fail(cell)));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_computeIfPresentThatThrows_excludes() throws InterruptedException {
    excludeBy(1, (map, cell) -> map.computeIfPresent("k", (k, v) -> fail(cell)));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_mergeThatThrows_excludes() throws InterruptedException {
    excludeBy(1, (map, cell) -> map.merge("k", 2, (a, b) -> fail(cell)));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_valueChangedInPlace_counts() throws InterruptedException {
    ConcurrentHashMap<String, Cell> map = new ConcurrentHashMap<>();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            map.compute(
                "k",
                (k, v) -> {
                  Cell cell = v == null ? new Cell() : v;
                  cell.add();
                  return cell;
                });
          }
        };
    inParallel(step, step, step);
    map.get("k").add();
  }

  @Test
  @Tag(PROMISED)
  void hashMap_listsThatGrowInMerge_areHandedOver() throws InterruptedException {
    ConcurrentHashMap<String, List<Integer>> map = new ConcurrentHashMap<>();
    Step step =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            map.merge("k", List.of(i), MapsAsLocksTest::both);
          }
        };
    inParallel(step, step);
    map.get("k").size();
  }

  private static List<Integer> both(List<Integer> first, List<Integer> second) {
    List<Integer> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_size_isSeen() throws InterruptedException {
    sizeIsSeen(new ConcurrentHashMap<>());
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListMap_size_isSeen() throws InterruptedException {
    sizeIsSeen(new ConcurrentSkipListMap<>());
  }

  private static void sizeIsSeen(ConcurrentMap<String, Object> map) throws InterruptedException {
    Cell first = new Cell();
    Cell second = new Cell();
    Thread one =
        start(
            () -> {
              first.add();
              map.put("k", 1);
            });
    Thread other =
        start(
            () -> {
              second.add();
              map.put("l", 1);
            });
    while (map.size() < 2) {
      Thread.onSpinWait();
    }
    first.add();
    second.add();
    join(one, other);
  }

  private static void presenceIsSeen(Collection<Integer> set) throws InterruptedException {
    Cell cell = new Cell();
    Thread writer =
        start(
            () -> {
              cell.add();
              set.add(1);
            });
    while (set.isEmpty()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(writer);
  }

  @Test
  @Tag(IMPLEMENTED)
  void keySet_isEmpty_isSeen() throws InterruptedException {
    presenceIsSeen(ConcurrentHashMap.newKeySet());
  }

  @Test
  @Tag(IMPLEMENTED)
  void skipListSet_isEmpty_isSeen() throws InterruptedException {
    presenceIsSeen(new ConcurrentSkipListSet<>());
  }

  private static void countIsSeen(Removal change, int size) throws InterruptedException {
    ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>(Map.of("k", 1));
    Cell cell = new Cell();
    Thread changer =
        start(
            () -> {
              cell.add();
              change.from(map);
            });
    while (map.size() != size || map.isEmpty() != (size == 0)) {
      Thread.onSpinWait();
    }
    cell.add();
    join(changer);
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_put_isSeenInTheSize() throws InterruptedException {
    countIsSeen(map -> map.put("other", 1), 2);
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_compute_isSeenInTheSize() throws InterruptedException {
    countIsSeen(map -> map.compute("other", (k, v) -> 1), 2);
  }

  @Test
  @Tag(IMPLEMENTED)
  void hashMap_clear_isSeenInTheSize() throws InterruptedException {
    countIsSeen(Map::clear, 0);
  }
}
