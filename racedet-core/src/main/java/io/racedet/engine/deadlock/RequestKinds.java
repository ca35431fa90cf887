package io.racedet.engine.deadlock;

import io.racedet.event.LockContexts;
import io.racedet.ids.LockUse;
import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds of requests: those of one kind differ in nothing but the thread. Numbered from 0 in the
 * order of their first events.
 */
final class RequestKinds {
  /** In place of a kind. */
  static final int NONE = -1;

  private final LockContexts contexts;
  private final RequestNodes nodes;
  private final List<IntArrayList> members = new ArrayList<>(); // nodes, by kind
  private final IntArrayList nextOfLock = new IntArrayList();
  private final IntArrayList lastOfLock = new IntArrayList(); // by lock, the newest kind

  // Contexts without their threads: the child of one by a lock and its mode, from 1; 0 is the root.
  private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();
  private final int[] withoutThread; // by context, 0 where it is not known yet

  /** Finds the kinds of all nodes. */
  RequestKinds(RequestNodes nodes, LockContexts contexts) {
    this.nodes = nodes;
    this.contexts = contexts;
    withoutThread = new int[contexts.size()];
    Long2IntOpenHashMap kinds = new Long2IntOpenHashMap();
    kinds.defaultReturnValue(NONE);
    for (int node = 0; node < nodes.size(); node++) {
      long detail = nodes.detail(node);
      int locks = withoutThread(AccessContext.context(detail));
      long key = AccessContext.of(locks, AccessContext.location(detail));
      int kind = kinds.get(key);
      if (kind == NONE) {
        kind = add(nodes.lock(node));
        kinds.put(key, kind);
      }
      members.get(kind).add(node);
    }
  }

  private int add(int lock) {
    int kind = members.size();
    members.add(new IntArrayList(1));
    while (lastOfLock.size() <= lock) {
      lastOfLock.add(NONE);
    }
    nextOfLock.add(lastOfLock.getInt(lock));
    lastOfLock.set(lock, kind);
    return kind;
  }

  private int withoutThread(int context) {
    IntArrayList unknown = new IntArrayList();
    int c = context;
    while (!contexts.holdsNothing(c) && withoutThread[c] == 0) {
      unknown.add(c);
      c = contexts.parent(c);
    }
    int number = withoutThread[c];
    for (int i = unknown.size() - 1; i >= 0; i--) {
      int child = unknown.getInt(i);
      int use = LockUse.of(contexts.lock(child), contexts.isShared(child));
      long key = (long) number << Integer.SIZE | Integer.toUnsignedLong(use);
      int next = children.size() + 1;
      int known = children.putIfAbsent(key, next);
      number = known == 0 ? next : known;
      withoutThread[child] = number;
    }
    return number;
  }

  int size() {
    return members.size();
  }

  /** The nodes of a kind, in their order: one for each thread with such requests. */
  IntArrayList members(int kind) {
    return members.get(kind);
  }

  /** The newest kind of requests for a lock, or NONE. */
  int newest(int lock) {
    return lock < lastOfLock.size() ? lastOfLock.getInt(lock) : NONE;
  }

  /** The kind for the same lock that was added before another one, or NONE. */
  int older(int kind) {
    return nextOfLock.getInt(kind);
  }

  int lock(int kind) {
    return nodes.lock(first(kind));
  }

  boolean isShared(int kind) {
    return nodes.isShared(first(kind));
  }

  /** The context of a thread before such a request: what is held. */
  int held(int kind) {
    return nodes.held(first(kind));
  }

  private int first(int kind) {
    return members.get(kind).getInt(0);
  }
}
