package io.racedet.engine.order;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;

/**
 * For each lock and variable, the sections of the lock that read and that wrote the variable, as
 * far as rule (a) needs them.
 */
final class WcpConflicts {
  /* The exclusive sections of a lock are ordered, and so is what happens before their releases: of
   * those by other threads the newest suffices. It depends on the thread, so the newest two of
   * different threads are kept. Shared sections are not ordered, so the newest of each thread is
   * kept. */
  private static final int INITIAL = 1 << 10; // a power of two
  private static final int SLOTS = 4;
  private static final int SLOTS_SHIFT = 2;
  private static final int WRITES = 0; // two slots: the newest section and that of another thread
  private static final int READS = 2;
  private static final long MIX =
      0x9E37_79B9_7F4A_7C15L; // a multiplicative hash, used by its high bits
  private static final OpenSection[] NOTHING = {};

  /** Receives the conflicting sections. */
  interface Listener {
    /**
     * Receives a finished section of a lock held, with an access that conflicts with the current
     * one.
     */
    void conflict(OpenSection earlier, boolean bothWrite);
  }

  private final Listener listener;
  private final boolean readsApart;
  private long[] keys = new long[INITIAL]; // | lock:32 | variable + 1:32 |, 0 for none
  private OpenSection[] sections = new OpenSection[INITIAL * SLOTS];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(INITIAL);
  private int size;
  private final Long2ObjectOpenHashMap<OpenSection[]> sharedReads = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<OpenSection[]> sharedWrites = new Long2ObjectOpenHashMap<>();

  /**
   * Creates the table without a section.
   *
   * @param listener receives the conflicts
   * @param readsApart whether reads also count in sections that write the variable; not needed
   *     where a conflict with a write orders as much as one with a read
   */
  WcpConflicts(Listener listener, boolean readsApart) {
    this.listener = listener;
    this.readsApart = readsApart;
  }

  /** Processes an access in an open section. */
  void access(OpenSection section, int variable, boolean isWrite) {
    long key = (long) section.lock << Integer.SIZE | variable + 1;
    if (section.shared) {
      accessShared(key, section, isWrite);
      return;
    }
    int at = slot(key);
    if (sections[at + (isWrite ? WRITES : READS)] == section
        || !isWrite & !readsApart && sections[at + WRITES] == section) {
      return; // the conflicts were already found
    }
    meet(at + WRITES, section.thread, isWrite);
    if (isWrite) {
      meet(at + READS, section.thread, false);
    }
    if (!sharedWrites.isEmpty() || !sharedReads.isEmpty()) {
      meet(sharedWrites.getOrDefault(key, NOTHING), section.thread, isWrite);
      if (isWrite) {
        meet(sharedReads.getOrDefault(key, NOTHING), section.thread, false);
      }
    }
    note(at + (isWrite ? WRITES : READS), section);
  }

  private void accessShared(long key, OpenSection section, boolean isWrite) {
    Long2ObjectOpenHashMap<OpenSection[]> shared = isWrite ? sharedWrites : sharedReads;
    OpenSection[] before = shared.getOrDefault(key, NOTHING);
    if (isAmong(before, section)
        || !isWrite & !readsApart && isAmong(sharedWrites.getOrDefault(key, NOTHING), section)) {
      return; // as above
    }
    int at = slot(key);
    meet(at + WRITES, section.thread, isWrite);
    if (isWrite) {
      meet(at + READS, section.thread, false);
    }
    OpenSection[] after = with(section, before);
    if (after != before) {
      shared.put(key, after);
    }
  }

  private static boolean isAmong(OpenSection[] sections, OpenSection section) {
    for (OpenSection other : sections) {
      if (other == section) {
        return true;
      }
    }
    return false;
  }

  private void meet(int at, int thread, boolean bothWrite) {
    OpenSection newest = sections[at];
    if (newest == null) {
      return;
    }
    OpenSection other = newest.thread == thread ? sections[at + 1] : newest;
    if (other != null) {
      listener.conflict(other, bothWrite);
    }
  }

  private void meet(OpenSection[] earlier, int thread, boolean bothWrite) {
    for (OpenSection section : earlier) {
      if (section.thread != thread) {
        listener.conflict(section, bothWrite);
      }
    }
  }

  private void note(int at, OpenSection section) {
    OpenSection newest = sections[at];
    if (newest != null && newest.thread != section.thread) {
      sections[at + 1] = newest;
    }
    sections[at] = section;
  }

  /** Adds a section, which replaces an older one by the same thread. */
  private static OpenSection[] with(OpenSection section, OpenSection[] sections) {
    for (int i = 0; i < sections.length; i++) {
      if (sections[i].thread == section.thread) {
        sections[i] = section;
        return sections;
      }
    }
    OpenSection[] more = Arrays.copyOf(sections, sections.length + 1);
    more[sections.length] = section;
    return more;
  }

  /** The first slot of a key. */
  private int slot(long key) {
    int mask = keys.length - 1;
    int at = (int) (key * MIX >>> shift);
    while (keys[at] != key) {
      if (keys[at] == 0) {
        return add(key, at);
      }
      at = at + 1 & mask;
    }
    return at << SLOTS_SHIFT;
  }

  private int add(long key, int at) {
    if (2 * (size + 1) > keys.length) {
      grow();
      return slot(key);
    }
    keys[at] = key;
    size++;
    return at << SLOTS_SHIFT;
  }

  private void grow() {
    long[] oldKeys = keys;
    OpenSection[] old = sections;
    keys = new long[2 * oldKeys.length];
    sections = new OpenSection[SLOTS * keys.length];
    shift--;
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        System.arraycopy(old, i << SLOTS_SHIFT, sections, slot(oldKeys[i]), SLOTS);
      }
    }
  }
}
