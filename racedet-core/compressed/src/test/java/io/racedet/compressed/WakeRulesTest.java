package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grammars with an operand for each notify that caused a wake, and when they are needed. */
class WakeRulesTest {
  private static final long SEED = 42;
  private static final long NOTHING = EventBlock.word(Op.BEGIN, 2, 0);

  private final SplittableRandom random = new SplittableRandom(SEED);

  private static Grammar grammar(long[] words, int[]... rules) {
    return Grammar.of(words, new int[words.length], rules);
  }

  private static Grammar trace(long... words) {
    int[] all = new int[words.length];
    Arrays.setAll(all, i -> i);
    return grammar(words, all);
  }

  private static BitSet operands(long... bits) {
    return BitSet.valueOf(bits);
  }

  private static Allowance unbounded(Grammar grammar) {
    return new Allowance(grammar, Allowance.Rates.UNBOUNDED);
  }

  private static long[] expanded(Grammar grammar) {
    long[] words = new long[(int) grammar.events()];
    Arrays.setAll(words, i -> grammar.word(grammar.terminal(Grammar.START, i)));
    return words;
  }

  @ParameterizedTest
  @CsvSource({"2, 40, 200", "3, 60, 100"})
  void operands_areCommonToACauseAndItsWakes_andToNoOthers(int ids, int length, int rounds) {
    int found = 0;
    for (int round = 0; round < rounds; round++) {
      long[] words = RawTraces.withoutReentrance(random, ids, length);
      Grammar grammar = RawTraces.grammar(words, random);
      long[] made = expanded(WakeGrammar.of(grammar, operands(0b1), unbounded(grammar)));
      Map<Long, Long> causes = new HashMap<>(WaitStretchTest.causes(words));
      causes.keySet().removeIf(wake -> EventBlock.operand(words[(int) (wake - 1)]) != 0);
      check(words, made, causes, 0);
      found += causes.size();
    }
    assertThat(found).as("seed %s", SEED).isGreaterThan(rounds / 10);
  }

  @Test
  void eachOfManyCauses_hasAnOperandOfItsOwn() {
    long[] words = new long[40];
    Arrays.setAll(words, i -> WakeChannelsTest.round()[i % 4]);
    Grammar grammar = RawTraces.grammar(words, random);
    Map<Long, Long> causes = WaitStretchTest.causes(words);
    assertThat(causes).hasSize(10);
    check(
        words, expanded(WakeGrammar.of(grammar, operands(0b1000), unbounded(grammar))), causes, 3);
  }

  private static void check(long[] words, long[] made, Map<Long, Long> causes, int inQuestion) {
    Set<Integer> used = new HashSet<>(); // by others
    Map<Integer, Long> causeOf = new HashMap<>(); // by operand
    assertThat(made).hasSameSizeAs(words);
    for (int i = 0; i < words.length; i++) {
      long index = i + 1L;
      Op op = EventBlock.op(words[i]);
      boolean isCause = causes.containsValue(index);
      boolean isWait = op == Op.NOTIFY || op == Op.WAKE;
      if (isCause || causes.containsKey(index)) {
        int operand = EventBlock.operand(made[i]);
        long cause = isCause ? index : causes.get(index);
        assertThat(made[i]).isEqualTo(EventBlock.withOperand(words[i], operand));
        assertThat(causeOf.getOrDefault(operand, cause)).isEqualTo(cause);
        causeOf.put(operand, cause);
      } else if (isWait && EventBlock.operand(words[i]) == inQuestion) {
        assertThat(made[i]).isEqualTo(EventBlock.word(Op.BEGIN, EventBlock.thread(words[i]), 0));
      } else {
        assertThat(made[i]).isEqualTo(words[i]);
        used.addAll(op.operand() == Op.Operand.LOCK ? Set.of(EventBlock.operand(made[i])) : used);
      }
    }
    assertThat(causeOf.keySet()).doesNotContainAnyElementsOf(used);
    assertThat(causeOf.values()).doesNotHaveDuplicates();
  }

  /** A grammar of 2^k events after some notifies on operand 1. */
  private static Grammar notifies(int notifies, int doublings, int more) {
    int[][] rules = new int[1 + doublings][];
    rules[0] = new int[notifies + 1 + more];
    Arrays.fill(rules[0], 1);
    Arrays.fill(rules[0], 0, notifies, 0);
    rules[0][notifies] = ~1;
    for (int rule = 1; rule < doublings; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[doublings] = new int[] {1, 1};
    return grammar(new long[] {EventBlock.word(Op.NOTIFY, 1, 1), NOTHING}, rules);
  }

  @Test
  void grammars_haveAtLeast64EventsForEachNotifyOrWake() {
    Grammar enough = notifies(3, 7, 64 - 3);
    assertThat(enough.events()).isEqualTo(3 * 64);
    assertThat(WakeGrammar.of(enough, operands(0b10))).isNotNull();
    Grammar tooFew = notifies(3, 7, 64 - 3 - 1);
    assertThat(tooFew.events()).isEqualTo(3 * 64 - 1);
    assertThat(WakeGrammar.of(tooFew, operands(0b10))).isNull();
    assertThat(WakeGrammar.of(tooFew, operands(0b101))).as("of others").isNotNull();
  }

  /** Rules 1 to 16 derive twice as many notifies as the next one, the others as much of nothing. */
  @Test
  void grammars_haveAtMost65536NotifiesAndWakes_andOneForEachSymbol() {
    int[][] rules = new int[1 + 16 + 30][];
    for (int rule = 1; rule < rules.length - 1; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[16] = new int[] {0, 0};
    rules[rules.length - 1] = new int[] {1, 1};
    long[] words = {EventBlock.word(Op.NOTIFY, 1, 1), NOTHING};
    rules[0] = new int[] {~1, ~17, ~10};
    int fewer = 128 - (int) grammar(words, rules).size(); // than the notifies of rule 10
    for (int more = fewer - 1; more <= fewer; more++) {
      rules[0] = new int[3 + more];
      Arrays.fill(rules[0], 1);
      System.arraycopy(new int[] {~1, ~17, ~10}, 0, rules[0], 0, 3);
      Grammar grammar = grammar(words, rules);
      assertThat(128 - grammar.size()).isEqualTo(fewer - more);
      Grammar made = WakeGrammar.of(grammar, operands(0b10));
      assertThat(made != null).as("%s symbols", grammar.size()).isEqualTo(more == fewer);
    }
  }

  @Test
  void lockReenteredByAThreadThatDoesNotWait_doesNotMatter() {
    long[] words = {
      EventBlock.word(Op.ACQUIRE, 3, 4),
      EventBlock.word(Op.ACQUIRE, 3, 4),
      EventBlock.word(Op.RELEASE, 1, 4),
      EventBlock.word(Op.NOTIFY, 2, 4),
      EventBlock.word(Op.ACQUIRE, 1, 4),
      EventBlock.word(Op.WAKE, 1, 4)
    };
    Grammar grammar = trace(words);
    BitSet four = operands(0b10000);
    assertThat(expanded(WakeGrammar.of(grammar, four, unbounded(grammar))))
        .containsExactly(
            words[0],
            words[1],
            words[2],
            EventBlock.word(Op.NOTIFY, 2, 5),
            words[4],
            EventBlock.word(Op.WAKE, 1, 5));
    long[] waiting = words.clone();
    waiting[0] = EventBlock.word(Op.ACQUIRE, 1, 4);
    waiting[1] = waiting[0];
    Grammar reentrant = trace(waiting);
    assertThat(WakeGrammar.of(reentrant, four, unbounded(reentrant))).isNull();
  }

  @Test
  void wakesThatNoNotifyMayCause_areOrdered() {
    Grammar grammar = trace(EventBlock.word(Op.WAKE, 1, 4), EventBlock.word(Op.WAKE, 2, 4));
    assertThat(WakeOrder.resolve(grammar)).isSameAs(grammar);
    Grammar notifies = trace(EventBlock.word(Op.NOTIFY, 1, 4), EventBlock.word(Op.NOTIFY, 2, 4));
    assertThat(WakeOrder.resolve(notifies)).isSameAs(notifies);
  }

  /** Accesses to a variable with the same number do not need the lock. */
  @Test
  void notifiesAndWakesWithTheLock_areOrdered_whateverElseHappens() {
    Grammar grammar = withLock(EventBlock.word(Op.WRITE, 1, 4), EventBlock.word(Op.WRITE, 2, 4));
    assertThat(WakeOrder.resolve(grammar)).isSameAs(grammar);
    Grammar other = withLock(EventBlock.word(Op.NOTIFY, 1, 5), EventBlock.word(Op.NOTIFY, 2, 5));
    assertThat(WakeOrder.resolve(other)).as("no wake of it").isSameAs(other);
    Grammar without = withLock(EventBlock.word(Op.NOTIFY, 1, 5), EventBlock.word(Op.WAKE, 2, 5));
    assertThat(WakeOrder.resolve(without)).as("too short").isNull();
  }

  private static Grammar withLock(long first, long second) {
    return trace(
        first,
        second,
        EventBlock.word(Op.ACQUIRE, 1, 9),
        EventBlock.word(Op.NOTIFY, 1, 4),
        EventBlock.word(Op.RELEASE, 1, 9),
        EventBlock.word(Op.ACQUIRE, 2, 9),
        EventBlock.word(Op.WAKE, 2, 4),
        EventBlock.word(Op.RELEASE, 2, 9));
  }
}
