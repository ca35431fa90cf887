package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of the stretch that begins a trace, compared with the definition. */
class WholeClocksTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @CsvSource({"2, 20, 150", "3, 50, 60", "6, 100, 20"})
  void events_areOrderedByTheDefinition(int ids, int length, int rounds) {
    check(ids, length, rounds);
  }

  /** More than 64 symbols need sets of several words. */
  @ParameterizedTest
  @CsvSource({"24, 250, 2", "70, 300, 1"})
  void eventsOfManySymbols_areOrderedByTheDefinition(int ids, int length, int rounds) {
    check(ids, length, rounds);
  }

  private void check(int ids, int length, int rounds) {
    for (int round = 0; round < rounds; round++) {
      long[] words = NaiveOrder.random(random, ids, length - random.nextInt(length / 2));
      WholeClocks clocks = new WholeClocks();
      NaiveOrder naive = new NaiveOrder();
      int at = 0;
      while (at < words.length) {
        int end = Math.min(words.length, at + 1 + random.nextInt(1 + words.length / 2));
        if (random.nextBoolean()) {
          for (; at < end; at++) {
            long word = words[at];
            clocks.at(at + 1);
            clocks.order(EventBlock.op(word), EventBlock.thread(word), EventBlock.operand(word));
            naive.add(word);
          }
        } else {
          append(clocks, naive, Arrays.copyOfRange(words, at, end));
          at = end;
        }
        assertThat(clocks.time()).isEqualTo(at);
        assertKnown(clocks, naive, ids);
      }
    }
  }

  private static void assertKnown(WholeClocks clocks, NaiveOrder naive, int ids) {
    for (int thread = 0; thread < ids; thread++) {
      Set<Integer> known = new TreeSet<>();
      for (int time = 1; time <= naive.size(); time++) {
        if (clocks.knows(thread, naive.thread(time), time)) {
          known.add(time);
        }
      }
      assertThat(known).isEqualTo(naive.known(Set.of(Symbol.thread(thread))));
    }
  }

  /** Asks also about sets of the next stretch before it is appended. */
  private void append(WholeClocks clocks, NaiveOrder naive, long[] next) {
    ChunkClocks chunk = new ChunkClocks();
    NaiveOrder inside = new NaiveOrder();
    Map<Integer, Set<Integer>> sets = new LinkedHashMap<>();
    for (int i = 0; i < next.length; i++) {
      int thread = EventBlock.thread(next[i]);
      chunk.at(i + 1);
      chunk.order(EventBlock.op(next[i]), thread, EventBlock.operand(next[i]));
      inside.add(next[i]);
      if (random.nextInt(3) == 0) {
        int set = chunk.beforeSet(chunk.thread(thread));
        sets.put(set, Set.copyOf(inside.pasts(Symbol.thread(thread))));
      }
    }
    ChunkOrder order = chunk.order();
    clocks.lookAt(order);
    for (int column = 0; column < order.columns().length; column++) {
      assertThat(Symbol.thread(clocks.nextThread(column)))
          .isEqualTo(order.symbols()[order.columns()[column]]);
    }
    sets.forEach(
        (set, symbols) -> {
          Set<Integer> known = new TreeSet<>();
          for (int time = 1; time <= naive.size(); time++) {
            if (clocks.nextKnows(set, naive.thread(time), time)) {
              known.add(time);
            }
          }
          assertThat(known).isEqualTo(naive.known(symbols));
        });
    if (random.nextInt(4) == 0) {
      clocks.lookAt(order);
    }
    clocks.append();
    for (long word : next) {
      naive.add(word);
    }
  }

  private static void add(WholeClocks clocks, long time, Op op, int thread, int operand) {
    clocks.at(time);
    clocks.order(op, thread, operand);
  }

  private static ChunkClocks receive(int thread, int channel) {
    ChunkClocks chunk = new ChunkClocks();
    chunk.at(1);
    chunk.order(Op.RECEIVE, thread, channel);
    chunk.beforeSet(chunk.thread(thread));
    return chunk;
  }

  /** The second send is not ordered after the first one, whose receiver sends last. */
  @Test
  void unorderedSend_isReceivedAfterALaterOne() {
    WholeClocks clocks = new WholeClocks();
    add(clocks, 1, Op.SEND, 0, 7);
    add(clocks, 2, Op.RECEIVE, 3, 7);
    add(clocks, 3, Op.SEND, 1, 7);
    add(clocks, 4, Op.SEND, 3, 7);
    add(clocks, 5, Op.RECEIVE, 4, 7);
    assertThat(clocks.knows(4, 1, 3)).isTrue();
    assertThat(clocks.knows(4, 0, 1)).isTrue();
    assertThat(clocks.knows(4, 3, 4)).isTrue();
  }

  @Test
  void setOfAnotherStretch_isNotThatOfTheOneBefore() {
    WholeClocks clocks = new WholeClocks();
    add(clocks, 1, Op.SEND, 0, 0);
    add(clocks, 2, Op.SEND, 1, 1);
    clocks.lookAt(receive(2, 0).order());
    assertThat(clocks.nextKnows(0, 0, 1)).isTrue();
    assertThat(clocks.nextKnows(0, 1, 2)).isFalse();
    clocks.lookAt(receive(2, 1).order());
    assertThat(clocks.nextKnows(0, 0, 1)).isFalse();
    assertThat(clocks.nextKnows(0, 1, 2)).isTrue();
  }

  @Test
  void lastRelease_isThatOfTheNewestEvent() {
    ChunkClocks chunk = new ChunkClocks();
    chunk.at(1);
    chunk.order(Op.RELEASE, 0, 5);
    chunk.at(2);
    chunk.order(Op.ACQUIRE, 1, 5);
    chunk.at(3);
    chunk.order(Op.RELEASE, 1, 5);
    chunk.thread(2);
    WholeClocks clocks = new WholeClocks();
    clocks.lookAt(chunk.order());
    clocks.append();
    add(clocks, 4, Op.ACQUIRE, 3, 5);
    assertThat(clocks.knows(3, 0, 1)).isTrue();
    assertThat(clocks.knows(3, 1, 3)).isTrue();
    assertThat(clocks.knows(3, 2, 1)).isFalse();
  }

  @Test
  void symbolsAfterTheFirstWord_areThoseOfTheSet() {
    WholeClocks clocks = new WholeClocks();
    clocks.at(2); // events of threads 68 and 2
    ChunkClocks chunk = new ChunkClocks();
    for (int thread = 0; thread < 70; thread++) {
      chunk.thread(thread);
    }
    int single = chunk.beforeSet(chunk.thread(0));
    chunk.at(1);
    chunk.order(Op.SEND, 68, 5);
    chunk.at(2);
    chunk.order(Op.RECEIVE, 2, 5);
    int several = chunk.beforeSet(chunk.thread(2));
    int last = chunk.beforeSet(chunk.thread(69));
    clocks.lookAt(chunk.order());

    assertThat(clocks.nextKnows(single, 68, 1)).isFalse();
    assertThat(clocks.nextKnows(several, 68, 1)).isTrue();
    assertThat(clocks.nextKnows(several, 4, 1)).isFalse();
    assertThat(clocks.nextKnows(last, 69, 2)).isTrue();
    assertThat(clocks.nextKnows(last, 68, 1)).isFalse();

    clocks.append();
    add(clocks, 5, Op.RECEIVE, 3, 5);
    assertThat(clocks.knows(3, 68, 1)).isTrue();
    assertThat(clocks.knows(3, 2, 2)).isFalse();
  }
}
