package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.ids.LockUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Locks held, by events and by summaries of stretches, compared with linked maps. */
class OpenLocksTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final LockContexts contexts = new LockContexts();

  /** The changes by a thread, event by event. */
  private static final class Naive {
    final Map<Integer, Integer> acquired = new LinkedHashMap<>(); // by lock and mode
    final Map<Integer, Integer> released = new TreeMap<>();

    void add(int lockAndMode, boolean acquires) {
      if (acquires) {
        acquired.merge(lockAndMode, 1, Integer::sum);
      } else if (acquired.containsKey(lockAndMode)) {
        acquired.computeIfPresent(lockAndMode, (lock, count) -> count == 1 ? null : count - 1);
      } else {
        released.merge(lockAndMode, 1, Integer::sum);
      }
    }
  }

  private static boolean acquires(long word) {
    return EventBlock.op(word) == Op.ACQUIRE || EventBlock.op(word) == Op.ACQUIRE_SHARED;
  }

  private static int lockAndMode(long word) {
    Op op = EventBlock.op(word);
    boolean shared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
    return 2 * EventBlock.operand(word) + (shared ? 1 : 0);
  }

  /** A trace in which threads release what they hold, in any order and as often. */
  private long[] trace(int threads, int locks, int length) {
    List<List<Integer>> held = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      held.add(new ArrayList<>());
    }
    long[] words = new long[length];
    for (int i = 0; i < length; i++) {
      int thread = random.nextInt(threads);
      List<Integer> open = held.get(thread);
      boolean releases = !open.isEmpty() && random.nextInt(Math.max(2, 12 - open.size())) == 0;
      int lockAndMode =
          releases ? open.remove(random.nextInt(open.size())) : random.nextInt(2 * locks);
      boolean shared = lockAndMode % 2 == 1;
      if (releases) {
        Op op = shared ? Op.RELEASE_SHARED : Op.RELEASE;
        words[i] = EventBlock.word(op, thread, lockAndMode / 2);
      } else {
        open.add(lockAndMode);
        Op op = shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE;
        words[i] = EventBlock.word(op, thread, lockAndMode / 2);
      }
    }
    return words;
  }

  private static Map<Integer, Naive> naive(long[] words) {
    Map<Integer, Naive> byThread = new TreeMap<>();
    for (long word : words) {
      byThread
          .computeIfAbsent(EventBlock.thread(word), unseen -> new Naive())
          .add(lockAndMode(word), acquires(word));
    }
    return byThread;
  }

  private void fill(OpenLocks locks, long[] words) {
    int at = 0;
    while (at < words.length) {
      int end = Math.min(words.length, at + 1 + random.nextInt(words.length));
      long steps = locks.steps();
      if (random.nextBoolean() || end - at == words.length) {
        for (; at < end; at++) {
          Map<Integer, Naive> before = naive(Arrays.copyOf(words, at));
          boolean isOpen =
              before
                  .getOrDefault(EventBlock.thread(words[at]), new Naive())
                  .acquired
                  .containsKey(lockAndMode(words[at]));
          assertThat(locks.take(words[at])).isEqualTo(!acquires(words[at]) && !isOpen);
          assertThat(locks.steps()).isEqualTo(++steps);
        }
      } else {
        OpenLocks part = new OpenLocks();
        fill(part, Arrays.copyOfRange(words, at, end));
        locks.append(part.summary());
        assertThat(locks.steps()).isEqualTo(steps + part.size());
        at = end;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 30, 100", "3, 3, 60, 40", "40, 20, 200, 4"})
  void stretches_haveTheLocksOfTheirEvents(int threads, int locks, int length, int rounds) {
    OpenLocks open = new OpenLocks();
    for (int round = 0; round < rounds; round++) {
      long[] trace = trace(threads, locks, length);
      int from = random.nextInt(length);
      long[] words = Arrays.copyOfRange(trace, from, from + random.nextInt(length - from + 1));
      open.clear();
      assertThat(open.steps() + open.size()).isZero();
      fill(open, words);
      assertOpen(open, words, 2 * locks, threads);
    }
  }

  private void assertOpen(OpenLocks open, long[] words, int locksAndModes, int threads) {
    Map<Integer, Naive> expected = naive(words);
    OpenSummary summary = open.summary();
    assertThat(Arrays.stream(summary.threads()).boxed())
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    for (int i = 0; i < summary.threads().length; i++) {
      Naive naive = expected.get(summary.threads()[i]);
      Map<Integer, Integer> released = new TreeMap<>();
      for (int r = summary.releaseBegin(i); r < summary.releaseEnd()[i]; r++) {
        released.put(summary.released()[r], summary.releaseCount()[r]);
      }
      Map<Integer, Integer> acquired = new LinkedHashMap<>();
      for (int a = summary.acquireBegin(i); a < summary.acquireEnd()[i]; a++) {
        acquired.put(summary.acquired()[a], summary.acquireCount()[a]);
      }
      assertThat(released).isEqualTo(naive.released);
      assertThat(List.copyOf(acquired.entrySet()))
          .isEqualTo(List.copyOf(naive.acquired.entrySet()));
    }
    assertThat(open.size())
        .isEqualTo(
            summary.threads().length + summary.released().length + summary.acquired().length);
    for (int thread = 0; thread < threads + 20; thread++) {
      Map<Integer, Integer> acquired = expected.getOrDefault(thread, new Naive()).acquired;
      assertThat(Arrays.stream(open.acquired(thread)).boxed())
          .containsExactlyElementsOf(acquired.keySet());
      for (int lock = 0; lock < locksAndModes; lock++) {
        assertThat(open.acquired(thread, lock)).isEqualTo(acquired.getOrDefault(lock, 0));
      }
      assertThat(open.context(thread, contexts)).isEqualTo(context(thread, acquired));
    }
  }

  private int context(int thread, Map<Integer, Integer> acquired) {
    int context = contexts.root(thread);
    for (int lockAndMode : acquired.keySet()) {
      context = contexts.child(context, lockAndMode / 2, lockAndMode % 2 == 1);
    }
    return context;
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 40, 60", "3, 4, 60, 40", "40, 20, 400, 2"})
  void contexts_areThoseOfTheLocksHeld(int threads, int locks, int length, int rounds) {
    for (int round = 0; round < rounds; round++) {
      long[] trace = trace(threads, locks, length);
      HeldContexts held = new HeldContexts(contexts);
      int at = 0;
      while (at < length) {
        int end = Math.min(length, at + 1 + random.nextInt(length / 2));
        if (random.nextBoolean()) {
          for (; at < end; at++) {
            int thread = EventBlock.thread(trace[at]);
            held.take(EventBlock.op(trace[at]), thread, EventBlock.operand(trace[at]));
          }
        } else {
          appendTo(held, trace, at, end, threads);
          at = end;
        }
        Map<Integer, Naive> naive = naive(Arrays.copyOf(trace, at));
        for (int thread = 0; thread < threads; thread++) {
          Map<Integer, Integer> acquired = naive.getOrDefault(thread, new Naive()).acquired;
          assertThat(held.context(thread)).isEqualTo(context(thread, acquired));
        }
      }
    }
  }

  private void appendTo(HeldContexts held, long[] trace, int from, int end, int threads) {
    OpenLocks next = new OpenLocks();
    for (int i = from; i < end; i++) {
      next.take(trace[i]);
    }
    held.lookAt(next.summary());
    Map<Integer, Map<Integer, Integer>> throughout = new TreeMap<>(); // what stays, by thread
    naive(Arrays.copyOf(trace, from))
        .forEach((thread, naive) -> throughout.put(thread, new LinkedHashMap<>(naive.acquired)));
    for (int i = from; i < end; i++) {
      int thread = EventBlock.thread(trace[i]);
      int lockAndMode = lockAndMode(trace[i]);
      Naive now = naive(Arrays.copyOf(trace, i + 1)).get(thread);
      if (!now.acquired.containsKey(lockAndMode) && throughout.containsKey(thread)) {
        throughout.get(thread).remove(lockAndMode);
      }
    }
    for (int thread = 0; thread < threads; thread++) {
      assertThat(held.throughout(thread))
          .isEqualTo(context(thread, throughout.getOrDefault(thread, Map.of())));
    }
    held.append(next.summary());
  }

  @Test
  void locksAndModes_areThoseOfTheOperations() {
    List<Op> lockOps = List.of(Op.ACQUIRE, Op.RELEASE, Op.ACQUIRE_SHARED, Op.RELEASE_SHARED);
    for (Op op : Op.values()) {
      assertThat(OpenLocks.isLockOp(op)).isEqualTo(lockOps.contains(op));
    }
    for (int lock : new int[] {0, 1, 6, Integer.MAX_VALUE}) {
      int shared = LockUse.of(lock, true);
      int exclusive = LockUse.of(lock, false);
      assertThat(LockUse.lock(shared)).isEqualTo(lock);
      assertThat(LockUse.lock(exclusive)).isEqualTo(lock);
      assertThat(LockUse.isShared(shared)).isTrue();
      assertThat(LockUse.isShared(exclusive)).isFalse();
    }
  }
}
