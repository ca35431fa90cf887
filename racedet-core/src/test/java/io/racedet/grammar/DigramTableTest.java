package io.racedet.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairs of symbols, compared with a map from each pair to the symbol where it is registered. */
class DigramTableTest {
  private static final long SEED = 42;
  private static final int SYMBOLS = 5000;

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
}
