package io.racedet.wellformed;

import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/** One id space: maps the caller's names and numbers to handles from 0 on. */
public final class NameTable {
  /** In place of the handle of what is not in the table. */
  static final int ABSENT = -1;

  private final String spaceName;
  private final Object2IntOpenHashMap<String> byName =
      new Object2IntOpenHashMap<>(Hash.DEFAULT_INITIAL_SIZE, Hash.FAST_LOAD_FACTOR);
  private final Long2IntOpenHashMap byNumber = new Long2IntOpenHashMap();
  private final List<String> names =
      new ArrayList<>(); // null for a number, which is named on demand

  private long[] numbers = new long[16];
  private boolean[] valid = new boolean[16]; // by handle: returned, and not forgotten
  private final IntArrayList free = new IntArrayList(); // handles to be used again
  private final IntArrayList dropped = new IntArrayList(); // forgotten, and not yet released
  private int largest = Integer.MAX_VALUE; // handle

  /**
   * Creates an empty table; the name of the space is for messages and for numbers without names.
   */
  public NameTable(String spaceName) {
    this.spaceName = spaceName;
    byName.defaultReturnValue(ABSENT);
    byNumber.defaultReturnValue(ABSENT);
  }

  int size() {
    return names.size();
  }

  /** The handle of a name, or {@link #ABSENT}. */
  int find(String name) {
    return byName.getInt(name);
  }

  /** The handle of a number, or {@link #ABSENT}. */
  int find(long number) {
    return byNumber.get(number);
  }

  /** The handle of a name, which is added if it is new. */
  public int of(String name) {
    int known = byName.getInt(name);
    if (known != ABSENT) {
      return known;
    }
    int handle = next(Objects.requireNonNull(name, spaceName));
    byName.put(name, handle);
    return handle;
  }

  /** The handle of a number, which is added if it is new. */
  public int of(long number) {
    int known = byNumber.get(number);
    if (known != ABSENT) {
      return known;
    }
    int handle = next(null);
    numbers[handle] = number;
    byNumber.put(number, handle);
    return handle;
  }

  /** A new handle of which the caller knows the name. */
  int unnamed() {
    return next(null);
  }

  /** Sets the largest handle. */
  public void limit(int handle) {
    largest = handle;
  }

  private int next(String name) {
    if (!free.isEmpty()) {
      int handle = free.popInt();
      names.set(handle, name);
      valid[handle] = true;
      return handle;
    }
    int handle = names.size();
    if (handle > largest) {
      throw new IllegalStateException(
          spaceName + " handle: " + handle + " (expected: at most " + largest + ")");
    }
    names.add(name);
    if (handle >= numbers.length) {
      numbers = LongArrays.grow(numbers, handle + 1);
      valid = BooleanArrays.grow(valid, handle + 1);
    }
    valid[handle] = true;
    return handle;
  }

  /**
   * Forgets a handle: its name or number gets another one from now on. The handle keeps its name
   * until it is released.
   */
  public void forget(int handle) {
    check(handle);
    String name = names.get(handle);
    if (name != null) {
      byName.removeInt(name);
    } else if (byNumber.get(numbers[handle]) == handle) { // else the caller knows its name
      byNumber.remove(numbers[handle]);
    }
    valid[handle] = false;
    dropped.add(handle);
  }

  /** The handles that were forgotten and not released. */
  public IntList dropped() {
    return dropped;
  }

  /** Lets the forgotten handles be used again, except for some. */
  public void release(BitSet used) {
    int kept = 0;
    for (int i = 0; i < dropped.size(); i++) {
      int handle = dropped.getInt(i);
      if (used.get(handle)) {
        dropped.set(kept++, handle);
      } else {
        names.set(handle, null);
        free.push(handle);
      }
    }
    dropped.size(kept);
  }

  /** The name of a handle. */
  public String name(int handle) {
    String name = names.get(handle);
    return name != null ? name : spaceName + ' ' + numbers[handle];
  }

  /** Whether a handle denotes a number. */
  boolean isNumber(int handle) {
    return names.get(handle) == null;
  }

  /** Throws if a handle is not of this table, or was forgotten. */
  public void check(int handle) {
    if (handle < 0 || handle >= valid.length || !valid[handle]) {
      refuse(handle);
    }
  }

  private void refuse(int handle) {
    if (handle < 0 || handle >= names.size()) {
      throw new IllegalArgumentException(
          spaceName + " handle: " + handle + " (expected: 0.." + (names.size() - 1) + ")");
    }
    throw new IllegalArgumentException(
        spaceName + " handle: " + handle + " (expected: one that was not forgotten)");
  }
}
