package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.race.AccessIds;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;

/** Finds the ids of accesses of which only the indexes are known. */
final class AccessLookup implements EventSink {
  private final Long2ObjectOpenHashMap<AccessIds> found = new Long2ObjectOpenHashMap<>();
  private long index;

  private AccessLookup(long... indexes) {
    for (long wanted : indexes) {
      found.put(wanted, null);
    }
  }

  /** The accesses, in the order of the indexes. */
  static List<AccessIds> of(RecordedTrace trace, long... indexes) {
    AccessLookup lookup = new AccessLookup(indexes);
    trace.replay(lookup);
    return Arrays.stream(indexes).mapToObj(lookup.found::get).toList();
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    if (op.operand() == Op.Operand.VARIABLE && found.containsKey(index)) {
      found.put(index, new AccessIds(index, thread, operand, location));
    }
  }
}
