package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Symbols, compared with a map of their values. */
class SymbolPoolTest {
  private static final long SEED = 42;

  private final SymbolPool pool = new SymbolPool();
  private final Map<Integer, Integer> values = new HashMap<>(); // by symbol
  private final List<Integer> guards = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void randomSymbols_haveTheirValues_andRulesTheirUses() {
    for (int i = 0; i < 5; i++) {
      guards.add(pool.addRule());
    }
    int most = 0;
    for (int i = 0; i < 8000; i++) {
      boolean removes = !values.isEmpty() && random.nextInt(i < 6000 ? 3 : 2) == 0;
      if (removes) {
        int symbol = anySymbol();
        values.remove(symbol);
        pool.remove(symbol);
        assertThat(SymbolPool.isGuard(pool.value(symbol))).as("removed").isTrue();
        assertThat(SymbolPool.isRule(pool.value(symbol))).isFalse();
      } else {
        add();
      }
      most = Math.max(most, values.size());
      assertThat(pool.end()).as("numbers are reused").isEqualTo(1 + guards.size() + most);
      if (i % 100 == 0) {
        assertValues();
      }
    }
    assertThat(most).as("more than fit at first").isGreaterThan(1024);
    assertValues();
  }

  private int anySymbol() {
    List<Integer> symbols = new ArrayList<>(values.keySet());
    return symbols.get(random.nextInt(symbols.size()));
  }

  private void add() {
    boolean isRule = random.nextInt(3) == 0;
    int value = isRule ? ~guards.get(random.nextInt(guards.size())) : random.nextInt(1 << 30);
    int symbol = pool.add(value);
    assertThat(symbol).isPositive();
    assertThat(guards).doesNotContain(symbol);
    assertThat(values.put(symbol, value)).as("symbol %s was free", symbol).isNull();
  }

  private void assertValues() {
    values.forEach(
        (symbol, value) -> {
          assertThat(pool.value(symbol)).isEqualTo(value);
          assertThat(SymbolPool.isRule(value)).isEqualTo(value < 0);
          assertThat(SymbolPool.isGuard(value)).isFalse();
        });
    for (int guard : guards) {
      int uses = (int) values.values().stream().filter(value -> value == ~guard).count();
      assertThat(pool.uses(guard)).isEqualTo(uses);
      assertThat(SymbolPool.isGuard(pool.value(guard))).isTrue();
      assertThat(SymbolPool.isRule(pool.value(guard))).isFalse();
    }
  }

  @Test
  void newRule_isACircleOfItsGuard() {
    int guard = pool.addRule();

    assertThat(pool.next(guard)).isEqualTo(guard);
    assertThat(pool.previous(guard)).isEqualTo(guard);
    assertThat(pool.uses(guard)).isZero();
  }

  @Test
  void joinedSymbols_areNeighboursInBothDirections() {
    int guard = pool.addRule();
    int first = pool.add(7);
    int second = pool.add(8);
    pool.join(guard, first);
    pool.join(first, second);
    pool.join(second, guard);

    assertThat(List.of(pool.next(guard), pool.next(first), pool.next(second)))
        .containsExactly(first, second, guard);
    assertThat(List.of(pool.previous(guard), pool.previous(second), pool.previous(first)))
        .containsExactly(second, first, guard);
  }

  /** The values of rules end where those of guards begin. */
  @Test
  void smallestValueOfARule_isNoGuard() {
    int most = Integer.MAX_VALUE / 3;

    assertThat(SymbolPool.isGuard(~most)).isFalse();
    assertThat(SymbolPool.isRule(~most)).isTrue();
    assertThat(SymbolPool.isGuard(~most - 1)).isTrue();
    assertThat(SymbolPool.isRule(~most - 1)).isFalse();
    assertThat(SymbolPool.isRule(-1)).isTrue();
    assertThat(SymbolPool.isRule(0)).isFalse();
    assertThat(SymbolPool.isGuard(0)).isFalse();
  }

  @Test
  void pool_growsByHalf() {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    int room = 1024; // the number 0 included
    for (int symbol = 1; symbol < 6000; symbol++) {
      long before = bean.getThreadAllocatedBytes(thread);
      int added = pool.add(symbol);
      long bytes = bean.getThreadAllocatedBytes(thread) - before;
      assertThat(added).isEqualTo(symbol);
      if (symbol == room) {
        room += room / 2;
        assertThat(bytes).isBetween(12L * room, 12L * room + 4096);
      } else {
        assertThat(bytes).as("at %s", symbol).isLessThan(4096);
      }
    }
  }
}
