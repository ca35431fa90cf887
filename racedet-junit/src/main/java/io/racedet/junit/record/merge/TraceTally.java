package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/** What a trace contains, counted while it is translated. */
public final class TraceTally {
  private static final int SEVERAL = -1;

  private final BitSet threads = new BitSet();
  private final BitSet accessingThreads = new BitSet();
  private final IntArrayList usersOfVariables = new IntArrayList();
  private long events;
  private long accesses;
  private long repairs;

  void event(int slot) {
    events++;
    threads.set(slot);
  }

  void access(int slot, int variable) {
    accesses++;
    accessingThreads.set(slot);
    if (variable == usersOfVariables.size()) {
      usersOfVariables.add(slot);
    } else if (usersOfVariables.getInt(variable) != slot) {
      usersOfVariables.set(variable, SEVERAL);
    }
  }

  /** Counts an access to a volatile or atomic variable, which is no data variable. */
  void syncAccess(int slot) {
    accesses++;
    accessingThreads.set(slot);
  }

  /** Counts a record that did not fit: it was dropped, or an event was inserted before it. */
  void repair() {
    repairs++;
  }

  public long events() {
    return events;
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

  /** The variables that more than one thread accesses. */
  public BitSet shared() {
    BitSet shared = new BitSet();
    for (int variable = 0; variable < usersOfVariables.size(); variable++) {
      shared.set(variable, usersOfVariables.getInt(variable) == SEVERAL);
    }
    return shared;
  }
}
