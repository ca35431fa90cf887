package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The JDK compares keys and elements with those that other threads have put in. */
@RaceFree
class ComparedKeysTest extends JdkPrograms {
  private static final int KEYS = 12;

  /** Has no final field, as keys of applications often have none. */
  private static final class Bean implements Delayed {
    private int rank;
    private int hash;

    Bean(int rank, int hash) {
      this.rank = rank;
      this.hash = hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bean bean && bean.rank == rank;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(rank, ((Bean) other).rank);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return Math.min(0, rank);
    }

    @Override
    public String toString() {
      return "bean " + rank;
    }
  }

  /** In few bins, or all of them in one. */
  private static Bean bean(int rank, boolean collides) {
    return new Bean(rank, collides ? 7 : rank % 5);
  }

  private static void keys(Map<Object, Integer> map, boolean collides) throws InterruptedException {
    Step step =
        () -> {
          for (int i = 0; i < KEYS; i++) {
            map.put(bean(i, collides), i);
            map.get(bean(KEYS - i, collides));
            map.putIfAbsent(bean(i + 1, collides), i);
            map.merge(bean(i, collides), 1, Integer::sum);
            map.computeIfAbsent(bean(i + 2, collides), key -> 1);
            map.computeIfPresent(bean(i, collides), (key, value) -> value + 1);
            map.compute(bean(i + 1, collides), (key, value) -> value == null ? 1 : null);
            map.containsKey(bean(i + 1, collides));
            map.replace(bean(i, collides), 5);
            map.remove(bean(i / 2, collides));
          }
          map.equals(new HashMap<>(map));
        };
    inParallel(step, step);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_keysInBins_areCompared() throws InterruptedException {
    keys(new ConcurrentHashMap<>(), false);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_keysInOneTree_areCompared() throws InterruptedException {
    keys(new ConcurrentHashMap<>(128), true);
  }

  @Test
  @Tag(PROMISED)
  void hashMap_keysInTableThatGrows_areCompared() throws InterruptedException {
    keys(new ConcurrentHashMap<>(1), true);
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_keys_areCompared() throws InterruptedException {
    keys(new ConcurrentSkipListMap<>(), false);
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_keys_areComparedByAComparator() throws InterruptedException {
    keys(new ConcurrentSkipListMap<>((a, b) -> ((Bean) b).rank - ((Bean) a).rank), false);
  }

  @Test
  @Tag(PROMISED)
  void skipListMap_keysOfParts_areCompared() throws InterruptedException {
    ConcurrentSkipListMap<Bean, Integer> map = new ConcurrentSkipListMap<>();
    map.put(bean(KEYS, false), 0);
    Step step =
        () -> {
          for (int i = 0; i < KEYS; i++) {
            map.put(bean(i, false), i);
            map.subMap(bean(1, false), bean(9, false)).size();
            map.headMap(bean(5, false)).keySet().forEach(key -> key.getDelay(null));
            map.tailMap(bean(4, false)).descendingMap().firstKey();
            map.floorKey(bean(i, false)).getDelay(null);
            map.firstKey().getDelay(null);
            map.lastKey().getDelay(null);
            map.keySet().stream().forEach(key -> key.getDelay(null));
            map.keySet().parallelStream().forEach(key -> key.getDelay(null));
          }
        };
    inParallel(step, step);
  }

  @Test
  @Tag(PROMISED)
  void hashtable_keys_areCompared() throws InterruptedException {
    Map<Bean, Integer> map = new Hashtable<>();
    put(map);
  }

  @Test
  @Tag(PROMISED)
  void synchronizedMap_keys_areCompared() throws InterruptedException {
    put(Collections.synchronizedMap(new HashMap<>()));
  }

  @Test
  @Tag(PROMISED)
  void synchronizedSortedMap_keys_areCompared() throws InterruptedException {
    put(Collections.synchronizedMap(new TreeMap<>()));
  }

  private static void put(Map<Bean, Integer> map) throws InterruptedException {
    Step step =
        () -> {
          for (int i = 0; i < KEYS; i++) {
            map.put(bean(i, false), i);
            map.get(bean(KEYS - i, false));
            map.remove(bean(i / 2, false));
          }
        };
    inParallel(step, step);
  }

  private static void elements(Collection<Bean> collection) throws InterruptedException {
    Step step =
        () -> {
          for (int i = 0; i < KEYS; i++) {
            collection.add(bean(i, false));
            collection.contains(bean(i + 1, false));
            collection.remove(bean(i / 2, false));
          }
          collection.removeAll(Set.of(bean(1, false)));
          collection.toString();
        };
    inParallel(step, step);
  }

  private static void taken(BlockingQueue<Bean> queue) throws InterruptedException {
    Step step =
        () -> {
          for (int i = 0; i < KEYS; i++) {
            queue.add(bean(KEYS - i, false));
            queue.add(bean(i, false));
            queue.peek();
            queue.poll();
            queue.poll(1, TimeUnit.MICROSECONDS);
            queue.remove(bean(i, false));
          }
        };
    inParallel(step, step);
    elements(queue);
  }

  @Test
  @Tag(PROMISED)
  void keySet_elements_areCompared() throws InterruptedException {
    elements(ConcurrentHashMap.newKeySet());
  }

  @Test
  @Tag(PROMISED)
  void skipListSet_elements_areCompared() throws InterruptedException {
    elements(new ConcurrentSkipListSet<>());
  }

  @Test
  @Tag(PROMISED)
  void copyOnWriteList_elements_areCompared() throws InterruptedException {
    elements(new CopyOnWriteArrayList<>());
  }

  @Test
  @Tag(PROMISED)
  void copyOnWriteSet_elements_areCompared() throws InterruptedException {
    elements(new CopyOnWriteArraySet<>());
  }

  @Test
  @Tag(PROMISED)
  void concurrentLinkedQueue_elements_areCompared() throws InterruptedException {
    elements(new ConcurrentLinkedQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void concurrentLinkedDeque_elements_areCompared() throws InterruptedException {
    elements(new ConcurrentLinkedDeque<>());
  }

  @Test
  @Tag(PROMISED)
  void arrayBlockingQueue_elements_areCompared() throws InterruptedException {
    elements(new ArrayBlockingQueue<>(4 * KEYS));
  }

  @Test
  @Tag(PROMISED)
  void linkedBlockingQueue_elements_areCompared() throws InterruptedException {
    elements(new LinkedBlockingQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void linkedBlockingDeque_elements_areCompared() throws InterruptedException {
    elements(new LinkedBlockingDeque<>());
  }

  @Test
  @Tag(PROMISED)
  void linkedTransferQueue_elements_areCompared() throws InterruptedException {
    elements(new LinkedTransferQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void priorityBlockingQueue_elements_areCompared() throws InterruptedException {
    taken(new PriorityBlockingQueue<>());
  }

  @Test
  @Tag(PROMISED)
  void priorityBlockingQueue_elements_areComparedByAComparator() throws InterruptedException {
    taken(new PriorityBlockingQueue<>(3, (a, b) -> b.rank - a.rank));
  }

  @Test
  @Tag(PROMISED)
  void delayQueue_elements_areCompared() throws InterruptedException {
    taken(new DelayQueue<>());
  }
}
