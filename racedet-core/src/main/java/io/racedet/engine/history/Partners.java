package io.racedet.engine.history;

import io.racedet.engine.order.AccessOrder;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** The accesses that one access races with: the last one of each thread. */
final class Partners {
  private static final int THREAD_BITS = 23;
  private static final int INITIAL = 16;

  private final AccessOrder order;
  private final RaceSink races;
  private int size;
  private long[] epochs = new long[INITIAL];
  private long[] details = new long[INITIAL];
  private boolean[] writes = new boolean[INITIAL];
  private int[] positions = new int[INITIAL]; // by thread; valid if the entry there has that thread
  private long[] sequence = new long[INITIAL]; // | index:40 | thread:23 |

  Partners(AccessOrder order, RaceSink races) {
    this.order = order;
    this.races = races;
  }

  /** Adds an access, unless there is a later one by its thread. */
  void add(boolean write, long epoch, long detail) {
    int thread = Epoch.thread(epoch);
    if (thread >= positions.length) {
      positions = IntArrays.grow(positions, thread + 1);
    }
    int at = positions[thread];
    if (at >= size || Epoch.thread(epochs[at]) != thread) {
      at = append(thread);
    } else if (epochs[at] > epoch) {
      return;
    }
    epochs[at] = epoch;
    details[at] = detail;
    writes[at] = write;
  }

  private int append(int thread) {
    if (size == epochs.length) {
      epochs = LongArrays.grow(epochs, size + 1);
      details = LongArrays.grow(details, size + 1);
      writes = BooleanArrays.grow(writes, size + 1);
      sequence = LongArrays.grow(sequence, size + 1);
    }
    positions[thread] = size;
    return size++;
  }

  /** Reports the races of an access in the order of the other accesses, and clears. */
  void report(int variable, boolean write, long epoch, long detail) {
    for (int i = 0; i < size; i++) {
      sequence[i] = Epoch.index(epochs[i]) << THREAD_BITS | Epoch.thread(epochs[i]);
    }
    Arrays.sort(sequence, 0, size);
    int thread = Epoch.thread(epoch);
    for (int i = 0; i < size; i++) {
      int other = (int) sequence[i] & (1 << THREAD_BITS) - 1;
      long index = sequence[i] >>> THREAD_BITS;
      int at = positions[other];
      races.race(
          variable,
          RaceKind.of(writes[at], write),
          order.happensBefore(other, index, thread),
          index,
          details[at],
          Epoch.index(epoch),
          detail);
    }
    size = 0;
  }
}
