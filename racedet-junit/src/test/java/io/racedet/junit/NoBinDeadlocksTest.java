package io.racedet.junit;

import static io.racedet.junit.DeadlocksTest.check;
import static io.racedet.junit.DeadlocksTest.threads;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Functions that take locks, and are called under nothing that another thread waits for. */
@ResourceLock(Resources.GLOBAL)
class NoBinDeadlocksTest {
  private static final String KEY = "key";
  private static final String OTHER = "other";

  /** What one thread does with its lock, and another one under it. */
  private static void silent(Map<String, Integer> map, Use inFunction, Use underTheLock) {
    check()
        .run(
            () -> {
              Object lock = new Object();
              map.clear();
              map.put(KEY, 1);
              threads(
                  () -> inFunction.run(map, lock),
                  () -> {
                    synchronized (lock) {
                      underTheLock.run(map, lock);
                    }
                  });
            });
  }

  /** Uses a map. */
  interface Use {
    void run(Map<String, Integer> map, Object lock);
  }

  private static int locked(Object lock) {
    synchronized (lock) {
      return 1;
    }
  }

  private static void compute(Map<String, Integer> map, Object lock) {
    map.compute(KEY, (key, old) -> locked(lock));
  }

  /** Two keys with different hashes may have one bin today, and two tomorrow. */
  @Test
  void anotherKey_silent() {
    silent(
        new ConcurrentHashMap<>(),
        NoBinDeadlocksTest::compute,
        (map, lock) -> map.compute(OTHER, (key, old) -> 2));
  }

  @Test
  void anotherMap_silent() {
    Map<String, Integer> other = new ConcurrentHashMap<>();
    silent(
        new ConcurrentHashMap<>(),
        NoBinDeadlocksTest::compute,
        (map, lock) -> other.compute(KEY, (key, old) -> 2));
  }

  @Test
  void reads_silent() {
    silent(
        new ConcurrentHashMap<>(),
        NoBinDeadlocksTest::compute,
        (map, lock) -> {
          map.get(KEY);
          map.containsKey(KEY);
          map.getOrDefault(KEY, 1);
          map.forEach((key, value) -> value.intValue());
          map.size();
          map.entrySet().iterator().next().getValue();
        });
  }

  /** It is found before the bin is locked. */
  @Test
  void updateThatFindsItsKey_silent() {
    silent(
        new ConcurrentHashMap<>(),
        NoBinDeadlocksTest::compute,
        (map, lock) -> {
          map.computeIfAbsent(KEY, key -> 2);
          map.putIfAbsent(KEY, 2);
        });
  }

  /** Where the other thread is in the function, there is a mapping, so that it would be found. */
  @Test
  void updateThatWouldFindItsKeyThen_silent() {
    silent(
        new ConcurrentHashMap<>(),
        (map, lock) -> {
          map.computeIfPresent(KEY, (key, old) -> locked(lock));
          map.remove(KEY);
        },
        (map, lock) -> {
          map.computeIfAbsent(KEY, key -> 2);
          map.putIfAbsent(KEY, 2);
        });
  }

  /** As above, and a key with the same hash is missing. */
  @Test
  void updateOfAnotherKeyWithTheHash_thatWouldFindItThen_silent() {
    silent(
        new ConcurrentHashMap<>(),
        (map, lock) -> {
          map.put("Aa", 1);
          map.computeIfAbsent("BB", key -> locked(lock));
          map.remove("BB");
          map.remove("Aa");
        },
        (map, lock) -> map.putIfAbsent("Aa", 2));
  }

  /** The thread that adds to an empty bin needs no lock any more once others see what it adds. */
  @Test
  void functionThatIsCalledForWhatTheOtherThreadHasAdded_silent() {
    functionAfter(map -> map.put(KEY, 1));
    functionAfter(map -> map.merge(KEY, 1, Integer::sum));
  }

  private static void functionAfter(Consumer<Map<String, Integer>> adding) {
    check()
        .run(
            () -> {
              Object lock = new Object();
              Map<String, Integer> map = new ConcurrentHashMap<>();
              threads(
                  () -> {
                    synchronized (lock) {
                      adding.accept(map);
                    }
                  },
                  () -> {
                    while (map.computeIfPresent(KEY, (key, old) -> locked(lock)) == null) {
                      Thread.yield();
                    }
                  });
            });
  }

  /** It calls the function first, and then replaces the value. */
  @Test
  void replaceAll_silent() {
    silent(
        new ConcurrentHashMap<>(),
        (map, lock) -> map.replaceAll((key, value) -> locked(lock)),
        (map, lock) -> map.put(KEY, 3));
  }

  @Test
  void lockTakenBeforeAndAfterTheCall_silent() {
    silent(
        new ConcurrentHashMap<>(),
        (map, lock) -> {
          locked(lock);
          map.compute(KEY, (key, old) -> 1);
          locked(lock);
        },
        NoBinDeadlocksTest::compute);
  }

  @Test
  void gate_silent() {
    Object gate = new Object();
    check()
        .run(
            () -> {
              Object lock = new Object();
              Map<String, Integer> map = new ConcurrentHashMap<>();
              threads(
                  () -> {
                    synchronized (gate) {
                      compute(map, lock);
                    }
                  },
                  () -> {
                    synchronized (gate) {
                      synchronized (lock) {
                        map.put(KEY, 2);
                      }
                    }
                  });
            });
  }

  /** A bin of the map is itself such a gate. */
  @Test
  void binAsGate_silent() {
    check()
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              Map<String, Integer> map = new ConcurrentHashMap<>();
              threads(
                  () -> map.compute(KEY, (key, old) -> within(a, b)),
                  () -> map.compute(KEY, (key, old) -> within(b, a)));
            });
  }

  /** The map has one holder at a time of a bin, whether it finds the key or not. */
  @Test
  void binOfAKeyThatIsThere_asGate_silent() {
    check()
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              Map<String, Integer> map = new ConcurrentHashMap<>(Map.of(KEY, 1));
              threads(
                  () -> map.computeIfPresent(KEY, (key, old) -> within(a, b)),
                  () -> map.merge(KEY, 1, (old, added) -> within(b, a)));
            });
  }

  /** The map still holds the bin after the inner update. */
  @Test
  void binOfAFunctionThatUpdatesItsKey_asGate_silent() {
    check()
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              Map<String, Integer> map = new ConcurrentHashMap<>(Map.of(KEY, 1));
              threads(
                  () -> map.compute(KEY, (key, old) -> map.put(KEY, 2) + within(a, b)),
                  () -> map.compute(KEY, (key, old) -> map.put(KEY, 3) + within(b, a)));
            });
  }

  @Test
  void binOfKeysWithOneHash_asGate_silent() {
    check()
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              Map<String, Integer> map = new ConcurrentHashMap<>();
              threads(
                  () -> map.compute("Aa", (key, old) -> within(a, b)),
                  () -> map.compute("BB", (key, old) -> within(b, a)));
            });
  }

  private static int within(Object outer, Object inner) {
    synchronized (outer) {
      return locked(inner);
    }
  }

  @Test
  void skipListMap_silent() {
    silent(
        new ConcurrentSkipListMap<>(),
        NoBinDeadlocksTest::compute,
        (map, lock) -> map.compute(KEY, (key, old) -> 2));
  }

  @Test
  void atomicReference_silent() {
    check()
        .run(
            () -> {
              Object lock = new Object();
              AtomicReference<Integer> value = new AtomicReference<>(0);
              threads(
                  () -> value.updateAndGet(old -> locked(lock)),
                  () -> {
                    synchronized (lock) {
                      value.updateAndGet(old -> 2);
                    }
                  });
            });
  }

  @Test
  void lockTakenAfterAFunctionThatThrows_silent() {
    silent(
        new ConcurrentHashMap<>(),
        (map, lock) -> {
          try {
            map.compute(
                KEY,
                (key, old) -> {
                  throw new IllegalStateException();
                });
          } catch (IllegalStateException thrown) {
            locked(lock);
          }
        },
        (map, lock) -> map.compute(KEY, (key, old) -> 2));
  }

  /** The map itself throws: it is no deadlock of a thread with itself, nor with another one. */
  @Test
  void recursion_silent() {
    silent(
        new ConcurrentHashMap<>(),
        (map, lock) -> {
          map.remove(KEY);
          try {
            map.computeIfAbsent(KEY, key -> map.computeIfAbsent(key, again -> 2));
          } catch (IllegalStateException recursive) {
            map.put(KEY, 1);
          }
        },
        (map, lock) -> map.put(OTHER, 2));
  }

  /** Bins tell of deadlocks only. */
  @Test
  void functionsForTwoKeys_thatTakeLocks_race() {
    int[] calls = new int[1];
    assertThatExceptionOfType(RaceFoundError.class)
        .isThrownBy(
            () ->
                silent(
                    new ConcurrentHashMap<>(),
                    (map, lock) -> map.compute(KEY, (key, old) -> locked(lock) + calls[0]++),
                    (map, lock) -> map.compute(OTHER, (key, old) -> calls[0]++)));
  }
}
