package io.racedet.runtime.log;

import java.util.concurrent.locks.LockSupport;

/**
 * How much of a recording waits for its analysis: the words of the chunks that threads have filled.
 * When enough waits, a thread is started that analyses beside the test; while more than a limit
 * waits, threads that need a chunk let it get ahead. The chunks that threads are still filling are
 * not counted. Thread-safe.
 */
public final class BufferSpace {
  /** Words of a mebibyte. */
  public static final long MIB = (1L << 20) / Long.BYTES;

  /** How many words more than twice the limit may wait before the recording ends. */
  private static final long BEYOND = 64 * MIB;

  /**
   * After which time without progress a thread takes a chunk nevertheless: what is to be analysed
   * next may be a record of a thread that cannot go on before this one does.
   */
  private static final long PATIENCE_NANOS = 200_000_000;

  /** After which time without progress it must be assumed what the analysis cannot know yet. */
  private static final long PRESSED_NANOS = PATIENCE_NANOS / 4;

  private static final long NAP_NANOS = 200_000;
  private static final int YIELDS = 20;

  /** How often a nap takes twice the time: hundreds of threads that wake often are a load. */
  private static final int DOUBLINGS = 6;

  /** How many words may wait in any case. */
  private static final long LEAST = 8 * MIB;

  private final long limit;
  private final long begin;
  private long allowed; // words that may wait, at most the limit
  private Runnable drain; // null where recordings are analysed at their ends only
  private Thread drainer; // null before there is one
  private long waiting;
  private long freed;
  private long progressed; // when the last chunk was freed, or more than the limit began to wait
  private int waiters; // threads
  private long waitingSince; // if there are any
  private long waited; // nanoseconds before
  private volatile boolean closed;

  /**
   * Creates a space in which some words may wait; the analysis begins when enough wait, with 0 at
   * once.
   */
  public BufferSpace(long limit, long begin) {
    this.limit = limit;
    this.begin = begin;
    allowed = limit;
  }

  /** A space without a limit, of a recording that is analysed at its end. */
  public static BufferSpace unlimited() {
    return new BufferSpace(Long.MAX_VALUE / 4, Long.MAX_VALUE);
  }

  /** Sets what analyses beside the test, in a thread of its own from the time that enough waits. */
  public void drainBy(Runnable task) {
    setDrain(task);
    fill(0);
  }

  private synchronized void setDrain(Runnable task) {
    drain = task;
  }

  /** A thread has filled a chunk of so many words. */
  public void fill(int words) {
    Thread begun = add(words);
    if (begun != null) {
      begun.start();
    }
  }

  private synchronized Thread add(int words) {
    if (waiting <= allowed) {
      progressed = System.nanoTime();
    }
    waiting += words;
    if (closed || drain == null || drainer != null || waiting < begin) {
      return null;
    }
    drainer = new OwnThread("racedet-merge", drain);
    return drainer;
  }

  /**
   * Sets how many words may wait from now on: where the analysis has much to keep until it has got
   * ahead, less is better. More than the limit or less than 8 MiB have no effect.
   */
  public synchronized void narrow(long words) {
    allowed = Math.min(limit, Math.max(words, LEAST));
  }

  /** Whether fewer words may wait than at first, so that chunks that are free are too many. */
  public synchronized boolean isNarrow() {
    return allowed < limit;
  }

  /** So many words have been analysed, and their chunk is free. */
  public synchronized void free(int words) {
    waiting -= words;
    freed += words;
    progressed = System.nanoTime();
  }

  /** Whether threads wait, and nothing has been freed for a while. */
  public synchronized boolean isPressed() {
    return isFull() && System.nanoTime() - progressed > PRESSED_NANOS;
  }

  private synchronized long freed() {
    return freed;
  }

  /** The recording is over: no thread waits any more, and no analysis begins. */
  public synchronized void close() {
    closed = true;
  }

  /**
   * Lets the calling thread wait until the analysis is ahead, or makes no progress. Keeps the
   * interrupt status. A permit for which the thread may have to wait later is never consumed: there
   * is one afterwards.
   */
  public void await() {
    beginWait();
    try {
      waitForAnalysis();
    } finally {
      endWait();
    }
  }

  private synchronized void beginWait() {
    if (waiters++ == 0) {
      waitingSince = System.nanoTime();
    }
  }

  private synchronized void endWait() {
    if (--waiters == 0) {
      waited += System.nanoTime() - waitingSince;
    }
  }

  /** For how many nanoseconds at least one thread has waited so far. */
  public synchronized long waited() {
    return waiters == 0 ? waited : waited + System.nanoTime() - waitingSince;
  }

  private void waitForAnalysis() {
    Thread self = Thread.currentThread();
    boolean naps = maySleep(self);
    long before = freed();
    long since = System.nanoTime();
    for (int tries = 1; isFull() && !closed; tries++) {
      if (naps && tries > YIELDS && !self.isInterrupted()) {
        LockSupport.parkNanos(NAP_NANOS << Math.min(tries - YIELDS - 1, DOUBLINGS));
      } else {
        Thread.yield();
      }
      long now = freed();
      if (now != before) {
        before = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > PATIENCE_NANOS) {
        break;
      }
    }
    if (naps) {
      LockSupport.unpark(self);
    }
  }

  /**
   * Whether a thread may sleep where it waits inside a hook: a virtual one would keep its carrier.
   */
  public static boolean maySleep(Thread thread) {
    return !thread.getClass().getName().equals("java.lang.VirtualThread");
  }

  /** Whether the analysis is to get ahead before there are more chunks. */
  public synchronized boolean isFull() {
    return drainer != null && waiting > allowed;
  }

  /** Whether so much waits that the recording must end: the analysis does not get ahead. */
  public synchronized boolean isOverfull() {
    return drainer != null && waiting > 2 * limit + BEYOND;
  }

  /** Whether enough waits for the analysis to be worth a round. */
  public synchronized boolean isWorthwhile() {
    return waiting > Math.min(begin, allowed / 2) / 2;
  }

  /** Whether there are rounds in any case, as tests of them need. */
  public boolean isEager() {
    return begin == 0;
  }

  /** The thread that analyses beside the test, null if none was needed. */
  public synchronized Thread drainer() {
    return drainer;
  }
}
