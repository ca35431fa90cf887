package io.racedet.wellformed;

import it.unimi.dsi.fastutil.Hash;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One id space: maps the caller's names and numbers to handles from 0 on. */
public final class NameTable {
  private static final int ABSENT = -1;

  private final String spaceName;
  private final Object2IntOpenHashMap<String> byName =
      new Object2IntOpenHashMap<>(Hash.DEFAULT_INITIAL_SIZE, Hash.FAST_LOAD_FACTOR);
  private final Long2IntOpenHashMap byNumber = new Long2IntOpenHashMap();
  private final List<String> names =
      new ArrayList<>(); // null for a number, which is named on demand

  private long[] numbers = new long[16];

  public NameTable(String spaceName) {
    this.spaceName = spaceName;
    byName.defaultReturnValue(ABSENT);
    byNumber.defaultReturnValue(ABSENT);
  }

  int size() {
    return names.size();
  }

  public int of(String name) {
    int known = byName.getInt(name);
    if (known != ABSENT) {
      return known;
    }
    int handle = names.size();
    names.add(Objects.requireNonNull(name, spaceName));
    byName.put(name, handle);
    return handle;
  }

  public int of(long number) {
    int known = byNumber.get(number);
    if (known != ABSENT) {
      return known;
    }
    int handle = names.size();
    names.add(null);
    if (handle >= numbers.length) {
      numbers = LongArrays.grow(numbers, handle + 1);
    }
    numbers[handle] = number;
    byNumber.put(number, handle);
    return handle;
  }

  public String name(int handle) {
    String name = names.get(handle);
    return name != null ? name : spaceName + ' ' + numbers[handle];
  }

  /** Throws if a handle is not of this table. */
  public void check(int handle) {
    if (handle < 0 || handle >= names.size()) {
      throw new IllegalArgumentException(
          spaceName + " handle: " + handle + " (expected: 0.." + (names.size() - 1) + ")");
    }
  }
}
