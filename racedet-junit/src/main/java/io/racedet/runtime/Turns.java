package io.racedet.runtime;

import io.racedet.runtime.memory.Pace;
import io.racedet.runtime.memory.Turn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets the threads of a recording go on one at a time: a thread that comes to a point is held there
 * until every other thread that could run is held too, and a policy prefers it to those.
 *
 * <p>Nothing can deadlock: a thread that is blocked, or comes to no point for a while, is not
 * waited for; each thread is held for a bounded time in total, and by yielding. Thread-safe.
 */
final class Turns {
  private static final VarHandle LOCKED;

  /** How long to wait for the thread that has its turn to come to its next point. */
  private static final long TURN_NANOS = 1_000_000L;

  /** So many turns of one thread in a row are a loop that waits for another thread. */
  private static final int MOST_IN_A_ROW = 100;

  private static final int SCANNED_AT_MOST = 64;

  static {
    try {
      LOCKED = MethodHandles.lookup().findVarHandle(Turns.class, "locked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final BoundedWait waits = new BoundedWait();
  private final TurnPolicy policy;
  private final long seed;
  private int locked;

  /* Written under the lock. */
  private volatile int turns;
  private ThreadBuffer last;
  private int inARow;
  private int lowered;

  Turns(TurnPolicy policy, long seed) {
    this.policy = policy;
    this.seed = seed;
  }

  /** Waits for the turn of a thread, which is about to access a variable at an instruction. */
  void await(ThreadBuffer self, ThreadTable threads, long object, int key, int site) {
    Pace pace = self.pace;
    pace.step();
    if (!waits.mayWait(pace)) {
      return;
    }
    Turn turn = pace.turn;
    turn.object = object;
    turn.key = key;
    turn.site = site;
    turn.granted = false;
    turn.waits = true;
    pace.allowance -= hold(self, threads);
    turn.waits = false;
  }

  /* Returns for how long the thread has waited. */
  private long hold(ThreadBuffer self, ThreadTable threads) {
    long waited = 0;
    long sinceTurn = 0;
    int seen = turns;
    while (!isNext(self, threads)) {
      if (waited >= self.pace.allowance || Hooks.session != self.session) {
        break;
      }
      long round = waits.round();
      waited += round;
      sinceTurn += round;
      if (turns != seen) {
        seen = turns;
        sinceTurn = 0;
      } else if (sinceTurn > TURN_NANOS) {
        markUnresponsive(self, threads);
        sinceTurn = 0;
      }
    }
    return waited;
  }

  private boolean isNext(ThreadBuffer self, ThreadTable threads) {
    Turn turn = self.pace.turn;
    if (!turn.granted && LOCKED.compareAndSet(this, 0, 1)) {
      try {
        if (!turn.granted) {
          decide(threads);
        }
      } finally {
        LOCKED.setRelease(this, 0);
      }
    }
    return turn.granted;
  }

  /* Gives a thread its turn, unless one that could run has not come to its next point yet. */
  private void decide(ThreadTable threads) {
    int scanned = Math.min(threads.count(), SCANNED_AT_MOST);
    for (int i = 0; i < scanned; i++) {
      if (isAwaited(threads.at(i))) {
        return;
      }
    }
    ThreadBuffer next = preferred(threads, scanned, null);
    if (next == null) {
      return;
    }
    if (policy.lowers(seed, turns)) {
      lower(next);
      next = preferred(threads, scanned, null);
    }
    if (next == last && ++inARow > MOST_IN_A_ROW) {
      ThreadBuffer other = preferred(threads, scanned, next);
      lower(next);
      next = other == null ? next : other;
    }
    grant(threads, scanned, next);
  }

  private void lower(ThreadBuffer thread) {
    thread.pace.turn.lowered = ++lowered;
  }

  private void grant(ThreadTable threads, int scanned, ThreadBuffer next) {
    if (next != last) {
      last = next;
      inARow = 0;
    }
    Turn turn = next.pace.turn;
    if (policy.drawsAgain()) {
      for (int i = 0; i < scanned; i++) {
        Turn other = threads.at(i).pace.turn;
        if (other != turn && other.waits && other.isAtVariableOf(turn)) {
          other.draws++;
        }
      }
    }
    turn.granted = true;
    turns++;
  }

  private ThreadBuffer preferred(ThreadTable threads, int scanned, ThreadBuffer except) {
    ThreadBuffer best = null;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < scanned; i++) {
      ThreadBuffer thread = threads.at(i);
      Turn turn = thread.pace.turn;
      if (thread != except && turn.waits && !turn.granted) {
        long priority = policy.priority(seed, thread, turns);
        if (best == null || priority > highest) {
          best = thread;
          highest = priority;
        }
      }
    }
    return best;
  }

  /* Whether a thread could run and will come to a point. One in state NEW is about to be started. */
  private static boolean isAwaited(ThreadBuffer thread) {
    Pace pace = thread.pace;
    Turn turn = pace.turn;
    if (turn.waits && !turn.granted || pace.isUnresponsive() || pace.allowance <= 0) {
      return false;
    }
    Thread.State state = thread.thread.getState();
    return state == Thread.State.RUNNABLE || state == Thread.State.NEW;
  }

  private static void markUnresponsive(ThreadBuffer self, ThreadTable threads) {
    int scanned = Math.min(threads.count(), SCANNED_AT_MOST);
    for (int i = 0; i < scanned; i++) {
      ThreadBuffer other = threads.at(i);
      if (other != self && isAwaited(other)) {
        other.pace.markUnresponsive(other.pace.steps());
      }
    }
  }
}
