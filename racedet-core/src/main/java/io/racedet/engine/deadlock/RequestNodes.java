package io.racedet.engine.deadlock;

import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The distinct requests of a trace: by thread, lock, mode, locks held before, and location. Only
 * those by threads that hold a lock. Numbered from 0 in the order of their first events.
 */
final class RequestNodes {
  /** In place of a node. */
  static final int NONE = -1;

  private final LockContexts contexts;
  private final Long2IntOpenHashMap byDetail = new Long2IntOpenHashMap();
  private final LongArrayList details = new LongArrayList();
  private final LongArrayList firsts = new LongArrayList(); // indices
  private final LongArrayList lasts = new LongArrayList();

  RequestNodes(LockContexts contexts) {
    this.contexts = contexts;
    byDetail.defaultReturnValue(NONE);
  }

  /** The node of a request, or NONE. */
  int find(long detail) {
    return byDetail.get(detail);
  }

  /** Adds the node of a request, which is not there yet. */
  int add(long detail, long index) {
    int node = details.size();
    byDetail.put(detail, node);
    details.add(detail);
    firsts.add(index);
    lasts.add(index);
    return node;
  }

  /** Notes a later event of a node. */
  void again(int node, long index) {
    lasts.set(node, index);
  }

  int size() {
    return details.size();
  }

  /** The context after the request and its location. */
  long detail(int node) {
    return details.getLong(node);
  }

  /** The details of some nodes. */
  long[] details(int[] some) {
    long[] found = new long[some.length];
    for (int i = 0; i < some.length; i++) {
      found[i] = detail(some[i]);
    }
    return found;
  }

  /** The index of its first event. */
  long first(int node) {
    return firsts.getLong(node);
  }

  /** The index of its last event. */
  long last(int node) {
    return lasts.getLong(node);
  }

  int thread(int node) {
    return contexts.thread(context(node));
  }

  int lock(int node) {
    return contexts.lock(context(node));
  }

  boolean isShared(int node) {
    return contexts.isShared(context(node));
  }

  /** The context before the request: what is held. */
  int held(int node) {
    return contexts.parent(context(node));
  }

  private int context(int node) {
    return AccessContext.context(details.getLong(node));
  }
}
