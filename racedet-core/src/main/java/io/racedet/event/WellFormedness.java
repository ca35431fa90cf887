package io.racedet.event;

import java.util.Arrays;

/**
 * Checks event by event that a trace is one that an execution can have: locks exclude, threads live
 * between their fork and their join.
 *
 * <p>An event that violates a rule changes no state, so a caller may leave it out and go on. Costs
 * O(locks held) for lock operations and O(1) for all others. Not thread-safe.
 */
public final class WellFormedness {
  private static final int NOBODY = -1;
  private static final byte NEW = 0;
  private static final byte FORKED = 1;
  private static final byte RUNNING = 2;
  private static final byte ENDED = 3;
  private static final byte JOINED = 4;

  private byte[] threads = new byte[16];
  private boolean[] forked = new boolean[16];
  private Holds[] holds = new Holds[16];
  private int[] exclusiveHolder = new int[0]; // by lock
  private int[] sharedHolders = new int[0]; // by lock, how many threads

  /** Starts with an empty trace. */
  public WellFormedness() {}

  /** The locks that one thread holds: lock and mode, with how often. */
  private static final class Holds {
    private long[] keys = new long[4];
    private int[] counts = new int[4];
    private int size;

    int count(long key) {
      int i = find(key);
      return i < size ? counts[i] : 0;
    }

    int add(long key, int change) {
      int i = find(key);
      if (i == size) {
        if (size == keys.length) {
          keys = Arrays.copyOf(keys, 2 * size);
          counts = Arrays.copyOf(counts, 2 * size);
        }
        keys[i] = key;
        counts[i] = 0;
        size++;
      }
      counts[i] += change;
      int now = counts[i];
      if (now == 0) {
        size--;
        keys[i] = keys[size];
        counts[i] = counts[size];
      }
      return now;
    }

    private int find(long key) {
      int i = 0;
      while (i < size && keys[i] != key) {
        i++;
      }
      return i;
    }
  }

  /**
   * Takes the next event of the trace.
   *
   * @param op what happened
   * @param thread the thread
   * @param operand the operand
   * @return null when the event keeps all rules, else what was expected instead
   */
  public String violation(Op op, int thread, int operand) {
    ensureThread(thread);
    if (threads[thread] > RUNNING) {
      return threads[thread] == JOINED
          ? "no event of a thread after its join"
          : "no event of a thread after its end";
    }
    String violation =
        switch (op) {
          case ACQUIRE -> acquire(thread, operand);
          case ACQUIRE_SHARED -> acquireShared(thread, operand);
          case RELEASE -> release(thread, operand, false);
          case RELEASE_SHARED -> release(thread, operand, true);
          case FORK -> fork(thread, operand);
          case JOIN -> join(thread, operand);
          case BEGIN -> threads[thread] == RUNNING ? "begin as the thread's first event" : null;
          default -> null;
        };
    if (violation == null) {
      threads[thread] = op == Op.END ? ENDED : RUNNING;
    }
    return violation;
  }

  private String acquire(int thread, int lock) {
    ensureLock(lock);
    int holder = exclusiveHolder[lock];
    if (holder == thread) {
      holds[thread].add(key(lock, false), 1);
      return null;
    }
    if (holder != NOBODY) {
      return "a lock that no other thread holds";
    }
    if (holds[thread].count(key(lock, true)) > 0) {
      return "a release of the read mode before an acquire of the write mode";
    }
    if (sharedHolders[lock] > 0) {
      return "a lock that no other thread holds in read mode";
    }
    exclusiveHolder[lock] = thread;
    holds[thread].add(key(lock, false), 1);
    return null;
  }

  private String acquireShared(int thread, int lock) {
    ensureLock(lock);
    int holder = exclusiveHolder[lock];
    if (holder != NOBODY && holder != thread) {
      return "a lock that no other thread holds exclusively";
    }
    if (holds[thread].add(key(lock, true), 1) == 1) {
      sharedHolders[lock]++;
    }
    return null;
  }

  private String release(int thread, int lock, boolean shared) {
    ensureLock(lock);
    if (holds[thread].count(key(lock, shared)) == 0) {
      return shared
          ? "a lock that the thread holds in read mode"
          : "a lock that the thread holds exclusively";
    }
    if (holds[thread].add(key(lock, shared), -1) == 0) {
      if (shared) {
        sharedHolders[lock]--;
      } else {
        exclusiveHolder[lock] = NOBODY;
      }
    }
    return null;
  }

  private String fork(int thread, int child) {
    ensureThread(child);
    if (child == thread) {
      return "another thread";
    }
    if (forked[child]) {
      return "a thread that has not been forked";
    }
    if (threads[child] != NEW) {
      return "a thread that has not run";
    }
    threads[child] = FORKED;
    forked[child] = true;
    return null;
  }

  private String join(int thread, int child) {
    ensureThread(child);
    if (child == thread) {
      return "another thread";
    }
    threads[child] = JOINED;
    return null;
  }

  private static long key(int lock, boolean shared) {
    return (long) lock << 1 | (shared ? 1 : 0);
  }

  private void ensureThread(int thread) {
    if (thread >= threads.length) {
      int capacity = Math.max(thread + 1, threads.length + (threads.length >> 1));
      threads = Arrays.copyOf(threads, capacity);
      forked = Arrays.copyOf(forked, capacity);
      holds = Arrays.copyOf(holds, capacity);
    }
    if (holds[thread] == null) {
      holds[thread] = new Holds();
    }
  }

  private void ensureLock(int lock) {
    int length = exclusiveHolder.length;
    if (lock >= length) {
      int capacity = Math.max(lock + 1, length + (length >> 1) + 16);
      exclusiveHolder = Arrays.copyOf(exclusiveHolder, capacity);
      Arrays.fill(exclusiveHolder, length, capacity, NOBODY);
      sharedHolders = Arrays.copyOf(sharedHolders, capacity);
    }
  }
}
