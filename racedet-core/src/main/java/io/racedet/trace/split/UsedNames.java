package io.racedet.trace.split;

import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.ByteList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** The names that the current split uses, and collects those that an earlier one has written. */
final class UsedNames {
  private final FileIds ids;
  private final long[][] marks = new long[FileIds.LOCATIONS + 1][0]; // | split:32 | period:32 |
  private final ByteList[] collected = new ByteList[FileIds.LOCATIONS + 1];
  private final int[] counts = new int[FileIds.LOCATIONS + 1];
  private final int[] before = new int[FileIds.LOCATIONS + 1]; // names in earlier splits
  private int bytes; // of the collected ones
  private long split = 1;
  private long period = 1;
  private long returning;

  UsedNames(FileIds ids) {
    this.ids = ids;
    Arrays.setAll(collected, rank -> new ByteList());
  }

  /** Marks a name as used. */
  void use(int rank, int id) {
    if (id >= marks[rank].length) {
      marks[rank] = LongArrays.grow(marks[rank], id + 1);
    }
    long mark = marks[rank][id];
    long now = split << Integer.SIZE | period;
    if (mark == now) {
      return;
    }
    marks[rank][id] = now;
    if (mark >>> Integer.SIZE != split) {
      if (id < before[rank]) {
        collect(rank, id);
      }
    } else {
      returning += cost(rank, id);
    }
  }

  private int cost(int rank, int id) {
    int length = ids.length(rank, id);
    return ByteList.length(id) + ByteList.length(length) + length;
  }

  private void collect(int rank, int id) {
    byte[] text = ids.text(rank, id);
    counts[rank]++;
    collected[rank].number(id);
    collected[rank].number(text.length);
    collected[rank].put(text);
    bytes += text.length;
  }

  /** Whether nothing is collected. */
  boolean isEmpty() {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }

  /** The bytes of the collected names. */
  int bytes() {
    return bytes;
  }

  /** Moves the collected names to a payload. */
  void moveTo(ByteList block) {
    for (int rank = 0; rank < counts.length; rank++) {
      block.number(counts[rank]);
      block.put(collected[rank]);
      collected[rank].clear();
    }
    Arrays.fill(counts, 0);
    bytes = 0;
  }

  /** The bytes that this period would have repeated at the beginning of a split. */
  long returning() {
    return returning;
  }

  void beginPeriod() {
    period++;
    returning = 0;
  }

  void beginSplit() {
    split++;
    Arrays.setAll(before, ids::size);
  }
}
