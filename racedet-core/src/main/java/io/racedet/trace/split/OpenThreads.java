package io.racedet.trace.split;

import io.racedet.event.Op;
import io.racedet.trace.split.SplitBeginning.Hold;
import io.racedet.trace.split.SplitBeginning.Life;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import io.racedet.trace.split.SplitBeginning.Wait;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The threads of a trace and the locks that they hold, as its events come. Events that cannot come
 * next in any execution are not refused, and change as little as possible. Costs O(locks held) for
 * an event on a lock.
 */
public final class OpenThreads {
  private static final int NONE = -1;

  /** The state of a thread. */
  private static final class Open {
    private Life life; // null before it is mentioned
    private boolean forked;
    private final List<Hold> holds = new ArrayList<>(2);
    private int released = NONE;
    private long releasedAt;
    private int waitLock = NONE;
    private long began;
    private long ended;

    private void reach(Life next) {
      if (life == null || life.compareTo(next) < 0) {
        life = next;
      }
    }

    private int find(int lock, boolean shared) {
      int at = holds.size() - 1;
      while (at >= 0 && (holds.get(at).lock() != lock || holds.get(at).shared() != shared)) {
        at--;
      }
      return at;
    }

    private void acquire(int lock, boolean shared, long time) {
      int at = find(lock, shared);
      if (at >= 0) {
        holds.set(at, new Hold(lock, shared, holds.get(at).count() + 1));
        return;
      }
      holds.add(new Hold(lock, shared, 1));
      if (!shared && released == lock) {
        waitLock = lock;
        began = releasedAt;
        ended = time;
      }
    }

    private void release(int lock, boolean shared, long time) {
      int at = find(lock, shared);
      if (at < 0) {
        return;
      }
      if (holds.get(at).count() > 1) {
        holds.set(at, new Hold(lock, shared, holds.get(at).count() - 1));
        return;
      }
      holds.remove(at);
      if (!shared) {
        released = lock;
        releasedAt = time;
      }
    }

    private ThreadState state(int thread) {
      Wait wait = new Wait(released, releasedAt, waitLock, began, ended);
      return new ThreadState(thread, life, forked, List.copyOf(holds), wait);
    }
  }

  private Open[] threads = new Open[16];

  /** Starts before the first event. */
  public OpenThreads() {}

  /** Starts where a split begins. */
  public OpenThreads(SplitBeginning beginning) {
    for (ThreadState t : beginning.threads()) {
      Open open = of(t.thread());
      open.life = t.life();
      open.forked = t.forked();
      open.holds.addAll(t.holds());
      open.released = t.lastWait().released();
      open.releasedAt = t.lastWait().releasedAt();
      open.waitLock = t.lastWait().lock();
      open.began = t.lastWait().began();
      open.ended = t.lastWait().ended();
    }
  }

  /** Processes an event by a thread that has had others since {@link #run}. */
  public void event(Op op, int thread, int operand, long time) {
    switch (op) {
      case ACQUIRE -> of(thread).acquire(operand, false, time);
      case ACQUIRE_SHARED -> of(thread).acquire(operand, true, time);
      case RELEASE -> of(thread).release(operand, false, time);
      case RELEASE_SHARED -> of(thread).release(operand, true, time);
      case FORK -> {
        of(operand).reach(Life.FORKED);
        of(operand).forked = true;
      }
      case JOIN -> of(operand).reach(Life.JOINED);
      case END -> of(thread).reach(Life.ENDED);
      default -> {
        /* Changes nothing that stays open. */
      }
    }
  }

  /** Processes that a thread has any event. */
  public void run(int thread) {
    of(thread).reach(Life.RUNNING);
  }

  private Open of(int thread) {
    if (thread >= threads.length) {
      threads = ObjectArrays.grow(threads, thread + 1);
    }
    if (threads[thread] == null) {
      threads[thread] = new Open();
    }
    return threads[thread];
  }

  /** The threads with an event, and those that were forked or joined. */
  public SplitBeginning state() {
    List<ThreadState> states = new ArrayList<>();
    for (int thread = 0; thread < threads.length; thread++) {
      if (threads[thread] != null && threads[thread].life != null) {
        states.add(threads[thread].state(thread));
      }
    }
    return new SplitBeginning(states);
  }

  /** The last wait of a thread. */
  public Wait lastWait(int thread) {
    boolean isKnown = thread < threads.length && threads[thread] != null;
    return isKnown ? threads[thread].state(thread).lastWait() : Wait.NONE;
  }

  /** The locks that are held, ascending. */
  public Collection<Integer> heldLocks() {
    TreeSet<Integer> locks = new TreeSet<>();
    for (Open open : threads) {
      if (open != null) {
        open.holds.forEach(hold -> locks.add(hold.lock()));
      }
    }
    return locks;
  }
}
