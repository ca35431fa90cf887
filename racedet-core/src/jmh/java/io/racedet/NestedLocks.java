package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceReader;
import java.util.SplittableRandom;

/**
 * Threads that take turns with sections of three locks each, inside each other: 200 places of a
 * program with three locks of 100, of which one place takes its locks in the other order.
 */
final class NestedLocks implements TraceReader {
  private static final int LOCKS = 100;
  private static final int PLACES = 200;
  private static final int DEPTH = 3;
  private static final int SECTION = 10; // events

  private final SplittableRandom random = new SplittableRandom(1);
  private final int[][] places = new int[PLACES][];
  private final int threads;
  private long left; // sections

  NestedLocks(int threads, long events) {
    this.threads = threads;
    left = events / SECTION;
    for (int i = 0; i < PLACES; i++) {
      places[i] = random.ints(0, LOCKS).distinct().limit(DEPTH).sorted().toArray();
    }
    int[] other = places[0];
    places[0] = new int[] {other[2], other[1], other[0]};
  }

  @Override
  public boolean read(EventBlock block) {
    if (left == 0) {
      return false;
    }
    while (left > 0 && block.size() + SECTION <= EventBlock.CAPACITY) {
      left--;
      section(block, random.nextInt(threads), random.nextInt(PLACES));
    }
    return true;
  }

  private void section(EventBlock block, int thread, int place) {
    int location = place * SECTION;
    int[] locks = places[place];
    for (int lock : locks) {
      block.append(EventBlock.word(Op.ACQUIRE, thread, lock), location++);
    }
    for (int i = DEPTH - 1; i >= 0; i--) {
      int variable = locks[i] * threads + thread;
      block.append(EventBlock.word(Op.WRITE, thread, variable), location++);
      block.append(EventBlock.word(Op.RELEASE, thread, locks[i]), location++);
    }
    block.append(EventBlock.word(Op.READ, thread, locks[0] * threads + thread), location);
  }

  @Override
  public String source() {
    return "nested locks";
  }

  @Override
  public String position(int i) {
    return "entry " + i;
  }

  @Override
  public Names names() {
    return Names.IDS;
  }

  @Override
  public void close() {
    /* Nothing is open. */
  }
}
