package io.racedet.engine.order;

import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * The releases of sections that wrote a variable, which are ordered before the next read of the
 * variable by a thread but not before the thread's earlier write.
 */
final class SdpReads {
  /** One section that a read is ordered after, and the others. */
  record Awaited(int thread, OpenSection earlier, Awaited others) {}

  private Awaited[] awaited = new Awaited[0]; // by variable

  /** Orders a section before the next read. */
  void await(int thread, int variable, OpenSection earlier) {
    awaited = ObjectArrays.grow(awaited, variable + 1);
    Awaited kept = null;
    for (Awaited a = awaited[variable]; a != null; a = a.others()) {
      boolean comparable = a.thread() == thread && a.earlier().isOrderedWith(earlier);
      if (comparable && a.earlier().released() >= earlier.released()) {
        return;
      }
      if (!comparable) {
        kept = new Awaited(a.thread(), a.earlier(), kept);
      }
    }
    awaited[variable] = new Awaited(thread, earlier, kept);
  }

  /** Removes and returns the sections that a read is ordered after; null for none. */
  Awaited take(int thread, int variable) {
    if (variable >= awaited.length || awaited[variable] == null) {
      return null;
    }
    Awaited taken = null;
    Awaited kept = null;
    for (Awaited a = awaited[variable]; a != null; a = a.others()) {
      if (a.thread() == thread) {
        taken = new Awaited(thread, a.earlier(), taken);
      } else {
        kept = new Awaited(a.thread(), a.earlier(), kept);
      }
    }
    if (taken != null) {
      awaited[variable] = kept;
    }
    return taken;
  }
}
