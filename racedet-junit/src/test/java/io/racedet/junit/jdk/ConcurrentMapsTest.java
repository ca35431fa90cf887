package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import io.racedet.junit.jdk.ConcurrentMapLooks.Look;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one thread puts into a concurrent map, others find in every way there is to look. */
@RaceFree
class ConcurrentMapsTest extends JdkPrograms {
  private static final int KEYS = ConcurrentMapLooks.KEYS;
  private static final int LOOKS = 4;

  /** Numbers the repetitions: each looks in another way. */
  private static int turn;

  private static <T> Look<? super T> next(List<? extends Look<? super T>> looks) {
    return looks.get(turn++ % looks.size());
  }

  private static void put(ConcurrentMap<Integer, Cell> map, int key, int way) {
    Cell cell = new Cell();
    cell.add();
    switch (way % 6) {
      case 0 -> map.put(key, cell);
      case 1 -> map.putIfAbsent(key, cell);
      case 2 -> map.computeIfAbsent(key, k -> with(cell));
      case 3 -> map.compute(key, (k, v) -> with(cell));
      case 4 -> map.merge(key, cell, (a, b) -> with(b));
      default -> {
        map.put(key, cell);
        map.replace(key, new Cell(3));
      }
    }
  }

  private static Cell with(Cell cell) {
    cell.add();
    return cell;
  }

  private static <M extends ConcurrentMap<Integer, Cell>> void handOver(M map, Look<? super M> look)
      throws InterruptedException {
    int way = turn / 7;
    inParallel(
        () -> {
          for (int key = 0; key < KEYS; key++) {
            put(map, key, key + way);
          }
        },
        () -> {
          for (int i = 0; i < LOOKS; i++) {
            look.at(map);
            spin(60);
          }
        });
  }

  private static <S extends Set<Cell>> void elements(S set) throws InterruptedException {
    Look<? super S> look = next(ConcurrentMapLooks.ELEMENTS);
    inParallel(
        () -> {
          for (int i = 0; i < KEYS; i++) {
            Cell cell = new Ranked(i);
            cell.add();
            set.add(cell);
          }
        },
        () -> {
          for (int i = 0; i < LOOKS; i++) {
            look.at(set);
            spin(60);
          }
        });
  }

  /** Can be sorted without a look at what it contains. */
  private static final class Ranked extends Cell implements Comparable<Ranked> {
    private final int rank;

    Ranked(int rank) {
      this.rank = rank;
    }

    @Override
    public int compareTo(Ranked other) {
      return Integer.compare(rank, other.rank);
    }
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void hashMap_values_everyWayToLook() throws InterruptedException {
    handOver(new ConcurrentHashMap<>(), next(ConcurrentMapLooks.VALUES));
  }

  @Test
  @Tag(PROMISED)
  void tinyHashMap_values_everyWayToLook() throws InterruptedException {
    handOver(new ConcurrentHashMap<>(1), next(ConcurrentMapLooks.VALUES));
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_values_everyWayToLook() throws InterruptedException {
    handOver(new ConcurrentSkipListMap<>(), next(ConcurrentMapLooks.VALUES));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_values_bulkOperations() throws InterruptedException {
    handOver(new ConcurrentHashMap<>(), next(ConcurrentMapLooks.BULK));
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_values_endsAndParts() throws InterruptedException {
    handOver(new ConcurrentSkipListMap<>(), next(ConcurrentMapLooks.ENDS));
  }

  @Test
  @Tag(PROMISED)
  void hashMap_keys_everyWayToLook() throws InterruptedException {
    ConcurrentHashMap<Cell, Boolean> map = new ConcurrentHashMap<>();
    Look<? super ConcurrentHashMap<Cell, Boolean>> look = next(ConcurrentMapLooks.KEYS_OF_MAP);
    inParallel(
        () -> {
          for (int i = 0; i < KEYS; i++) {
            Cell key = new Cell();
            key.add();
            map.put(key, true);
          }
        },
        () -> {
          for (int i = 0; i < LOOKS; i++) {
            look.at(map);
            spin(60);
          }
        });
  }

  @Test
  @Tag(PROMISED)
  void keySet_elements_everyWayToLook() throws InterruptedException {
    elements(ConcurrentHashMap.newKeySet());
  }

  @Test
  @Tag(PROMISED)
  void skipListSet_elements_everyWayToLook() throws InterruptedException {
    elements(new ConcurrentSkipListSet<>());
  }

  @Test
  @Tag(PROMISED)
  void copyOnWriteSet_elements_everyWayToLook() throws InterruptedException {
    elements(new CopyOnWriteArraySet<>());
  }

  private static void removeIf(ConcurrentMap<Integer, Cell> map) throws InterruptedException {
    Thread writer =
        start(
            () -> {
              for (int key = 0; key < KEYS; key++) {
                put(map, key, 0);
              }
            });
    for (int i = 0; i < KEYS; i++) {
      map.values().removeIf(value -> value.get() == -1);
      map.entrySet().removeIf(entry -> entry.getValue().get() == -1);
    }
    join(writer);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_removeIf_seesValues() throws InterruptedException {
    removeIf(new ConcurrentHashMap<>());
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_removeIf_seesValues() throws InterruptedException {
    removeIf(new ConcurrentSkipListMap<>());
  }

  /** Is equal to others with the same contents. */
  private static final class Bean {
    private final int rank;
    private int data;

    Bean(int rank) {
      this.rank = rank;
      this.data = rank;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bean bean && bean.data == data;
    }

    @Override
    public int hashCode() {
      return rank;
    }
  }

  private static void expect(ConcurrentMap<Integer, Bean> map) throws InterruptedException {
    inParallel(
        () -> {
          for (int i = 0; i < KEYS; i++) {
            map.put(i, new Bean(i));
          }
        },
        () -> {
          for (int i = 0; i < KEYS; i++) {
            map.replace(i, new Bean(3), new Bean(4));
            map.remove(i, new Bean(5));
          }
        });
  }

  @Test
  @Tag(PROMISED)
  void hashMap_conditionalReplaceAndRemove_compareValues() throws InterruptedException {
    expect(new ConcurrentHashMap<>());
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_conditionalReplaceAndRemove_compareValues() throws InterruptedException {
    expect(new ConcurrentSkipListMap<>());
  }
}
