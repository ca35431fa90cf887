package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The channels of notifies and wakes in stretches, compared with the causes by the definition. */
class WakeChannelsTest {
  private static final long SEED = 42;
  private static final int MANY = 1024;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void wakes_receiveFromTheirCausesOnly_unlessTheNotifierHoldsTheLock() {
    int[] wakes = {0, 0, 0}; // without a cause, by the lock, by a channel
    for (int round = 0; round < 300; round++) {
      long[] words = RawTraces.withoutReentrance(random, 2 + round % 2, 60);
      check(words, resolved(words), wakes);
    }
    assertThat(wakes[0]).as("seed %s", SEED).isGreaterThan(100);
    assertThat(wakes[1]).as("seed %s", SEED).isGreaterThan(10);
    assertThat(wakes[2]).as("seed %s", SEED).isGreaterThan(100);
  }

  /** The events as they are when their stretches, of random lengths, have ended. */
  private long[] resolved(long[] words) {
    LockContexts contexts = new LockContexts();
    EventBlock block = block(words, RawTraces.contextsBefore(words, contexts));
    WakeChannels channels = new WakeChannels(contexts);
    long[] resolved = new long[words.length];
    int from = 0;
    while (from < words.length) {
      EventChunk stretch = new EventChunk(1 + random.nextInt(20));
      stretch.begin(from);
      int end = stretch.take(block, from);
      channels.take(stretch, 0);
      channels.end(stretch);
      for (int i = 0; i < end - from; i++) {
        resolved[from + i] = stretch.word(i);
      }
      from = end;
    }
    return resolved;
  }

  private static EventBlock block(long[] words, int[] contexts) {
    EventBlock block = new EventBlock();
    for (int i = 0; i < words.length; i++) {
      int thread = EventBlock.thread(words[i]);
      Op op = EventBlock.op(words[i]);
      block.add(op, thread, EventBlock.operand(words[i]), i + 1, contexts[i], 0);
    }
    return block;
  }

  private static void check(long[] words, long[] resolved, int[] wakes) {
    Map<Long, Long> causes = WaitStretchTest.causes(words);
    Map<Integer, Long> notifyOf = new HashMap<>(); // by channel: the index
    for (int i = 0; i < words.length; i++) {
      Op op = EventBlock.op(words[i]);
      long nothing = EventBlock.word(Op.BEGIN, EventBlock.thread(words[i]), 0);
      if (op == Op.NOTIFY && resolved[i] != nothing) {
        long sent = EventBlock.withOperand(words[i], EventBlock.operand(resolved[i]));
        assertThat(resolved[i]).isEqualTo(sent);
        assertThat(notifyOf.put(EventBlock.operand(resolved[i]), i + 1L)).isNull();
      } else if (op == Op.WAKE) {
        Long cause = causes.get(i + 1L);
        boolean isByLock = cause != null && holds(words, cause, waitLock(words, i));
        wakes[cause == null ? 0 : isByLock ? 1 : 2]++;
        if (cause == null || isByLock) {
          assertThat(resolved[i]).isEqualTo(nothing);
        } else {
          assertThat(EventBlock.op(resolved[i])).isEqualTo(Op.WAKE);
          assertThat(EventBlock.thread(resolved[i])).isEqualTo(EventBlock.thread(words[i]));
          assertThat(notifyOf.get(EventBlock.operand(resolved[i]))).isEqualTo(cause);
        }
      } else if (op != Op.NOTIFY) {
        assertThat(resolved[i]).isEqualTo(words[i]);
      }
    }
  }

  private static int waitLock(long[] words, int wake) {
    int acquire = WaitStretchTest.wait(words, wake, EventBlock.thread(words[wake]))[1];
    return EventBlock.operand(words[acquire]);
  }

  /** Whether the thread of an event has acquired a lock before it and not released it. */
  private static boolean holds(long[] words, long index, int lock) {
    int notify = (int) index - 1;
    boolean isHeld = false;
    for (int i = 0; i < notify; i++) {
      boolean isSame = EventBlock.thread(words[i]) == EventBlock.thread(words[notify]);
      if (isSame && EventBlock.operand(words[i]) == lock) {
        Op op = EventBlock.op(words[i]);
        isHeld = op == Op.ACQUIRE || isHeld && op != Op.RELEASE;
      }
    }
    return isHeld;
  }

  /** A wait for lock 3 that is ended by a notify of thread 1 without the lock. */
  static long[] round() {
    return new long[] {
      EventBlock.word(Op.RELEASE, 0, 3),
      EventBlock.word(Op.NOTIFY, 1, 3),
      EventBlock.word(Op.ACQUIRE, 0, 3),
      EventBlock.word(Op.WAKE, 0, 3)
    };
  }

  @Test
  void stretchWith1024Channels_hasMany_untilItEnds() {
    LockContexts contexts = new LockContexts();
    int context = contexts.root(1);
    WakeChannels channels = new WakeChannels(contexts);
    EventChunk stretch = new EventChunk(4 * MANY);
    for (int i = 1; i <= MANY; i++) {
      int size = stretch.size();
      EventBlock block = new EventBlock();
      for (long word : round()) {
        int thread = EventBlock.thread(word);
        long index = size + block.size() + 1;
        block.add(EventBlock.op(word), thread, EventBlock.operand(word), index, context, 0);
      }
      stretch.take(block, 0);
      channels.take(stretch, size);
      assertThat(channels.areMany()).as("%s", i).isEqualTo(i == MANY);
    }
    channels.end(stretch);
    assertThat(channels.areMany()).isFalse();
  }
}
