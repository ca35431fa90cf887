package io.racedet.junit.record.detail;

import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.HeldLock;
import io.racedet.report.LockHold;
import java.util.ArrayList;
import java.util.List;

/** The locks that one thread holds, with the location of their outermost acquire. */
final class AcquiredLocks {
  /** A lock in one mode. */
  private static final class Held {
    private final int lock;
    private final boolean shared;
    private final int site;
    private final long[] enters; // null unless stacks are wanted
    private int depth = 1;

    Held(int lock, boolean shared, int site, long[] enters) {
      this.lock = lock;
      this.shared = shared;
      this.site = site;
      this.enters = enters;
    }
  }

  private final SiteCatalog catalog;
  private final List<Held> held = new ArrayList<>();

  AcquiredLocks(SiteCatalog catalog) {
    this.catalog = catalog;
  }

  /** Follows an event; the stack is null unless that of acquires is wanted, too. */
  void event(Op op, int lock, int site, CallStack stack) {
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> acquire(lock, op == Op.ACQUIRE_SHARED, site, stack);
      case RELEASE, RELEASE_SHARED -> release(lock, op == Op.RELEASE_SHARED);
      default -> {} // no other op is about holding a lock
    }
  }

  private void acquire(int lock, boolean shared, int site, CallStack stack) {
    int at = find(lock, shared);
    if (at < 0) {
      held.add(new Held(lock, shared, site, stack == null ? null : stack.enters(site)));
    } else {
      held.get(at).depth++;
    }
  }

  private void release(int lock, boolean shared) {
    int at = find(lock, shared);
    if (at >= 0 && --held.get(at).depth == 0) {
      held.remove(at);
    }
  }

  private int find(int lock, boolean shared) {
    for (int i = held.size() - 1; i >= 0; i--) {
      if (held.get(i).lock == lock && held.get(i).shared == shared) {
        return i;
      }
    }
    return -1;
  }

  List<HeldLock> holds(Names names) {
    return held.stream()
        .map(
            lock ->
                new HeldLock(
                    names.name(Op.Operand.LOCK, lock.lock),
                    lock.shared,
                    CallStack.frame(catalog, lock.site)))
        .toList();
  }

  /** The locks with the stacks of their outermost acquires. */
  List<LockHold> stacks(Names names) {
    return held.stream()
        .map(
            lock ->
                new LockHold(
                    names.name(Op.Operand.LOCK, lock.lock),
                    lock.shared,
                    CallStack.frames(catalog, lock.enters, lock.site)))
        .toList();
  }
}
