package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Causes of wakes found in grammars, compared with the definition. */
class WaitStretchTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** By the index of each wake: the last notify between a release and the next acquire. */
  static Map<Long, Long> causes(long[] words) {
    Map<Long, Long> causes = new TreeMap<>();
    for (int wake = 0; wake < words.length; wake++) {
      if (EventBlock.op(words[wake]) == Op.WAKE) {
        int thread = EventBlock.thread(words[wake]);
        int[] wait = wait(words, wake, thread);
        for (int i = wait[0]; i < wait[1]; i++) {
          boolean isNotify = EventBlock.op(words[i]) == Op.NOTIFY;
          if (isNotify && EventBlock.operand(words[i]) == EventBlock.operand(words[wake])) {
            causes.put(wake + 1L, i + 1L);
          }
        }
      }
    }
    return causes;
  }

  /** The last acquire, before a wake, of the lock that the thread had released last before. */
  static int[] wait(long[] words, int wake, int thread) {
    int[] wait = {0, 0};
    int released = -1; // at
    for (int i = 0; i < wake; i++) {
      if (EventBlock.thread(words[i]) == thread) {
        Op op = EventBlock.op(words[i]);
        int lock = EventBlock.operand(words[i]);
        if (op == Op.RELEASE) {
          released = i;
        } else if (op == Op.ACQUIRE
            && released >= 0
            && EventBlock.operand(words[released]) == lock) {
          wait = new int[] {released, i};
        }
      }
    }
    return wait;
  }

  @ParameterizedTest
  @CsvSource({"2, 40, 150", "3, 60, 100", "9, 400, 10"})
  void grammars_haveTheCausesOfTheirTraces(int ids, int length, int rounds) {
    int found = 0;
    for (int round = 0; round < rounds; round++) {
      long[] words = RawTraces.withoutReentrance(random, ids, length);
      Grammar grammar = RawTraces.grammar(words, random);
      WaitStretch inner = new WaitStretch();
      Allowance.Rates rates =
          round % 2 == 0
              ? Allowance.Rates.UNBOUNDED
              : new Allowance.Rates(random.nextInt(4), 40, 20, 40, 9, 0, 50, 100);
      StretchWalk<WaitSummary> walk =
          StretchWalk.of(grammar, others(grammar), inner, new Allowance(grammar, rates));
      WaitCauses causes = new WaitCauses();
      walk.feed(causes);
      Map<Long, Long> expected = causes(words);
      assertThat(causes.isReentrant()).isFalse();
      assertThat(new TreeMap<>(causes.found())).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isPositive();
  }

  private static boolean[] others(Grammar grammar) {
    boolean[] others = new boolean[grammar.terminals()];
    for (int terminal = 0; terminal < others.length; terminal++) {
      Op op = EventBlock.op(grammar.word(terminal));
      others[terminal] = !List.of(Op.ACQUIRE, Op.RELEASE, Op.NOTIFY, Op.WAKE).contains(op);
    }
    return others;
  }

  /** Random acquires and releases, of which some traces acquire a lock that is held. */
  @ParameterizedTest
  @CsvSource({"2, 12, 300", "3, 30, 200"})
  void locksAcquiredTwice_areNoticed_howeverTheTraceIsCut(int ids, int length, int rounds) {
    int[] reentrant = {0, 0};
    for (int round = 0; round < rounds; round++) {
      long[] words = new long[random.nextInt(length)];
      Map<Long, Integer> depth = new HashMap<>();
      boolean isReentrant = false;
      for (int i = 0; i < words.length; i++) {
        int thread = random.nextInt(ids);
        int lock = random.nextInt(ids);
        long hold = WaitStretch.hold(thread, lock);
        int before = depth.getOrDefault(hold, 0);
        boolean acquires = before == 0 || before == 1 && random.nextInt(2 * length) == 0;
        words[i] = EventBlock.word(acquires ? Op.ACQUIRE : Op.RELEASE, thread, lock);
        depth.put(hold, before + (acquires ? 1 : -1));
        isReentrant |= acquires && before > 0;
      }
      Grammar grammar = RawTraces.grammar(words, random);
      WaitCauses causes = new WaitCauses();
      StretchWalk.of(
              grammar,
              others(grammar),
              new WaitStretch(),
              new Allowance(grammar, Allowance.Rates.UNBOUNDED))
          .feed(causes);
      assertThat(causes.isReentrant()).isEqualTo(isReentrant);
      reentrant[isReentrant ? 1 : 0]++;
    }
    assertThat(reentrant[0]).isGreaterThan(rounds / 10);
    assertThat(reentrant[1]).isGreaterThan(rounds / 20);
  }

  /** A step for each event, and for each thread and lock of a summary, which have six words. */
  @ParameterizedTest
  @CsvSource({"2, 40", "30, 400"})
  void sizes_areThoseOfTheSummary(int ids, int length) {
    long[] words = RawTraces.withoutReentrance(random, ids, length);
    WaitStretch stretch = new WaitStretch();
    int steps = 0;
    for (int i = 0; i < words.length; i++) {
      Op op = EventBlock.op(words[i]);
      if (op == Op.ACQUIRE || op == Op.RELEASE) {
        stretch.event(words[i], i + 1, 0);
        assertThat(stretch.steps()).isEqualTo(++steps);
      } else {
        stretch.pass(i + 1);
      }
    }
    WaitSummary summary = stretch.summary();
    int parts = summary.threads().length + summary.holds().length;
    assertThat(summary.events()).isEqualTo(words.length);
    assertThat(stretch.size()).isEqualTo(6L * parts);
    assertThat(stretch.space()).isEqualTo(6L * parts);
    stretch.append(summary);
    assertThat(stretch.steps()).isEqualTo(steps + parts);
    assertThat(stretch.summary().events()).isEqualTo(2L * words.length);
    for (Op op : List.of(Op.NOTIFY, Op.WAKE)) {
      stretch.event(EventBlock.word(op, 0, 0), 1, 0);
      assertThat(stretch.space()).as("no summary").isEqualTo(Long.MAX_VALUE);
      stretch.clear();
      assertThat(stretch.space() + stretch.size() + stretch.steps()).isZero();
      assertThat(stretch.summary().events()).isZero();
    }
  }

  /** Each of many threads releases a lock and acquires it again: two events of its own. */
  @Test
  void waitsOfManyThreads_areKept() {
    WaitStretch stretch = new WaitStretch();
    int threads = 40;
    for (int thread = 0; thread < threads; thread++) {
      stretch.event(EventBlock.word(Op.RELEASE, thread, 1), 2 * thread + 1, 0);
      stretch.event(EventBlock.word(Op.ACQUIRE, thread, 1), 2 * thread + 2, 0);
    }
    WaitSummary summary = stretch.summary();
    for (int i = 0; i < threads; i++) {
      int thread = summary.threads()[i];
      assertThat(summary.waitLock()[i]).isEqualTo(1);
      assertThat(summary.waitBegan()[i]).isEqualTo(2 * thread + 1);
      assertThat(summary.waitEnded()[i]).isEqualTo(2 * thread + 2);
    }
  }

  /** A grammar of a wait: 0 begins it, 1 notifies, 2 ends it, 3 is the wake, and 4 a read. */
  private static Grammar waitGrammar(int[][] rules) {
    long[] words = {
      EventBlock.word(Op.RELEASE, 1, 5),
      EventBlock.word(Op.NOTIFY, 2, 5),
      EventBlock.word(Op.ACQUIRE, 1, 5),
      EventBlock.word(Op.WAKE, 1, 5),
      EventBlock.word(Op.READ, 1, 0)
    };
    return Grammar.of(words, new int[words.length], rules);
  }

  /* The first wait ends after a notify, the second one is in two rules that are in a third one. */
  @Test
  void laterWaitWithoutANotify_endsAWakesCause_whereverItsRulesEnd() {
    int[][] rules = {{0, 1, 2, 4, ~1, 3}, {4, ~2, 4, ~3, 4}, {0, 4}, {4, 2}};
    Grammar grammar = waitGrammar(rules);
    assertThat(causes(grammar)).as("the second wait has none").isEmpty();
    int[][] early = {{0, 1, ~1, 3}, {4, ~2, 4, ~3, 4}, {2, 4}, {4, 0}};
    assertThat(causes(waitGrammar(early))).as("the wait ends in a rule").isEqualTo(Map.of(10L, 2L));
    int[][] apart = {{1, ~1, 3}, {4, 4, 4, 4, ~2}, {~3, ~3}, {0, 2}};
    assertThat(causes(waitGrammar(apart))).as("the wait begins after the notify").isEmpty();
  }

  /** The lock is released after the notify, at the end of a rule, and the wait ends after it. */
  @Test
  void waitThatBeginsInARule_beginsWhereItsReleaseIs() {
    int[][] inStart = {{1, ~1, 2, 3}, {4, 4, 4, 0}};
    assertThat(causes(waitGrammar(inStart))).isEmpty();
    int[][] inRule = {{1, ~1, 3}, {4, 4, ~2, 2}, {4, 4, 4, 0}};
    assertThat(causes(waitGrammar(inRule))).isEmpty();
    int[][] bothInRule = {{1, ~1, 3}, {4, 4, 4, 4, ~2}, {4, 0, 4, 2}};
    assertThat(causes(waitGrammar(bothInRule))).isEmpty();
    int[][] again = {{0, 1, 2, ~1, 3}, {4, 4, 4, 4, ~2}, {4, 0, 4, 2}};
    assertThat(causes(waitGrammar(again))).as("the second wait has none").isEmpty();
    int[][] notified = {{~1, 1, 2, 3}, {4, 4, 4, 0}};
    assertThat(causes(waitGrammar(notified))).isEqualTo(Map.of(7L, 5L));
  }

  private static Map<Long, Long> causes(Grammar grammar) {
    WaitCauses causes = new WaitCauses();
    Allowance allowance = new Allowance(grammar, Allowance.Rates.UNBOUNDED);
    StretchWalk.of(grammar, others(grammar), new WaitStretch(), allowance).feed(causes);
    return causes.found();
  }
}
