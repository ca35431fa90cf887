package io.racedet.wellformed;

import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.trace.split.SplitBeginning;
import io.racedet.trace.split.SplitBeginning.Hold;
import io.racedet.trace.split.SplitBeginning.Life;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The state of an execution: which threads run, and who holds which locks. Processes events one by
 * one and rejects those that no execution can have next: locks exclude each other, threads run
 * between their fork and their join.
 *
 * <p>A rejected event changes nothing, so a caller may skip it and continue. Costs O(locks held)
 * for lock operations and O(1) for all others.
 */
public final class ExecutionState {
  /** In place of a context: a re-entrant acquire or release in the same mode. */
  public static final int INNER = -1;

  /** In place of a context: the event is rejected, see {@link #expected()}. */
  public static final int REFUSED = -2;

  private static final int NOT_RUNNING = -1;
  private static final int NOBODY = -1;
  private static final byte NEW = 0;
  private static final byte FORKED = 1;
  private static final byte RUNNING = 2;
  private static final byte ENDED = 3;
  private static final byte JOINED = 4;

  private final LockHolders holders;
  private int[] running = filled(new int[16], 0); // context by thread, or NOT_RUNNING
  private byte[] life = new byte[16];
  private boolean[] forked = new boolean[16];
  private boolean[] leftLocks = new boolean[16]; // ended or joined while it held some
  private int[] owner = new int[0]; // by lock, who holds it exclusively
  private int[] sharedHolders = new int[0]; // by lock, how many threads
  private String expected = "";

  public ExecutionState(LockContexts contexts) {
    holders = new LockHolders(contexts);
  }

  /** Continues an execution after the events that have left this open; before any other event. */
  public void restore(SplitBeginning beginning) {
    for (ThreadState t : beginning.threads()) {
      restore(t);
    }
  }

  private void restore(ThreadState t) {
    int thread = t.thread();
    if (thread >= life.length) {
      grow(thread);
    }
    for (Hold hold : t.holds()) {
      ensureLock(hold.lock());
      if (hold.shared()) {
        sharedHolders[hold.lock()]++;
      } else {
        owner[hold.lock()] = thread;
      }
      for (int i = 0; i < hold.count(); i++) {
        holders.of(thread).acquire(hold.lock(), hold.shared());
      }
    }
    forked[thread] = t.forked();
    switch (t.life()) {
      case FORKED -> life[thread] = FORKED;
      case RUNNING -> now(thread);
      case ENDED, JOINED -> {
        life[thread] = t.life() == Life.ENDED ? ENDED : JOINED;
        stop(thread);
      }
    }
  }

  /** The context of each running thread, negative for the others; valid until the next event. */
  int[] running() {
    return running;
  }

  /** What was expected instead of the last rejected event. */
  public String expected() {
    return expected;
  }

  /**
   * Processes the next event.
   *
   * @return the thread with the locks that it holds at the event: for an acquire those after it,
   *     for a release those before; or INNER, or REFUSED
   */
  public int take(Op op, int thread, int operand) {
    if (thread >= life.length) {
      grow(thread);
    }
    if (life[thread] > RUNNING) {
      return refuse(
          life[thread] == JOINED
              ? "no event of a thread after its join"
              : "no event of a thread after its end");
    }
    return switch (op) {
      case ACQUIRE -> acquire(thread, operand);
      case RELEASE -> release(thread, operand, false);
      case ACQUIRE_SHARED -> acquireShared(thread, operand);
      case RELEASE_SHARED -> release(thread, operand, true);
      case FORK -> fork(thread, operand);
      case JOIN -> join(thread, operand);
      case BEGIN ->
          life[thread] == RUNNING ? refuse("begin as the thread's first event") : run(thread);
      case END -> end(thread);
      default -> run(thread);
    };
  }

  /** Processes an access, whatever it is to: as {@link #take}, in fewer steps. */
  public int access(int thread) {
    return thread < life.length && life[thread] == RUNNING
        ? running[thread]
        : take(Op.READ, thread, 0);
  }

  /** Whether a thread holds a lock, or held one when it ended or was joined. */
  public boolean holdsLocks(int thread) {
    return thread < life.length && (leftLocks[thread] || holders.holdsAny(thread));
  }

  /** Whether any thread holds a lock. */
  public boolean isHeld(int lock) {
    return lock < owner.length && (owner[lock] != NOBODY || sharedHolders[lock] > 0);
  }

  /** Ends a thread that holds no lock, without an event of its own. */
  public void abandon(int thread) {
    if (thread >= life.length) {
      grow(thread);
    }
    life[thread] = life[thread] == JOINED ? JOINED : ENDED;
    stop(thread);
  }

  /** Makes an ended thread, which holds no lock, one that has not been mentioned. */
  public void renew(int thread) {
    life[thread] = NEW;
    forked[thread] = false;
  }

  /** Marks the contexts of the threads that run. */
  public void markContexts(BitSet live) {
    for (int context : running) {
      if (context >= 0) {
        live.set(context);
      }
    }
  }

  private int acquire(int thread, int lock) {
    ensureLock(lock);
    if (owner[lock] == thread) {
      holders.of(thread).acquire(lock, false);
      return INNER;
    }
    if (owner[lock] != NOBODY) {
      return refuse("a lock that no other thread holds");
    }
    if (sharedHolders[lock] > 0) {
      return refuse(
          holders.of(thread).holds(lock, true)
              ? "a release of the read mode before an acquire of the write mode"
              : "a lock that no other thread holds in read mode");
    }
    owner[lock] = thread;
    HeldLockCounts held = holders.of(thread);
    held.enter(lock, false);
    life[thread] = RUNNING;
    running[thread] = held.context();
    return running[thread];
  }

  private int acquireShared(int thread, int lock) {
    ensureLock(lock);
    if (owner[lock] != NOBODY && owner[lock] != thread) {
      return refuse("a lock that no other thread holds exclusively");
    }
    if (!holders.of(thread).acquire(lock, true)) {
      return INNER;
    }
    sharedHolders[lock]++;
    return now(thread);
  }

  private int release(int thread, int lock, boolean shared) {
    ensureLock(lock);
    if (shared ? !holders.of(thread).holds(lock, true) : owner[lock] != thread) {
      return refuse(
          shared
              ? "a lock that the thread holds in read mode"
              : "a lock that the thread holds exclusively");
    }
    HeldLockCounts held = holders.of(thread);
    if (!held.release(lock, shared)) {
      return INNER;
    }
    if (shared) {
      sharedHolders[lock]--;
    } else {
      owner[lock] = NOBODY;
    }
    int before = running[thread];
    running[thread] = held.context();
    return before;
  }

  private int fork(int thread, int child) {
    if (child >= life.length) {
      grow(child);
    }
    if (child == thread) {
      return refuse("another thread");
    }
    if (forked[child]) {
      return refuse("a thread that has not been forked");
    }
    if (life[child] != NEW) {
      return refuse("a thread that has not run");
    }
    life[child] = FORKED;
    forked[child] = true;
    return run(thread);
  }

  private int join(int thread, int child) {
    if (child >= life.length) {
      grow(child);
    }
    if (child == thread) {
      return refuse("another thread");
    }
    life[child] = JOINED;
    stop(child);
    return run(thread);
  }

  private int end(int thread) {
    int before = run(thread);
    life[thread] = ENDED;
    stop(thread);
    return before;
  }

  private void stop(int thread) {
    running[thread] = NOT_RUNNING;
    leftLocks[thread] |= holders.holdsAny(thread);
    holders.drop(thread);
  }

  private int run(int thread) {
    return life[thread] == RUNNING ? running[thread] : now(thread);
  }

  /** Updates the context of a running thread. */
  private int now(int thread) {
    life[thread] = RUNNING;
    running[thread] = holders.of(thread).context();
    return running[thread];
  }

  /** Rejects an event for a reason that the caller knows. */
  public int refuse(String because) {
    expected = because;
    return REFUSED;
  }

  private void grow(int thread) {
    int length = life.length;
    life = ByteArrays.grow(life, thread + 1);
    forked = BooleanArrays.grow(forked, thread + 1);
    leftLocks = BooleanArrays.grow(leftLocks, thread + 1);
    running = filled(IntArrays.grow(running, thread + 1), length);
  }

  private void ensureLock(int lock) {
    int length = owner.length;
    if (lock >= length) {
      owner = IntArrays.grow(owner, lock + 1);
      Arrays.fill(owner, length, owner.length, NOBODY);
      sharedHolders = IntArrays.grow(sharedHolders, lock + 1);
    }
  }

  private static int[] filled(int[] contexts, int from) {
    Arrays.fill(contexts, from, contexts.length, NOT_RUNNING);
    return contexts;
  }
}
