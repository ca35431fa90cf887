package io.racedet.junit.stress;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Operations on shared variables of all kinds, racing where possible, that are counted in the tally
 * of the thread. Only this class is in scope.
 */
final class CountedWork {
  /** Elements of the large array: more than there are stripes. */
  static final int LARGE = 50_000;

  private static final int SLICE = 64;
  private static final int COPIED = 5;

  private static long total;
  private static volatile int turn;

  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
  private final Semaphore semaphore = new Semaphore(2);
  private final AtomicLong atomic = new AtomicLong();
  private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
  private final long[] large = new long[LARGE];
  private final int[] copied = new int[2 * COPIED];
  private long wide;
  private double wideToo;
  private int narrow;
  private volatile long stamp;

  /** All kinds of operations, some of them more than once. */
  void round(int round, Tally tally) throws InterruptedException {
    plain(tally);
    elements(round, tally);
    volatiles(tally);
    sections(tally);
    synchronisers(tally);
    if (round % 50 == 0) {
      waiting(tally);
    }
  }

  private void plain(Tally tally) {
    wide++;
    wideToo += 0.5;
    narrow--;
    total += 3;
    tally.reads(4).writes(4);
  }

  private void elements(int round, Tally tally) {
    long[] elements = large;
    tally.reads(1);
    int start = round * SLICE % (LARGE - SLICE);
    for (int i = start; i < start + SLICE; i++) {
      elements[i]++;
    }
    tally.reads(SLICE).writes(SLICE);
    int[] array = copied;
    array[0]++;
    System.arraycopy(array, 0, array, COPIED, COPIED);
    tally.reads(2 + COPIED).writes(1 + COPIED);
  }

  private void volatiles(Tally tally) {
    stamp++;
    turn++;
    tally.syncReads(2).syncWrites(2);
    atomic.incrementAndGet();
    atomic.get();
    tally.reads(2).syncReads(2).syncWrites(1);
    long seen = atomic.get();
    boolean swapped = atomic.compareAndSet(seen, seen + 2);
    tally.reads(2).syncReads(2).syncWrites(swapped ? 1 : 0);
  }

  private void sections(Tally tally) {
    synchronized (monitor) {
      locked();
    }
    tally.reads(2).writes(1).acquires(2).releases(2);
    lock.lock();
    try {
      narrow++;
    } finally {
      lock.unlock();
    }
    tally.reads(3).writes(1).acquires(1).releases(1);
    readWrite.readLock().lock();
    readWrite.readLock().unlock();
    tally.reads(2).sharedAcquires(1).sharedReleases(1);
    if (readWrite.writeLock().tryLock()) {
      readWrite.writeLock().unlock();
      tally.reads(1).acquires(1).releases(1);
    }
    tally.reads(1);
  }

  private synchronized void locked() {
    narrow += 2;
  }

  private void synchronisers(Tally tally) throws InterruptedException {
    semaphore.acquire();
    semaphore.release();
    tally.reads(2).sends(1).syncWrites(2);
    queue.offer(new Object());
    boolean polled = queue.poll() != null;
    tally.reads(2).sends(polled ? 2 : 1).receives(polled ? 2 : 1);
  }

  private void waiting(Tally tally) throws InterruptedException {
    Object own = monitor;
    synchronized (own) {
      own.notifyAll();
      own.wait(0, 1000);
    }
    tally.reads(1).acquires(2).releases(2).notifies(1).wakes(1);
  }

  /** Starts a thread and waits for its end. */
  static void startAndJoin(Thread child, Tally tally) throws InterruptedException {
    child.start();
    child.join();
    tally.sends(1).forks(1).joins(1);
  }
}
