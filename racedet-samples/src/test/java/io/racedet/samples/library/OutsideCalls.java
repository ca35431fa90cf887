package io.racedet.samples.library;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.lucene.search.Multiset;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.FixedBitSet;
import org.jctools.maps.NonBlockingHashMapLong;
import org.jctools.queues.MpscArrayQueue;
import org.junit.jupiter.api.Test;

/** Uses of objects that hold elements, of libraries that are not instrumented: all of them pass. */
@RaceFree(repetitions = 2)
class OutsideCalls {
  private int counted;

  /* So that something is recorded of each thread. */
  private synchronized void count() {
    counted++;
  }

  private void both(RaceCheck.Block one, RaceCheck.Block other) throws Throwable {
    RaceCheck.inParallel(
        () -> {
          count();
          one.run();
        },
        () -> {
          count();
          other.run();
        });
  }

  /* ---- calls that nothing orders ---- */

  @Test
  void changedByBoth() throws Throwable {
    FixedBitSet set = new FixedBitSet(64);
    both(() -> set.set(1), () -> set.set(2));
  }

  @Test
  void changedByOneAndRead() throws Throwable {
    FixedBitSet set = new FixedBitSet(64);
    both(() -> set.clear(1), () -> set.get(2));
  }

  @Test
  void calledByASuperclass() throws Throwable {
    BitSet set = new FixedBitSet(64); // throws nothing, whatever races
    both(() -> set.set(1), () -> set.set(2));
  }

  @Test
  void underDifferentLocks() throws Throwable {
    FixedBitSet set = new FixedBitSet(64);
    Object lock = new Object();
    both(() -> locked(lock, () -> set.set(1)), () -> locked(set, () -> set.set(2)));
  }

  /** Its name does not tell that it is a collection. */
  @Test
  void collectionByItsTypeAlone() throws Throwable {
    Multiset<String> set = new Multiset<>();
    both(() -> set.add("a"), () -> set.size());
  }

  private static void locked(Object lock, Runnable body) {
    synchronized (lock) {
      body.run();
    }
  }

  /* ---- calls that need no warning ---- */

  @Test
  void onlyRead() throws Throwable {
    FixedBitSet set = new FixedBitSet(64);
    set.set(1);
    both(() -> set.get(1), () -> set.get(2));
  }

  @Test
  void collectionByItsTypeAlone_underOneLock() throws Throwable {
    Multiset<String> set = new Multiset<>();
    both(() -> locked(set, () -> set.add("a")), () -> locked(set, () -> set.size()));
  }

  @Test
  void concurrentByItsTypeAlone() throws Throwable {
    NonBlockingHashMapLong<String> map = new NonBlockingHashMapLong<>();
    both(() -> map.put(1L, "a"), () -> map.put(2L, "b"));
  }

  @Test
  void underOneLock() throws Throwable {
    FixedBitSet set = new FixedBitSet(64);
    both(() -> locked(set, () -> set.set(1)), () -> locked(set, () -> set.set(2)));
  }

  @Test
  void handedOver() throws Throwable {
    LinkedBlockingQueue<FixedBitSet> queue = new LinkedBlockingQueue<>();
    both(
        () -> {
          FixedBitSet set = new FixedBitSet(64);
          set.set(1);
          queue.put(set);
        },
        () -> queue.take().set(2));
  }

  @Test
  void beforeAndAfterAThread() throws Throwable {
    FixedBitSet set = new FixedBitSet(64);
    set.set(1);
    both(() -> set.set(2), () -> {});
    set.set(3);
  }

  @Test
  void oneEach() throws Throwable {
    both(() -> new FixedBitSet(64).set(1), () -> new FixedBitSet(64).set(2));
  }

  @Test
  void concurrentInside() throws Throwable {
    MpscArrayQueue<String> queue = new MpscArrayQueue<>(4);
    both(() -> queue.offer("a"), () -> queue.offer("b"));
  }
}
