package io.racedet.compressed;

import io.racedet.compressed.stretch.Stretch;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The waits in a stretch of a trace: a wait is an acquire of the lock that its thread released
 * last. Not thread-safe.
 */
final class WaitStretch implements Stretch<WaitSummary> {
  /* Before the first release of a thread in the stretch, an acquire of any lock may end a wait, since
   * that depends on what the thread released last before. */

  private static final int NONE = DenseIds.NONE;
  private static final int WORDS = 6; // of a thread, and of a hold

  private long time;
  private long steps;
  private boolean isBarred; // by a notify or a wake, whose effect depends on what comes before

  private final DenseIds threads = new DenseIds();
  private int[] lastLock = new int[16]; // by number of the thread
  private long[] lastTime = new long[16]; // 0 for none
  private int[] waitLock = new int[16];
  private long[] waitBegan = new long[16];
  private long[] waitEnded = new long[16]; // 0 for none

  private int size;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap(); // by thread and lock
  private long[] holds = new long[16]; // by number
  private int[] depth = new int[16];
  private int[] highest = new int[16];
  private long[] early = new long[16];

  WaitStretch() {
    numbers.defaultReturnValue(NONE);
  }

  static long hold(int thread, int lock) {
    return (long) thread << Integer.SIZE | lock;
  }

  static int thread(long hold) {
    return (int) (hold >>> Integer.SIZE);
  }

  static int lock(long hold) {
    return (int) hold;
  }

  @Override
  public void pass(long now) {
    time = now;
  }

  @Override
  public void event(long word, long now, long detail) {
    time = now;
    Op op = EventBlock.op(word);
    if (op == Op.NOTIFY || op == Op.WAKE) {
      isBarred = true;
      return;
    }
    steps++;
    int thread = EventBlock.thread(word);
    int lock = EventBlock.operand(word);
    if (op == Op.ACQUIRE) {
      add(hold(thread, lock), 1, 1, now);
      acquire(thread(thread), lock, now);
    } else {
      add(hold(thread, lock), -1, 0, 0);
      release(thread(thread), lock, now);
    }
  }

  private void release(int number, int lock, long at) {
    lastLock[number] = lock;
    lastTime[number] = at;
  }

  private void acquire(int number, int lock, long at) {
    if (lastTime[number] != 0 && lastLock[number] == lock) {
      waitLock[number] = lock;
      waitBegan[number] = lastTime[number];
      waitEnded[number] = at;
    }
  }

  /** Adds changes of a hold, and the last acquire among them that may end an earlier wait. */
  private void add(long hold, int change, int most, long acquired) {
    int known = numbers.get(hold);
    int number = known == NONE ? addHold(hold) : known;
    highest[number] = Math.max(highest[number], depth[number] + most);
    depth[number] += change;
    int thread = thread(thread(hold)); // may replace the arrays
    if (acquired != 0 && lastTime[thread] == 0) {
      early[number] = acquired;
    }
  }

  private int addHold(long hold) {
    if (size == holds.length) {
      holds = LongArrays.grow(holds, size + 1);
      depth = IntArrays.grow(depth, size + 1);
      highest = IntArrays.grow(highest, size + 1);
      early = LongArrays.grow(early, size + 1);
    }
    numbers.put(hold, size);
    holds[size] = hold;
    depth[size] = 0;
    highest[size] = 0;
    early[size] = 0;
    return size++;
  }

  private int thread(int thread) {
    int number = threads.find(thread);
    if (number == NONE) {
      number = threads.add(thread);
      if (number == lastLock.length) {
        lastLock = IntArrays.grow(lastLock, number + 1);
        lastTime = LongArrays.grow(lastTime, number + 1);
        waitLock = IntArrays.grow(waitLock, number + 1);
        waitBegan = LongArrays.grow(waitBegan, number + 1);
        waitEnded = LongArrays.grow(waitEnded, number + 1);
      }
      lastTime[number] = 0;
      waitEnded[number] = 0;
    }
    return number;
  }

  @Override
  public void append(WaitSummary next) {
    steps += next.threads().length + next.holds().length;
    for (int i = 0; i < next.holds().length; i++) {
      long hold = next.holds()[i];
      long acquired = next.early()[i] == 0 ? 0 : time + next.early()[i];
      add(hold, next.depth()[i], next.highest()[i], acquired);
      if (acquired != 0) {
        acquire(thread(thread(hold)), lock(hold), acquired);
      }
    }
    for (int i = 0; i < next.threads().length; i++) {
      int number = thread(next.threads()[i]);
      if (next.waitEnded()[i] != 0) {
        release(number, next.waitLock()[i], time + next.waitBegan()[i]);
        acquire(number, next.waitLock()[i], time + next.waitEnded()[i]);
      }
      if (next.lastTime()[i] != 0) {
        release(number, next.lastLock()[i], time + next.lastTime()[i]);
      }
    }
    time += next.events();
  }

  @Override
  public WaitSummary summary() {
    int count = threads.size();
    return new WaitSummary(
        time,
        threads.toArray(),
        Arrays.copyOf(lastLock, count),
        Arrays.copyOf(lastTime, count),
        Arrays.copyOf(waitLock, count),
        Arrays.copyOf(waitBegan, count),
        Arrays.copyOf(waitEnded, count),
        Arrays.copyOf(holds, size),
        Arrays.copyOf(depth, size),
        Arrays.copyOf(highest, size),
        Arrays.copyOf(early, size));
  }

  @Override
  public long steps() {
    return steps;
  }

  /** Unlimited if the stretch must not have a summary. */
  @Override
  public long space() {
    return isBarred ? Long.MAX_VALUE : size();
  }

  @Override
  public long size() {
    return (long) WORDS * (size + threads.size());
  }

  @Override
  public void clear() {
    threads.clear();
    numbers.clear();
    size = 0;
    steps = 0;
    time = 0;
    isBarred = false;
  }
}
