package io.racedet.proof;

import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names of the locks of a context. */
final class LockNames {
  private final LockContexts contexts;
  private final Names names;

  LockNames(LockContexts contexts, Names names) {
    this.contexts = contexts;
    this.names = names;
  }

  /** The names of the locks held; one held in both modes is held exclusively. */
  List<String> held(int context) {
    Set<Integer> exclusive = new HashSet<>();
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      if (!contexts.isShared(c)) {
        exclusive.add(contexts.lock(c));
      }
    }
    Deque<String> locks = new ArrayDeque<>();
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      String name = names.name(Operand.LOCK, contexts.lock(c));
      if (!contexts.isShared(c)) {
        locks.addFirst(name);
      } else if (!exclusive.contains(contexts.lock(c))) {
        locks.addFirst(name + " (shared)");
      }
    }
    return List.copyOf(locks);
  }
}
