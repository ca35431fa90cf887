package io.racedet.junit.stress;

import static io.racedet.event.Op.ACQUIRE;
import static io.racedet.event.Op.ACQUIRE_SHARED;
import static io.racedet.event.Op.NOTIFY;
import static io.racedet.event.Op.READ;
import static io.racedet.event.Op.RECEIVE;
import static io.racedet.event.Op.RELEASE;
import static io.racedet.event.Op.RELEASE_SHARED;
import static io.racedet.event.Op.SEND;
import static io.racedet.event.Op.SYNC_READ;
import static io.racedet.event.Op.WAKE;
import static io.racedet.event.Op.WRITE;

import io.racedet.event.Op;

/** Lines about locks, monitors and semaphores, and their critical sections. */
final class SyncVocabulary {
  /** Ends the name of the channel through which those who look at a lock see its bids. */
  static final String QUERIED = " queried";

  private final Draft draft;

  SyncVocabulary(Draft draft) {
    this.draft = draft;
  }

  /** Adds a section if a lock can be acquired here; returns whether there was one. */
  boolean section(Runnable body) {
    int copy = draft.pick(World.COPIES);
    return switch (draft.pick(9)) {
      case 0, 1 -> monitor("m" + copy, copy, body);
      case 2 -> lock("l" + copy, 10 + copy, body);
      case 3 -> tryLock("l" + copy, 10 + copy, body);
      case 4 -> readLock("w" + copy, 20 + copy, body);
      case 5 -> writeLock("w" + copy, 20 + copy, body);
      case 6 -> stampedRead("p" + copy, 30 + copy, body);
      case 7 -> stampedWrite("p" + copy, 30 + copy, body);
      default -> semaphore("s" + copy, 40 + copy, body);
    };
  }

  /** Adds lines that need no section of their own. */
  void line() {
    switch (draft.pick(6)) {
      case 0 -> synchronizedMethod();
      case 1 -> failingMethod();
      case 2 -> signal();
      case 3 -> optimisticRead();
      case 4 -> interrupt();
      default -> failedTryAcquire();
    }
  }

  private static Step event(Op op, String operand) {
    return (value, success, other, events) -> events.add(op, operand);
  }

  private boolean inside(String lock, int rank, Runnable body) {
    draft.take(lock, rank);
    body.run();
    draft.release();
    return true;
  }

  private boolean mayTakeAgain(String lock, int rank) {
    return draft.mayTake(rank) || draft.depth(lock) > 0;
  }

  private boolean monitor(String lock, int rank, Runnable body) {
    if (!mayTakeAgain(lock, rank)) {
      return false;
    }
    draft.add("synchronized (" + lock + ") { j.did(#);", event(ACQUIRE, lock));
    inside(lock, rank, body);
    draft.add(
        "j.did(#); }", (value, success, other, events) -> events.anywhere().add(RELEASE, lock));
    return true;
  }

  private boolean lock(String lock, int rank, Runnable body) {
    if (!mayTakeAgain(lock, rank)) {
      return false;
    }
    draft.add(lock + ".lock(); j.did(#); try {", event(ACQUIRE, lock));
    inside(lock, rank, body);
    draft.add("} finally { j.did(#); " + lock + ".unlock(); }", event(RELEASE, lock));
    return true;
  }

  private boolean tryLock(String lock, int rank, Runnable body) {
    draft.add(
        "if (j.did(#, " + lock + ".tryLock())) { try {",
        (value, success, other, events) ->
            events.add(success ? ACQUIRE : RECEIVE, success ? lock : lock + QUERIED));
    inside(lock, rank, body);
    draft.add("} finally { j.did(#); " + lock + ".unlock(); } }", event(RELEASE, lock));
    return true;
  }

  private boolean readLock(String lock, int rank, Runnable body) {
    if (!draft.mayTake(rank)) {
      return false;
    }
    draft.add(lock + ".readLock().lock(); j.did(#); try {", event(ACQUIRE_SHARED, lock));
    inside(lock, rank, body);
    draft.add(
        "} finally { j.did(#); " + lock + ".readLock().unlock(); }", event(RELEASE_SHARED, lock));
    return true;
  }

  private boolean writeLock(String lock, int rank, Runnable body) {
    if (!draft.mayTake(rank)) {
      return false;
    }
    draft.add(lock + ".writeLock().lock(); j.did(#); try {", event(ACQUIRE, lock));
    inside(lock, rank, body);
    if (draft.pick(3) == 0) {
      draft.add(lock + ".readLock().lock(); j.did(#);", event(ACQUIRE_SHARED, lock));
      draft.add(lock + ".readLock().unlock(); j.did(#);", event(RELEASE_SHARED, lock));
    }
    draft.add("} finally { j.did(#); " + lock + ".writeLock().unlock(); }", event(RELEASE, lock));
    return true;
  }

  private boolean stampedRead(String lock, int rank, Runnable body) {
    if (!draft.mayTake(rank)) {
      return false;
    }
    String stamp = draft.name("stamp");
    draft.add(
        "long " + stamp + " = " + lock + ".readLock(); j.did(#);",
        event(RECEIVE, lock + "writers"));
    inside(lock, rank, body);
    draft.add(lock + ".unlockRead(" + stamp + "); j.did(#);", event(SEND, lock + "readers"));
    return true;
  }

  private boolean stampedWrite(String lock, int rank, Runnable body) {
    if (!draft.mayTake(rank)) {
      return false;
    }
    String stamp = draft.name("stamp");
    draft.add(
        "long " + stamp + " = " + lock + ".writeLock(); j.did(#);",
        (value, success, other, events) ->
            events.add(RECEIVE, lock + "writers").add(RECEIVE, lock + "readers"));
    inside(lock, rank, body);
    draft.add(lock + ".unlockWrite(" + stamp + "); j.did(#);", event(SEND, lock + "writers"));
    return true;
  }

  private boolean semaphore(String semaphore, int rank, Runnable body) {
    Step taken = (value, success, other, events) -> events.takes(semaphore, World.PERMITS);
    if (draft.mayTake(rank)) {
      draft.add(
          semaphore + ".acquire(); j.did(#); {",
          (value, success, other, events) -> {
            events.add(SEND, semaphore + " queue");
            taken.expect(value, success, other, events);
          });
    } else {
      draft.add(
          "if (j.did(#, " + semaphore + ".tryAcquire())) {",
          (value, success, other, events) -> {
            if (success) {
              taken.expect(value, success, other, events);
            } else {
              events.add(SYNC_READ, semaphore).maybe(SYNC_READ, semaphore);
            }
          });
    }
    inside(semaphore, rank, body);
    draft.add(
        semaphore + ".release(); j.did(#); }",
        (value, success, other, events) -> events.gives(semaphore));
    return true;
  }

  private void failedTryAcquire() {
    String semaphore = draft.copy("s");
    draft.add(
        "if (j.did(#, "
            + semaphore
            + ".tryAcquire("
            + (World.PERMITS + 1)
            + "))) { throw new"
            + " AssertionError(); }",
        event(SYNC_READ, semaphore)); // too few permits: nothing is tried
  }

  private void optimisticRead() {
    String lock = draft.copy("p");
    String variable = draft.copy("n") + ".i";
    String stamp = draft.name("stamp");
    draft.add(
        "long " + stamp + " = " + lock + ".tryOptimisticRead(); j.did(#, " + stamp + " != 0);",
        (value, success, other, events) -> {
          events.add(RECEIVE, lock + "writers");
          if (!success) {
            events.add(RECEIVE, lock + QUERIED);
          }
        });
    /* Reads whose validation fails count as not executed. */
    draft.add(
        "j.validated(#, " + variable + ", " + lock + ".validate(" + stamp + "));",
        (value, valid, other, events) -> {
          if (valid) {
            events.sees(READ, variable, value).add(SEND, lock + "readers");
          } else {
            events.add(RECEIVE, lock + "writers").add(RECEIVE, lock + QUERIED);
          }
        });
  }

  /* ---- waiting ---- */

  /** Adds a short wait on the innermost lock, if possible, or a notification of its waiters. */
  void condition() {
    for (int copy = 0; copy < World.COPIES; copy++) {
      if (draft.mayWait("m" + copy)) {
        monitorCondition("m" + copy);
      } else if (draft.mayWait("l" + copy)) {
        lockCondition("l" + copy, "k" + copy);
      }
    }
  }

  private void monitorCondition(String lock) {
    int depth = draft.depth(lock);
    if (draft.pick(2) == 0) {
      String call = draft.oneOf(".notify()", ".notifyAll()");
      draft.add(lock + call + "; j.did(#);", event(NOTIFY, lock));
    } else {
      String call = draft.oneOf(".wait(1)", ".wait(0, 1000)");
      draft.add(
          lock + call + "; j.did(#);",
          (value, success, other, events) ->
              events.times(depth, RELEASE, lock).times(depth, ACQUIRE, lock).add(WAKE, lock));
    }
  }

  private void lockCondition(String lock, String condition) {
    int depth = draft.depth(lock);
    if (draft.pick(2) == 0) {
      String call = draft.oneOf(".signal()", ".signalAll()");
      draft.add(condition + call + "; j.did(#);", signals(condition));
    } else {
      draft.add(
          condition + ".awaitNanos(100_000); j.did(#);",
          (value, success, other, events) ->
              events
                  .times(depth, RELEASE, lock)
                  .add(SEND, lock)
                  .times(depth, ACQUIRE, lock)
                  .add(RECEIVE, lock)
                  .add(WAKE, condition));
    }
  }

  /* Older JDKs also notify the node of each thread that is woken. */
  private static Step signals(String condition) {
    return (value, success, other, events) ->
        events.add(NOTIFY, condition).maybe(NOTIFY, condition + Expected.UNKNOWN);
  }

  private void signal() {
    if (draft.mayTake(11)) {
      lock("l1", 11, () -> draft.add("k1.signalAll(); j.did(#);", signals("k1")));
    }
  }

  /* ---- synchronized methods ---- */

  private void synchronizedMethod() {
    draft.add(
        "Guard.bump(j, #);",
        (value, success, other, events) ->
            events
                .anywhere()
                .add(ACQUIRE, "Guard")
                .sees(READ, "Guard.count", value)
                .sets(WRITE, "Guard.count", value + 1)
                .add(RELEASE, "Guard"));
  }

  private void failingMethod() {
    draft.add(
        "try { Guard.fail(j, #); } catch (IllegalStateException e) { Thread.onSpinWait(); }",
        (value, success, other, events) ->
            events
                .anywhere()
                .add(ACQUIRE, "Guard")
                .sees(READ, "Guard.count", value)
                .add(RELEASE, "Guard"));
  }

  private void interrupt() {
    draft.add(
        "Thread.currentThread().interrupt(); j.did(#, Thread.interrupted());",
        (value, success, other, events) ->
            events.add(SEND, "interrupt@").add(SEND, "cleared@").add(RECEIVE, "interrupt@"));
  }
}
