package io.racedet.junit.naming;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Code that has objects from fields and variables in different ways. */
@SuppressWarnings("unused")
final class HeldObjects {
  private HeldObjects() {}

  static class Base {
    final Map<String, Integer> inherited = new HashMap<>();
  }

  record Shelf(Map<String, Integer> books) {}

  /** Each method has one statement, on one line; what is behind it is on other lines. */
  static final class Code extends Base {
    private static final Map<String, Integer> COUNTS = new HashMap<>();
    private static final Object GLOBAL = new Object();
    private final Map<String, Integer> cache = new HashMap<>();
    private final Map<String, Integer> other = new HashMap<>();
    private final Map<String, Map<String, Integer>> byName = new HashMap<>();
    private final Map<String, List<Integer>> lists = new HashMap<>();
    private final List<Map<String, Integer>> all = new ArrayList<>();
    private final Int2IntMap ofLibrary = new Int2IntOpenHashMap();
    private final int[] cells = new int[4];
    private final int[] more = new int[4];
    private final int[][] grid = new int[4][4];
    private final Object guard = new Object();
    private final Lock lock = new ReentrantLock();
    private final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
    private final Condition changed = lock.newCondition();
    private final CompletableFuture<Integer> result = new CompletableFuture<>();
    private final Object[] stripes = {new Object()};
    private Shelf shelf = new Shelf(new HashMap<>());

    void field() {
      cache.put("a", 1);
    }

    void fieldOfLibrary() {
      ofLibrary.put(1, 1);
    }

    void otherField() {
      other.put("a", 1);
    }

    void variable() {
      Map<String, Integer> known = cache;
      known.put("a", 1);
    }

    void staticField() {
      COUNTS.merge("a", 1, Integer::sum);
    }

    void inheritedField() {
      inherited.put("a", 1);
    }

    void ofAnObject(Code of) {
      of.cache.put("a", 1);
    }

    void component() {
      shelf.books().put("a", 1);
    }

    private Map<String, Integer> cache() {
      return cache;
    }

    void getter() {
      cache().put("a", 1);
    }

    int loop() {
      int sum = 0;
      for (int value : cache.values()) {
        sum += value;
      }
      return sum;
    }

    void iterator() {
      Iterator<String> names = cache.keySet().iterator();
      while (names.hasNext()) {
        names.next();
      }
    }

    void argument(List<Integer> copy) {
      copy.addAll(cache.values());
    }

    String text() {
      return "cache: " + cache;
    }

    void twoOnALine() {
      cache.put("a", other.get("a"));
    }

    void eitherOne(boolean first) {
      Map<String, Integer> chosen = first ? cache : other;
      chosen.put("a", 1);
    }

    void putTo(Map<String, Integer> map) {
      map.put("a", 1);
    }

    void helper() {
      putTo(cache);
    }

    void value() {
      lists.get("a").add(1);
    }

    void mapInAMap() {
      byName.get("a").put("b", 1);
    }

    void element() {
      all.get(0).put("b", 1);
    }

    void elements() {
      for (Map<String, Integer> each : all) {
        each.put("b", 1);
      }
    }

    void madeHere() {
      Map<String, Integer> made = new HashMap<>();
      made.put("a", 1);
    }

    Runnable lambdaOfLocal() {
      Map<String, Integer> counts = new HashMap<>();
      return () -> counts.put("a", 1);
    }

    Runnable lambdaOfField() {
      return () -> cache.put("a", 1);
    }

    Runnable lambdaOfFieldInLocal() {
      Map<String, Integer> known = cache;
      return () -> known.put("a", 1);
    }

    Runnable lambdaInLambda(Map<String, Integer> given) {
      return () -> new Thread(() -> given.put("a", 1)).start();
    }

    Runnable[] lambdasOfOneLine() {
      Map<String, Integer> one = new HashMap<>();
      Map<String, Integer> other = new HashMap<>();
      return new Runnable[] {() -> one.put("a", 1), () -> other.put("a", 1)};
    }

    Runnable anonymous() {
      Map<String, Integer> counts = new HashMap<>();
      return new Runnable() {
        @Override
        public void run() {
          counts.put("a", 1);
        }
      };
    }

    void cell() {
      cells[0]++;
    }

    void copyCell() {
      cells[0] = more[0];
    }

    void fill() {
      Arrays.fill(cells, 1);
    }

    void gridCell() {
      grid[1][0] = 1;
    }

    Runnable lambdaOfArray() {
      int[] n = {0};
      return () -> n[0]++;
    }

    void guarded() {
      synchronized (guard) {
        cells[0]++;
      }
    }

    void globallyGuarded() {
      synchronized (GLOBAL) {
        cells[0]++;
      }
    }

    void striped(int at) {
      synchronized (stripes[at]) {
        cells[0]++;
      }
    }

    void locked() {
      lock.lock();
    }

    private static void take(Lock some) {
      some.lock();
    }

    void lockedByHelper() {
      take(lock);
    }

    void lockedToRead() {
      shared.readLock().lock();
    }

    synchronized void locksItself() {
      cells[0]++;
    }

    void awaitsNotify() throws InterruptedException {
      guard.wait();
    }

    void awaitsResult() {
      result.join();
    }

    void awaitsSignal() throws InterruptedException {
      changed.await();
    }

    Runnable lambdaOfLock() {
      Object monitor = new Object();
      return () -> {
        synchronized (monitor) {
          cells[0]++;
        }
      };
    }
  }
}
