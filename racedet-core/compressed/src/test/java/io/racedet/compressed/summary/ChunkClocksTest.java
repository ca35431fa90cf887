package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of stretches, added by events and by summaries, compared with the definition. */
class ChunkClocksTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final ChunkClocks reused = new ChunkClocks();
  private final Map<Integer, Set<Integer>> asked = new LinkedHashMap<>(); // by set

  /** A stretch with the sets of pasts that were asked for, by number. */
  private record Made(ChunkOrder order, Map<Integer, Set<Integer>> sets) {}

  @ParameterizedTest
  @CsvSource({"2, 12, 100", "3, 40, 50", "6, 80, 15"})
  void stretches_areOrderedByTheDefinition(int ids, int length, int rounds) {
    check(ids, length, rounds);
  }

  /** More than 64 symbols need sets of several words, more than 4 threads wider rows. */
  @ParameterizedTest
  @CsvSource({"24, 250, 2", "90, 300, 1"})
  void stretchesOfManySymbols_areOrderedByTheDefinition(int ids, int length, int rounds) {
    check(ids, length, rounds);
  }

  private void check(int ids, int length, int rounds) {
    for (int round = 0; round < rounds; round++) {
      long[] words = NaiveOrder.random(random, ids, length - random.nextInt(length / 2));
      reused.clear();
      assertThat(reused.steps()).isZero();
      assertThat(reused.space()).isZero();
      assertThat(reused.time()).isZero();
      fill(reused, words, asked);
      assertClocks(reused, words);
    }
  }

  /** Adds events one by one, or as summaries of stretches which are made in the same way. */
  private void fill(ChunkClocks clocks, long[] words, Map<Integer, Set<Integer>> sets) {
    sets.clear();
    int at = 0;
    while (at < words.length) {
      int end = Math.min(words.length, at + 1 + random.nextInt(words.length));
      if (random.nextBoolean()) {
        for (; at < end; at++) {
          add(clocks, words, at);
          ask(clocks, words, at + 1, sets);
        }
      } else if (end - at < words.length) {
        Made next = make(Arrays.copyOfRange(words, at, end));
        long steps = clocks.steps();
        clocks.lookAt(next.order);
        assertNext(clocks, words, at, next, sets);
        clocks.append();
        assertThat(clocks.steps()).isGreaterThan(steps);
        at = end;
        assertThat(clocks.time()).isEqualTo(at);
      }
    }
  }

  private Made make(long[] words) {
    ChunkClocks clocks = new ChunkClocks();
    Map<Integer, Set<Integer>> sets = new LinkedHashMap<>();
    fill(clocks, words, sets);
    return new Made(clocks.order(), sets);
  }

  private static void add(ChunkClocks clocks, long[] words, int at) {
    clocks.at(at + 1);
    long word = words[at];
    clocks.order(EventBlock.op(word), EventBlock.thread(word), EventBlock.operand(word));
  }

  private void ask(ChunkClocks clocks, long[] words, int count, Map<Integer, Set<Integer>> sets) {
    if (random.nextInt(4) == 0) {
      int thread = EventBlock.thread(words[count - 1]);
      int set = clocks.beforeSet(clocks.thread(thread));
      assertThat(clocks.beforeSet(clocks.thread(thread))).as("again").isEqualTo(set);
      sets.put(set, naive(words, count).pasts(Symbol.thread(thread)));
    }
  }

  private static NaiveOrder naive(long[] words, int count) {
    NaiveOrder naive = new NaiveOrder();
    for (int i = 0; i < count; i++) {
      naive.add(words[i]);
    }
    return naive;
  }

  /** What the stretch of the first events knows of the next one, which is not appended yet. */
  private void assertNext(
      ChunkClocks clocks, long[] words, int count, Made next, Map<Integer, Set<Integer>> sets) {
    NaiveOrder naive = naive(words, count);
    ChunkOrder order = next.order;
    for (int column = 0; column < order.columns().length; column++) {
      int thread = Symbol.id(order.symbols()[order.columns()[column]]);
      assertThat(clocks.nextColumn(column)).isEqualTo(clocks.column(clocks.thread(thread)));
    }
    next.sets.forEach(
        (set, symbols) -> {
          Set<Integer> known = new TreeSet<>();
          for (int time = 1; time <= count; time++) {
            int column = clocks.column(clocks.thread(naive.thread(time)));
            if (clocks.nextKnows(set, column, time)) {
              known.add(time);
            }
          }
          assertThat(known).isEqualTo(naive.known(symbols));
          Set<Integer> pasts = new TreeSet<>();
          symbols.forEach(s -> pasts.addAll(naive.pasts(s)));
          sets.put(clocks.nextSet(set), pasts);
          assertThat(sets).containsEntry(clocks.nextSet(set), pasts);
        });
  }

  private void assertClocks(ChunkClocks clocks, long[] words) {
    NaiveOrder naive = naive(words, words.length);
    ChunkOrder order = clocks.order();
    assertThat(order.events()).isEqualTo(words.length);
    assertThat(order.symbols()).doesNotHaveDuplicates();
    assertThat(Arrays.stream(order.symbols()).boxed()).hasSameElementsAs(naive.symbols());
    assertThat(order.words()).isEqualTo(powerOfTwo(order.symbols().length, Long.SIZE));
    for (int row = 0; row < order.symbols().length; row++) {
      int symbol = order.symbols()[row];
      if (Symbol.isThread(symbol)) {
        assertThat(order.columns()[clocks.column(row)]).isEqualTo(row);
        assertThat(clocks.thread(Symbol.id(symbol))).isEqualTo(row);
        Set<Integer> known = new TreeSet<>();
        for (int time = 1; time <= words.length; time++) {
          int column = clocks.column(clocks.thread(naive.thread(time)));
          if (clocks.knows(row, column, time)) {
            known.add(time);
          }
        }
        assertThat(known).isEqualTo(naive.known(Set.of(symbol)));
      } else {
        assertThat(clocks.column(row)).isEqualTo(DenseIds.NONE);
      }
    }
    assertMoved(order, naive);
    asked.forEach((set, symbols) -> assertThat(set(order, order.sets(), set)).isEqualTo(symbols));
    assertSizes(clocks, order);
  }

  private static void assertMoved(ChunkOrder order, NaiveOrder naive) {
    List<Integer> moved = new ArrayList<>();
    for (int i = 0; i < order.moved().length; i++) {
      int symbol = order.symbols()[order.moved()[i]];
      moved.add(symbol);
      assertThat(set(order, order.before(), i)).isEqualTo(naive.pasts(symbol));
      Map<Integer, Long> newest = new HashMap<>(); // by thread
      for (int column = 0; column < order.columns().length; column++) {
        int thread = Symbol.id(order.symbols()[order.columns()[column]]);
        newest.put(thread, order.known()[i * order.columns().length + column]);
      }
      Set<Integer> known = new TreeSet<>();
      for (int time = 1; time <= naive.size(); time++) {
        boolean isOwn = Symbol.thread(naive.thread(time)) == symbol;
        if (isOwn || newest.get(naive.thread(time)) >= time) {
          known.add(time);
        }
      }
      assertThat(known).isEqualTo(naive.known(Set.of(symbol)));
    }
    assertThat(moved).containsExactlyInAnyOrderElementsOf(movedSymbols(naive));
  }

  private static List<Integer> movedSymbols(NaiveOrder naive) {
    return naive.symbols().stream().filter(naive::isMoved).toList();
  }

  private static Set<Integer> set(ChunkOrder order, long[] sets, int set) {
    Set<Integer> symbols = new TreeSet<>();
    for (int row = 0; row < order.words() * Long.SIZE; row++) {
      if ((sets[set * order.words() + row / Long.SIZE] >>> row & 1) != 0) {
        symbols.add(order.symbols()[row]);
      }
    }
    return symbols;
  }

  /** The size is that of the summary, with a word for each clock that is joined by it. */
  private static void assertSizes(ChunkClocks clocks, ChunkOrder order) {
    long joins = Arrays.stream(order.before()).map(Long::bitCount).sum();
    int rows = order.symbols().length;
    assertThat(clocks.size())
        .isEqualTo(
            rows + order.sets().length + order.before().length + order.known().length + joins);
    long width = Math.max(4, powerOfTwo(order.columns().length, 1));
    assertThat(clocks.space()).isEqualTo(rows * (order.words() + width) + order.sets().length);
    assertThat(clocks.steps()).isGreaterThanOrEqualTo(order.before().length);
  }

  /** How often a part fits into the smallest power of two times it that has room for a number. */
  private static int powerOfTwo(int number, int part) {
    int parts = 1;
    while (parts * part < number) {
      parts *= 2;
    }
    return parts;
  }

  /** A join of two clocks of two threads visits one word of symbols, and two of times. */
  @Test
  void steps_areWordsVisited() {
    ChunkClocks clocks = new ChunkClocks();
    clocks.at(1);
    clocks.order(Op.FORK, 0, 1);
    clocks.order(Op.RELEASE, 0, 5);
    clocks.order(Op.ACQUIRE, 1, 5);
    long before = clocks.steps();
    clocks.order(Op.RELEASE, 0, 5);
    assertThat(clocks.steps()).isEqualTo(before + 3);
    clocks.order(Op.ACQUIRE, 1, 5);
    assertThat(clocks.steps()).as("of both modes").isEqualTo(before + 9);
    clocks.order(Op.JOIN, 0, 1);
    assertThat(clocks.steps()).isEqualTo(before + 12);
    clocks.order(Op.BEGIN, 0, 0);
    clocks.order(Op.SYNC_WRITE, 0, 2);
    assertThat(clocks.steps()).as("a row of 1 and 4 words").isEqualTo(before + 20);
    clocks.beforeSet(0);
    assertThat(clocks.steps()).as("a set").isEqualTo(before + 21);
    clocks.beforeSet(0);
    assertThat(clocks.steps()).as("the same").isEqualTo(before + 21);
  }

  /** Of a stretch that has the symbols of the next one already: what is visited, one by one. */
  @Test
  void stepsOfAnAppendedStretch_areWordsVisited() {
    for (int ids : new int[] {2, 3, 9, 24}) {
      Made next = make(NaiveOrder.random(random, ids, 30 * ids));
      ChunkOrder order = next.order;
      ChunkClocks clocks = new ChunkClocks();
      clocks.lookAt(order);
      clocks.append();
      ChunkOrder before = clocks.order();
      int columns = before.columns().length;
      long width = Math.max(4, powerOfTwo(columns, 1));
      long steps = clocks.steps();
      clocks.lookAt(order);
      steps += order.symbols().length + order.sets().length / order.words();
      assertThat(clocks.steps()).isEqualTo(steps);
      for (int set : next.sets.keySet()) {
        clocks.nextKnows(set, 0, 1);
        clocks.nextKnows(set, 1, 1);
        steps += order.words() + (long) next.sets.get(set).size() * columns;
        assertThat(clocks.steps()).as("once for a set").isEqualTo(steps);
      }
      clocks.append();
      int moved = order.moved().length;
      long joins = Arrays.stream(order.before()).map(Long::bitCount).sum();
      steps += moved * (width + before.words() + order.columns().length);
      steps += (long) moved * order.words() + joins * (columns + before.words());
      assertThat(clocks.steps()).isEqualTo(steps);
    }
  }

  @Test
  void threadThatForksAndJoinsItself_isNotMoved() {
    ChunkClocks clocks = new ChunkClocks();
    clocks.at(1);
    clocks.order(Op.FORK, 0, 0);
    clocks.at(2);
    clocks.order(Op.JOIN, 0, 0);
    assertThat(clocks.order().moved()).isEmpty();
  }

  @Test
  void setsOfSixtyFourSymbols_areWords() {
    ChunkClocks clocks = new ChunkClocks();
    for (int thread = 0; thread < 64; thread++) {
      clocks.thread(thread);
    }
    assertThat(clocks.order().words()).isEqualTo(1);
    clocks.thread(64);
    assertThat(clocks.order().words()).isEqualTo(2);
  }

  /** Four threads fill the rows of the clocks, so that one ends where the next one begins. */
  private static ChunkClocks sendsOfFourThreads() {
    ChunkClocks clocks = new ChunkClocks();
    for (int thread = 0; thread < 4; thread++) {
      clocks.thread(thread);
    }
    clocks.at(1);
    clocks.order(Op.SEND, 1, 0);
    clocks.at(2);
    clocks.order(Op.SEND, 0, 1);
    clocks.at(3);
    clocks.order(Op.SEND, 1, 2);
    return clocks;
  }

  @Test
  void joinOfFullRows_leavesTheNextRowAsItIs() {
    ChunkClocks clocks = sendsOfFourThreads();
    clocks.at(4);
    clocks.order(Op.RECEIVE, 2, 0);
    assertThat(clocks.knows(2, 1, 1)).isTrue();
    assertThat(clocks.knows(3, 0, 2)).isFalse();
  }

  @Test
  void setsOfTheNextStretch_areAskedForInAnyOrder() {
    ChunkClocks next = new ChunkClocks();
    next.at(1);
    next.order(Op.RECEIVE, 2, 0);
    int first = next.beforeSet(next.thread(2));
    next.at(2);
    next.order(Op.RECEIVE, 3, 2);
    int second = next.beforeSet(next.thread(3));
    ChunkClocks clocks = sendsOfFourThreads();

    clocks.lookAt(next.order());
    assertThat(clocks.nextKnows(second, 0, 2)).isFalse();
    assertThat(clocks.nextKnows(first, 1, 1)).isTrue();
    assertThat(clocks.nextKnows(second, 0, 2)).isFalse();

    clocks.lookAt(next.order());
    assertThat(clocks.nextKnows(first, 1, 1)).isTrue();
    assertThat(clocks.nextKnows(second, 1, 3)).isTrue();
    assertThat(clocks.nextKnows(first, 1, 1)).isTrue();
  }

  @Test
  void setOfOneSymbolOfTheNextStretch_isThatOfTheSymbol() {
    ChunkClocks next = new ChunkClocks();
    int set = next.beforeSet(next.thread(2));
    ChunkClocks clocks = sendsOfFourThreads();
    clocks.lookAt(next.order());
    int known = clocks.beforeSet(clocks.thread(2));
    assertThat(clocks.nextSet(set)).isEqualTo(known);
  }

  @Test
  void setOfSeveralWords_isTheSameAfterAJoinThatIsNotNew() {
    ChunkClocks clocks = new ChunkClocks();
    for (int thread = 0; thread < 70; thread++) {
      clocks.thread(thread);
    }
    clocks.at(1);
    clocks.order(Op.SEND, 68, 0);
    clocks.at(2);
    clocks.order(Op.RECEIVE, 1, 0);
    int set = clocks.beforeSet(clocks.thread(1));
    clocks.at(3);
    clocks.order(Op.RECEIVE, 1, 0);
    assertThat(clocks.beforeSet(clocks.thread(1))).isEqualTo(set);
  }
}
