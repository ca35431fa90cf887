package io.racedet.engine.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
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
}
