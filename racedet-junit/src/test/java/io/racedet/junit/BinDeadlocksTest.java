package io.racedet.junit;

import static io.racedet.junit.DeadlocksTest.check;
import static io.racedet.junit.DeadlocksTest.deadlock;
import static io.racedet.junit.DeadlocksTest.threads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.race.Deadlock;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Functions that maps call while they hold a lock: {@link ConcurrentHashMap} that of the bin of a
 * key, others one of the whole map.
 */
@ResourceLock(Resources.GLOBAL)
class BinDeadlocksTest {
  private static final String KEY = "key";

  private static int locked(Object lock) {
    synchronized (lock) {
      return lock.hashCode();
    }
  }

  private static void under(Object lock, Runnable update) {
    synchronized (lock) {
      update.run();
    }
  }

  private static ConcurrentHashMap<String, Integer> map(String... keys) {
    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    for (String key : keys) {
      map.put(key, 1);
    }
    return map;
  }

  @Test
  void compute_againstCompute_confirmed() {
    Deadlock found =
        deadlock(
            () -> {
              Object lock = new Object();
              Map<String, Integer> map = map();
              threads(
                  () -> map.compute(KEY, (key, old) -> locked(lock)),
                  () -> under(lock, () -> map.compute(KEY, (key, old) -> 2)));
            });
    assertThat(found.requests())
        .extracting(Deadlock.Request::lock)
        .containsExactlyInAnyOrder(
            "Object@1 monitor", "the bin of key \"key\" in ConcurrentHashMap@1");
  }

  @Test
  void computeIfAbsent_againstPut_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Map<String, Integer> map = map();
          threads(
              () -> map.computeIfAbsent(KEY, key -> locked(lock)),
              () -> under(lock, () -> map.put(KEY, 2)));
        });
  }

  /** That the mapping is gone by then is not seen by who looks whether it is there. */
  @Test
  void computeIfAbsentThatFails_againstPutIfAbsent_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Map<Integer, Integer> map = new ConcurrentHashMap<>();
          threads(
              () -> map.computeIfAbsent(0, key -> locked(lock) == 0 ? 1 : null),
              () -> under(lock, () -> map.putIfAbsent(0, 2)));
        });
  }

  @Test
  void computeIfPresent_againstRemove_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Map<String, Integer> map = map(KEY);
          threads(
              () -> map.computeIfPresent(KEY, (key, old) -> locked(lock)),
              () -> under(lock, () -> map.remove(KEY)));
        });
  }

  @Test
  void merge_againstReplace_ofAnObjectAsKey_confirmed() {
    Deadlock found =
        deadlock(
            () -> {
              ReentrantLock lock = new ReentrantLock();
              Object key = new Object();
              Map<Object, Integer> map = new ConcurrentHashMap<>(Map.of(key, 1));
              threads(
                  () ->
                      map.merge(
                          key,
                          1,
                          (old, added) -> {
                            lock.lock();
                            lock.unlock();
                            return old + added;
                          }),
                  () -> {
                    lock.lock();
                    try {
                      map.replace(key, 3);
                    } finally {
                      lock.unlock();
                    }
                  });
            });
    assertThat(found.requests())
        .extracting(Deadlock.Request::lock)
        .contains("the bin of key Object@1 in ConcurrentHashMap@1");
  }

  /** The inner update releases nothing: another thread may already wait for the bin. */
  @Test
  void computeThatUpdatesItsKeyInside_againstPut_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Map<String, Integer> map = map(KEY);
          threads(
              () -> map.compute(KEY, (key, old) -> map.put(KEY, 2) + locked(lock)),
              () -> under(lock, () -> map.put(KEY, 3)));
        });
  }

  /** Many keys with one hash are in a tree. */
  @Test
  void compute_againstPutOfAnotherKeyWithTheHash_inATree_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Map<String, Integer> map = new ConcurrentHashMap<>(64);
          for (int bits = 0; bits < 16; bits++) {
            map.put(ofOneHash(bits), bits);
          }
          threads(
              () -> map.compute(ofOneHash(0), (key, old) -> locked(lock)),
              () -> under(lock, () -> map.put(ofOneHash(15), 2)));
        });
  }

  private static String ofOneHash(int bits) {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      key.append((bits >>> i & 1) == 0 ? "Aa" : "BB");
    }
    return key.toString();
  }

  /** A set is a view of a map, and so are entries. */
  @Test
  void compute_againstViews_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          ConcurrentHashMap<String, Integer> map = map(KEY);
          threads(
              () -> map.compute(KEY, (key, old) -> locked(lock)),
              () -> under(lock, () -> map.entrySet().iterator().next().setValue(3)));
        });
    deadlock(
        () -> {
          Object lock = new Object();
          ConcurrentHashMap.KeySetView<String, Boolean> set = ConcurrentHashMap.newKeySet();
          Set<String> keys = set;
          threads(
              () -> set.getMap().computeIfAbsent(KEY, key -> locked(lock) == 0),
              () -> under(lock, () -> keys.add(KEY)));
        });
  }

  /** Each function calls the other map. What is there once is not computed again. */
  @Test
  void twoMaps_thatComesByItself_brokenAndObserved() {
    LeftThreads left = new LeftThreads();
    DeadlockFoundError error =
        catchThrowableOfType(
            DeadlockFoundError.class,
            () ->
                check()
                    .schedule(Schedule.NONE)
                    .run(
                        () -> {
                          Map<String, Integer> a = map();
                          Map<String, Integer> b = map();
                          CyclicBarrier both = new CyclicBarrier(2);
                          RaceCheck.inParallel(() -> met(a, b, both), () -> met(b, a, both));
                        }));
    assertThat(error).hasMessageStartingWith("deadlock (OBSERVED) of the bin of key \"key\" in ");
    assertThat(error).hasMessageContaining("while it holds the bin of key \"key\" in ");
    assertThat(error).hasMessageNotContaining("(shared)");
    assertThat(error.deadlocks().get(0).requests()).hasSize(2);
    left.haveNone("parallel-");
  }

  private static void met(Map<String, Integer> outer, Map<String, Integer> inner, CyclicBarrier b) {
    outer.computeIfAbsent(
        KEY,
        key -> {
          try {
            b.await();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return inner.computeIfAbsent(KEY, again -> 1);
        });
  }

  @Test
  void synchronizedMap_holdsTheLockOfTheWholeMap_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
          threads(
              () -> map.computeIfAbsent("one", key -> locked(lock)),
              () -> under(lock, () -> map.get("other")));
        });
  }

  @Test
  void hashtable_holdsTheLockOfTheWholeMap_confirmed() {
    deadlock(
        () -> {
          Object lock = new Object();
          Hashtable<String, Integer> map = new Hashtable<>();
          threads(
              () -> map.computeIfAbsent("one", key -> locked(lock)),
              () -> under(lock, () -> map.get("other")));
        });
  }
}
