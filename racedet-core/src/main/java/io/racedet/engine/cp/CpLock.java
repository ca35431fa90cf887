package io.racedet.engine.cp;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** The histories of one lock. */
final class CpLock {
  final CpHistory exclusive;
  private CpHistory[] shared = new CpHistory[0];
  private int[] readers = new int[0]; // by history: its thread
  private int size;

  CpLock(CpHistory exclusive) {
    this.exclusive = exclusive;
  }

  /** The history of a thread's shared sections, or null. */
  CpHistory sharedOf(int thread) {
    for (int i = 0; i < size; i++) {
      if (readers[i] == thread) {
        return shared[i];
      }
    }
    return null;
  }

  void addShared(int thread, CpHistory history) {
    if (size == shared.length) {
      shared = ObjectArrays.grow(shared, size + 1);
      readers = IntArrays.grow(readers, size + 1);
    }
    shared[size] = history;
    readers[size++] = thread;
  }

  int sharedHistories() {
    return size;
  }

  CpHistory shared(int i) {
    return shared[i];
  }
}
