package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairs of symbols, compared with a map from each pair to the symbol where it is registered. */
class DigramTableTest {
  private static final long SEED = 42;
  private static final int SYMBOLS = 5000;

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private record Pair(int left, int right) {}

  private final SymbolPool pool = new SymbolPool();
  private final DigramTable table = new DigramTable(pool);
  private final List<Integer> symbols = new ArrayList<>(); // of one rule, in order
  private final Map<Pair, Integer> expected = new HashMap<>();

  /** With few values most pairs occur several times; with many the table grows. */
  @ParameterizedTest
  @ValueSource(ints = {3, 40, 100_000})
  void randomChanges_areThoseOfAMap(int values) {
    SplittableRandom random = new SplittableRandom(SEED);
    fill(random, values);
    for (int i = 0; i < 20_000; i++) {
      int first = symbols.get(random.nextInt(SYMBOLS - 1));
      Pair pair = pairAt(first);
      if (random.nextInt(i < 10_000 ? 3 : 2) == 0) {
        boolean isThere = expected.remove(pair, first);
        assertThat(table.remove(pair.left, pair.right, first)).isEqualTo(isThere);
      } else {
        Integer known = expected.putIfAbsent(pair, first);
        assertThat(table.findOrAdd(pair.left, pair.right, first))
            .isEqualTo(known == null ? 0 : known);
      }
    }
    expected.forEach(
        (pair, first) -> assertThat(table.findOrAdd(pair.left, pair.right, 1)).isEqualTo(first));
    expected.forEach(
        (pair, first) -> assertThat(table.remove(pair.left, pair.right, first)).isTrue());
    for (int i = 0; i < SYMBOLS - 1; i++) {
      Pair pair = pairAt(symbols.get(i));
      assertThat(table.remove(pair.left, pair.right, symbols.get(i))).isFalse();
    }
  }

  private void fill(SplittableRandom random, int values) {
    int guard = pool.addRule();
    int last = guard;
    for (int i = 0; i < SYMBOLS; i++) {
      boolean isRule = random.nextInt(4) == 0;
      int symbol = pool.add(isRule ? ~guard : random.nextInt(values));
      pool.join(last, symbol);
      pool.join(symbol, guard);
      symbols.add(symbol);
      last = symbol;
    }
  }

  private Pair pairAt(int first) {
    return new Pair(pool.value(first), pool.value(pool.next(first)));
  }

  private static long allocated() {
    return BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** From 1024 slots on, a table doubles when five of eight slots are in use. */
  @Test
  void table_growsWhenFiveOfEightSlotsAreInUse() {
    fill(new SplittableRandom(SEED), 1 << 30);
    int size = 0;
    for (int symbol : symbols.subList(0, 3000)) {
      Pair pair = pairAt(symbol);
      long before = allocated();
      boolean isNew = table.findOrAdd(pair.left, pair.right, symbol) == 0;
      long after = allocated();
      size += isNew ? 1 : 0;
      boolean isFull = isNew && (size == 640 || size == 1280 || size == 2560);
      assertThat(after - before > Long.BYTES * 2048).as("at %s", size).isEqualTo(isFull);
    }
    assertThat(size).isGreaterThan(2560);
  }

  @Test
  void removedPairs_leaveRoomForOthers() {
    fill(new SplittableRandom(SEED), 1 << 30);
    long before = allocated();
    for (int symbol : symbols.subList(0, SYMBOLS - 1)) {
      int left = pool.value(symbol);
      int right = pool.value(pool.next(symbol));
      table.findOrAdd(left, right, symbol);
      table.remove(left, right, symbol);
    }
    assertThat(allocated() - before).isLessThan(Long.BYTES * 2048);
  }

  /** Pairs of symbols that are near to each other, as those of a trace are, and of rules. */
  @Test
  void hashes_distinguishNearlyAllPairs_andSpreadThemOverTheTable() {
    Set<Integer> hashes = new HashSet<>();
    int[] parts = new int[256];
    int pairs = 0;
    for (int left = -60; left < 200; left++) {
      for (int right = -60; right < 200; right++, pairs++) {
        int hash = DigramTable.hash(left, right);
        hashes.add(hash);
        parts[hash >>> 24]++;
      }
    }
    assertThat(hashes).hasSizeGreaterThan(pairs - pairs / 1000);
    for (int part : parts) {
      assertThat(part).isBetween(pairs / 256 / 2, 2 * pairs / 256);
    }
  }

  /** Also of a table that has grown, where the search for most pairs begins is their slot. */
  @Test
  void mostPairs_areWhereTheSearchForThemBegins() {
    fill(new SplittableRandom(SEED), 1 << 30);
    List<Integer> added = new ArrayList<>();
    for (int symbol : symbols.subList(0, SYMBOLS - 1)) {
      Pair pair = pairAt(symbol);
      if (table.findOrAdd(pair.left, pair.right, symbol) == 0) {
        added.add(symbol);
      }
    }
    int found = 0;
    for (int symbol : added) {
      Pair pair = pairAt(symbol);
      long slot = table.prefetch(new int[] {pair.left, pair.right}, 0, 2);
      found += (int) slot == symbol ? 1 : 0;
    }
    assertThat(found).isGreaterThan(added.size() / 2);
  }
}
