package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EmptyStackException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a change of a collection returns tells a thread what was there. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class GuardedResultsTest extends GuardedPrograms {
  /* ---- under a lock of the program ---- */

  @Test
  void put_returnsTheOldValue() throws Exception {
    for (Map<String, Integer> map :
        List.of(
            new HashMap<String, Integer>(),
            new LinkedHashMap<String, Integer>(),
            new TreeMap<String, Integer>(),
            new WeakHashMap<String, Integer>(),
            new IdentityHashMap<String, Integer>(),
            new Hashtable<String, Integer>())) {
      guardedOnce(() -> map.put("a", 8), () -> map.put("a", 9) != null);
    }
    Map<TimeUnit, Integer> units = new EnumMap<>(TimeUnit.class);
    guardedOnce(() -> units.put(TimeUnit.DAYS, 8), () -> units.put(TimeUnit.DAYS, 9) != null);
  }

  @Test
  void add_returnsWhetherItIsNew() throws Exception {
    for (Set<Integer> set : List.of(new HashSet<Integer>(), new TreeSet<Integer>())) {
      guardedOnce(() -> set.add(1), () -> !set.add(1));
    }
    Set<Integer> set = new HashSet<>();
    guardedOnce(() -> set.add(1), () -> !set.addAll(List.of(1)));
  }

  @Test
  void mergeAndCompute_returnTheNewValue() throws Exception {
    Map<Integer, Integer> merged = new HashMap<>();
    guardedOnce(
        () -> merged.merge(1, 100, Integer::sum), () -> merged.merge(1, 1, Integer::sum) > 100);
    Map<Integer, Integer> computed = new HashMap<>();
    guardedOnce(
        () -> computed.put(1, 5), () -> computed.compute(1, (k, v) -> v == null ? 1 : v + 1) > 5);
    Map<Integer, Integer> sorted = new TreeMap<>();
    guardedOnce(
        () -> sorted.merge(1, 100, Integer::sum), () -> sorted.merge(1, 1, Integer::sum) > 100);
  }

  @Test
  void remove_returnsWhatItHasFound() throws Exception {
    List<Integer> list = new ArrayList<>();
    guarded(() -> list.add(1), () -> list.removeIf(x -> x == 1));
    PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(5));
    guarded(() -> queue.add(1), () -> queue.remove(1));
    Map<Integer, Integer> map = new HashMap<>();
    guarded(() -> map.put(1, 1), () -> map.remove(1) != null);
    Map<Integer, Integer> values = new HashMap<>();
    guarded(() -> values.put(1, 1), () -> values.values().remove(1));
  }

  @Test
  void removeAndPop_failWhereNothingIs() throws Exception {
    Vector<Integer> vector = new Vector<>();
    guarded(
        () -> vector.add(8),
        () -> {
          try {
            vector.remove(0);
            return true;
          } catch (IndexOutOfBoundsException e) {
            return false;
          }
        });
    Stack<Integer> stack = new Stack<>();
    guarded(
        () -> stack.push(8),
        () -> {
          try {
            stack.pop();
            return true;
          } catch (EmptyStackException e) {
            return false;
          }
        });
  }

  @Test
  void firstToAdd_doesIt() throws Exception {
    Cell cell = new Cell();
    Set<String> seen = new HashSet<>();
    Object lock = new Object();
    Step step =
        () -> {
          boolean first;
          synchronized (lock) {
            first = seen.add("k");
          }
          if (first) {
            cell.add();
          }
        };
    inParallel(step, step, step);
  }

  @Test
  void replacedValue_belongsToWhoGetsIt() throws Exception {
    Map<String, Cell> map = new HashMap<>();
    Object lock = new Object();
    Step step =
        () -> {
          Cell mine = new Cell();
          mine.add();
          Cell old;
          synchronized (lock) {
            old = map.put("k", mine);
          }
          if (old != null) {
            old.add();
          }
        };
    inParallel(step, step, step);
  }

  @Test
  void workList_removedUnderTheLock() throws Exception {
    List<Cell> work = new ArrayList<>(List.of(cells(3)));
    Object lock = new Object();
    Step step =
        () -> {
          for (Cell cell = taken(work, lock); cell != null; cell = taken(work, lock)) {
            cell.add();
          }
        };
    inParallel(step, step);
  }

  private static Cell taken(List<Cell> work, Object lock) {
    synchronized (lock) {
      return work.isEmpty() ? null : work.remove(work.size() - 1);
    }
  }

  @Test
  void workQueue_polledUnderTheLock() throws Exception {
    Comparator<Cell> any = Comparator.comparingInt(System::identityHashCode);
    for (Queue<Cell> work :
        List.of(new ArrayDeque<Cell>(), new LinkedList<Cell>(), new PriorityQueue<>(any))) {
      Collections.addAll(work, cells(3));
      Object lock = new Object();
      Step step =
          () -> {
            for (Cell cell = polled(work, lock); cell != null; cell = polled(work, lock)) {
              cell.add();
            }
          };
      inParallel(step, step);
    }
  }

  private static Cell polled(Queue<Cell> work, Object lock) {
    synchronized (lock) {
      return work.poll();
    }
  }

  /* ---- under the collection's own lock ---- */

  @Test
  void hashtablePut_returnsTheOldValue() throws Exception {
    putTwice(new Hashtable<>());
  }

  @Test
  void synchronizedMapPut_returnsTheOldValue() throws Exception {
    putTwice(Collections.synchronizedMap(new HashMap<>()));
  }

  private static void putTwice(Map<Integer, Integer> map) throws Exception {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          map.put(1, 1);
        },
        () -> {
          if (map.put(1, 2) != null) {
            cell.add();
          }
        });
  }

  @Test
  void synchronizedListRemove_returnsTheElement() throws Exception {
    List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(7)));
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          list.add(0, 8);
        },
        () -> {
          if (list.remove(0) == 8) {
            cell.add();
          }
        });
  }

  @Test
  void workStack_poppedUntilItIsEmpty() throws Exception {
    Stack<Cell> work = new Stack<>();
    Collections.addAll(work, cells(3));
    Step step =
        () -> {
          try {
            while (true) {
              work.pop().add();
            }
          } catch (EmptyStackException e) {
            return;
          }
        };
    inParallel(step, step);
  }

  @Test
  void lastToAdd_tellsTheOthers() throws Exception {
    lastTells(Collections.synchronizedList(new ArrayList<>()));
    lastTells(Collections.synchronizedSet(new HashSet<>()));
    lastTells(Collections.synchronizedList(new LinkedList<>()));
    lastTells(new Vector<>());
  }

  private static void lastTells(Collection<Integer> all) throws Exception {
    Cell[] cells = cells(3);
    CountDownLatch done = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      int number = i;
      start(
          () -> {
            cells[number].add();
            all.add(number);
            if (all.size() == 3) {
              done.countDown();
            }
          });
    }
    done.await();
    for (Cell cell : cells) {
      cell.add();
    }
  }
}
