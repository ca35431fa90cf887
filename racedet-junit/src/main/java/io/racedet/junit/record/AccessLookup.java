package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.race.AccessIds;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;

/** Finds the ids of accesses of which only the indexes are known. */
final class AccessLookup implements EventSink {
  private final long[] indexes;
  private final Long2ObjectOpenHashMap<AccessIds> found = new Long2ObjectOpenHashMap<>();
  private long index;

  AccessLookup(long... indexes) {
    this.indexes = indexes;
    for (long wanted : indexes) {
      found.put(wanted, null);
    }
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    if (op.operand() == Op.Operand.VARIABLE && found.containsKey(index)) {
      found.put(index, new AccessIds(index, thread, operand, location));
    }
  }

  /** The accesses, in the order of the indexes. */
  List<AccessIds> accesses() {
    return Arrays.stream(indexes).mapToObj(this::access).toList();
  }

  private AccessIds access(long wanted) {
    AccessIds access = found.get(wanted);
    if (access == null) {
      throw new IllegalArgumentException("index: " + wanted + " (expected: a data access)");
    }
    return access;
  }
}
