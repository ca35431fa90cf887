package io.racedet.junit.record.merge;

import java.util.BitSet;

/** What a trace contains, counted while it is translated. */
public final class TraceTally {
  private final BitSet threads = new BitSet();
  private final BitSet accessingThreads = new BitSet();
  private int last = -1; // the slot of the last event
  private int lastOfAccesses = -1;
  private long events;
  private long accesses;
  private long leftOut;
  private long repairs;

  void event(int slot) {
    events++;
    seen(slot);
  }

  private void seen(int slot) {
    if (slot != last) {
      last = slot;
      threads.set(slot);
    }
  }

  /** Counts an access to a variable of any kind; it is an event that is counted besides. */
  void access(int slot) {
    access(slot, 1);
  }

  /** Counts several accesses by one thread; events are counted besides. */
  void access(int slot, int count) {
    accesses += count;
    accessed(slot);
  }

  private void accessed(int slot) {
    if (slot != lastOfAccesses) {
      lastOfAccesses = slot;
      accessingThreads.set(slot);
    }
  }

  /** Counts several accesses by one thread, which are as many events. */
  void accesses(int slot, int count) {
    events += count;
    seen(slot);
    access(slot, count);
  }

  /** Counts what would have been events, if they mattered; they are no events. */
  void leaveOut(int slot, int count) {
    leftOut += count;
    seen(slot);
  }

  /** Counts a record that did not fit: it was dropped, or an event was inserted before it. */
  void repair() {
    repairs++;
  }

  public long events() {
    return events;
  }

  /** How many accesses became no events, as one thread alone uses their objects. */
  public long leftOut() {
    return leftOut;
  }

  public long accesses() {
    return accesses;
  }

  /** The number of records that did not fit. */
  public long repairs() {
    return repairs;
  }

  public int threads() {
    return threads.cardinality();
  }

  /** The number of threads with accesses, to data, volatile or atomic variables. */
  public int accessingThreads() {
    return accessingThreads.cardinality();
  }

  /** The same if the thread of a slot has accesses besides. */
  public int accessingThreads(int besides) {
    return accessingThreads() + (accessingThreads.get(besides) ? 0 : 1);
  }
}
