package io.racedet.runtime.calls;

import java.lang.ref.WeakReference;

/**
 * What has been determined of the calls on objects by their classes and the instructions, in all
 * threads and recordings: a cache of some thousand entries. Thread-safe: entries do not change, and
 * what is lost is determined again. Keeps no class from being unloaded.
 */
final class KnownKinds {
  private static final int SIZE = 1 << 12;

  private static final class Entry extends WeakReference<Class<?>> {
    final int site;
    final int kind;

    Entry(Class<?> type, int site, int kind) {
      super(type);
      this.site = site;
      this.kind = kind;
    }
  }

  private Entry[] entries; // null before the first

  private static int slot(Class<?> type, int site) {
    return System.identityHashCode(type) + 31 * site & SIZE - 1;
  }

  /** The kind of a call, or -1 if it is not known. */
  int find(Class<?> type, int site) {
    Entry[] all = entries;
    Entry entry = all == null ? null : all[slot(type, site)];
    return entry != null && entry.site == site && entry.get() == type ? entry.kind : -1;
  }

  void keep(Class<?> type, int site, int kind) {
    Entry[] all = entries; // read once, as another thread may set it meanwhile
    if (all == null) {
      all = new Entry[SIZE];
    }
    all[slot(type, site)] = new Entry(type, site, kind);
    entries = all;
  }
}
