package io.racedet.engine.order;

import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * What the next read of a variable by a thread comes after, though the thread's write before it
 * does not: releases of sections that wrote the variable.
 */
final class SdpReads {
  /** What one read comes after, and more of that. */
  record Awaited(int thread, OpenSection earlier, Awaited others) {}

  private Awaited[] awaited = new Awaited[0]; // by variable

  /** Puts a section before the next read. */
  void await(int thread, int variable, OpenSection earlier) {
    if (variable >= awaited.length) {
      awaited = ObjectArrays.grow(awaited, variable + 1);
    }
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

  /** Takes what a read comes after; null for nothing. */
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
