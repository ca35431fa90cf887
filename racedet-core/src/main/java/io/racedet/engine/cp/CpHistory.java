package io.racedet.engine.cp;

import io.racedet.clock.Clock;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * Finished critical sections of one lock that happens-before orders totally: the exclusive ones, or
 * the shared ones of one thread. They are numbered from 1; those that cannot be distinguished from
 * their neighbours may be missing, but never the last one.
 */
final class CpHistory {
  static final int NONE = -1;
  private static final int INITIAL = 4;

  private final int id;
  private int size;
  private long count; // of all sections, kept or dropped
  private int questions; // undecided ones about these sections
  private long coveredIn; // the last pass in which a question was taken; see isCovered
  private int coveredFor;
  private int[] thread = new int[INITIAL];
  private long[] number = new long[INITIAL];
  private long[] acquired = new long[INITIAL];
  private long[] released = new long[INITIAL];
  private Clock[] clock = new Clock[INITIAL]; // of the release in happens-before

  CpHistory(int id) {
    this.id = id;
  }

  /** The number of this history, in the order of creation. */
  int id() {
    return id;
  }

  void add(int byThread, long acquiredAt, long releasedAt, Clock releasedClock) {
    if (size == number.length) {
      thread = IntArrays.grow(thread, size + 1);
      number = LongArrays.grow(number, size + 1);
      acquired = LongArrays.grow(acquired, size + 1);
      released = LongArrays.grow(released, size + 1);
      clock = ObjectArrays.grow(clock, size + 1);
    }
    thread[size] = byThread;
    number[size] = ++count;
    acquired[size] = acquiredAt;
    released[size] = releasedAt;
    clock[size++] = releasedClock;
  }

  /** The number of sections that are kept. */
  int size() {
    return size;
  }

  /** The number of the last section, 0 for none. */
  long count() {
    return count;
  }

  int thread(int position) {
    return thread[position];
  }

  long number(int position) {
    return number[position];
  }

  long acquired(int position) {
    return acquired[position];
  }

  long released(int position) {
    return released[position];
  }

  Clock clock(int position) {
    return clock[position];
  }

  /** The newest event of a thread that happens before a section's release or is that release. */
  long known(int position, int ofThread) {
    return thread[position] == ofThread ? released[position] : clock[position].known(ofThread);
  }

  /** The position of the last kept section whose number is at most the one given. */
  int position(long atMost) {
    if (count == size) {
      return (int) Math.min(atMost, count) - 1;
    }
    int at = Arrays.binarySearch(number, 0, size, atMost);
    return at < 0 ? ~at - 1 : at;
  }

  /**
   * The number of the first section whose release an event happens before, if it is at most a
   * limit.
   */
  long firstAfter(int ofThread, long time, long atMost) {
    int end = position(atMost) + 1;
    int low = 0;
    int high = end;
    while (low < high) {
      int middle = low + high >>> 1;
      if (known(middle, ofThread) >= time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == end ? Long.MAX_VALUE : number[low];
  }

  /** The number of the last section, up to a limit, whose acquire a clock knows; 0 for none. */
  long newestAcquired(Clock in, long atMost) {
    return newestAcquired(in, NONE, 0, atMost);
  }

  /**
   * The number of the last section, up to a limit, whose acquire happens before a release; 0 for
   * none.
   */
  long newestAcquired(CpHistory in, int position, long atMost) {
    return newestAcquired(in.clock[position], in.thread[position], in.released[position], atMost);
  }

  /** The same for a clock and, in place of what it says of its own thread, a time. */
  private long newestAcquired(Clock in, int own, long ownTime, long atMost) {
    int low = 0;
    int high = position(atMost) + 1;
    while (low < high) {
      int middle = low + high >>> 1;
      long known = thread[middle] == own ? ownTime : in.known(thread[middle]);
      if (known >= acquired[middle]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : number[low - 1];
  }

  /**
   * Whether a pass from the newest question to the oldest has taken one about these sections that a
   * thread's earlier questions about them happen before.
   */
  boolean isCovered(long pass, int ofThread) {
    return coveredIn == pass && (coveredFor == NONE || coveredFor == ofThread);
  }

  /**
   * Notes that a pass has taken a question.
   *
   * @param ofThread the thread whose earlier questions it covers, {@link #NONE} for those of all
   */
  void cover(long pass, int ofThread) {
    coveredIn = pass;
    coveredFor = ofThread;
  }

  void ask() {
    questions++;
  }

  void decide() {
    questions--;
  }

  /** Whether some question about these sections is undecided. */
  boolean isAsked() {
    return questions > 0;
  }

  /** Drops the sections that are not marked, except the last one. */
  void keep(boolean[] marked) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (marked[i] || i == size - 1) {
        thread[kept] = thread[i];
        number[kept] = number[i];
        acquired[kept] = acquired[i];
        released[kept] = released[i];
        clock[kept++] = clock[i];
      }
    }
    Arrays.fill(clock, kept, size, null);
    size = kept;
  }
}
