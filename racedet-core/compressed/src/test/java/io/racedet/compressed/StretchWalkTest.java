package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.trace.GrammarRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Walks by summaries which are the lists of their events, compared with the expanded trace. */
class StretchWalkTest {
  private static final long SEED = 42;
  private static final int LETTERS = 4;
  private static final long[] WORDS = {
    EventBlock.word(Op.READ, 1, 0),
    EventBlock.word(Op.ATOMIC_WRITE, 1, 1),
    EventBlock.word(Op.BEGIN, 1, 0),
    EventBlock.word(Op.WRITE, 1, 2)
  };
  private static final int[] LOCATIONS = {7, 8, 9, 10};
  private static final boolean[] PASSED = {false, false, true, false};

  private final SplittableRandom random = new SplittableRandom(SEED);

  private Grammar grammar(int length) {
    int[] trace = random.ints(length, 0, LETTERS).toArray();
    return RandomGrammars.of(WORDS, LOCATIONS, trace, random);
  }

  private static List<Long> expanded(Grammar grammar, int rule) {
    List<Long> events = new ArrayList<>();
    for (int i = 0; i < grammar.events(rule); i++) {
      int terminal = grammar.terminal(rule, i);
      events.add(PASSED[terminal] ? RecordedStretch.PASSED : WORDS[terminal]);
    }
    return events;
  }

  private Allowance.Rates rates() {
    return new Allowance.Rates(
        random.nextInt(4),
        random.nextInt(10),
        random.nextInt(3),
        random.nextInt(20),
        random.nextInt(3),
        random.nextInt(4),
        random.nextInt(40),
        random.nextInt(200));
  }

  @Test
  void trace_isFedWhateverIsSummarised() {
    int summaries = 0;
    int rules = 0;
    for (int round = 0; round < 400; round++) {
      Grammar grammar = grammar(random.nextInt(100));
      RecordedStretch inner = new RecordedStretch();
      Allowance allowance = new Allowance(grammar, rates());
      StretchWalk<List<Long>> walk = StretchWalk.of(grammar, PASSED, inner, allowance);
      for (int rule = 1; rule < grammar.rules(); rule++) {
        List<Long> summary = walk.summary(rule);
        rules++;
        if (summary != null) {
          assertThat(summary).isEqualTo(expanded(grammar, rule));
          summaries++;
        }
      }
      assertThat(walk.summary(Grammar.START)).isNull();
      assertThat(walk.words()).isEqualTo(allowance.granted());
      RecordedStretch whole = new RecordedStretch();
      walk.feed(whole);
      assertThat(whole.events).isEqualTo(expanded(grammar, Grammar.START));
    }
    assertThat(summaries).isBetween(rules / 20, rules / 2);
  }

  @Test
  void unboundedAllowance_summarisesEachRuleOfSeveralEvents() {
    for (int round = 0; round < 100; round++) {
      Grammar grammar = grammar(50);
      Allowance allowance = new Allowance(grammar, Allowance.Rates.UNBOUNDED);
      StretchWalk<List<Long>> walk =
          StretchWalk.of(grammar, PASSED, new RecordedStretch(), allowance);
      int summaries = 0;
      for (int rule = 1; rule < grammar.rules(); rule++) {
        boolean isSummarised = walk.summary(rule) != null;
        assertThat(isSummarised).isEqualTo(grammar.events(rule) > 1);
        summaries += isSummarised ? 1 : 0;
      }
      assertThat(walk.words()).as("a word, and 48 of objects").isEqualTo(49L * summaries);
    }
  }

  /** Each rule is the one after it with an event more: its stretch continues, event by event. */
  @Test
  void powersOfARule_continueItsStretch() {
    int[][] rules = new int[40][];
    for (int rule = 0; rule < 39; rule++) {
      rules[rule] = new int[] {~(rule + 1), rule % 2};
    }
    rules[39] = new int[] {0, 1};
    Grammar grammar = Grammar.of(WORDS, LOCATIONS, rules);
    RecordedStretch inner =
        new RecordedStretch() {
          @Override
          public void append(List<Long> next) {
            throw new AssertionError("its summary is not needed");
          }
        };
    Allowance allowance = new Allowance(grammar, Allowance.Rates.UNBOUNDED);
    StretchWalk<List<Long>> walk = StretchWalk.of(grammar, PASSED, inner, allowance);

    assertThat(inner.added).isEqualTo(2 + 38);
    assertThat(walk.summary(1)).isEqualTo(expanded(grammar, 1));
  }

  /** Of 2^k events of a rule no more is looked at than it may cost. */
  @Test
  void rulesThatCostTooMuch_areGivenUpEarly() {
    int[][] rules = new int[15][];
    for (int rule = 0; rule < 14; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[14] = new int[] {0, 1};
    Grammar grammar = Grammar.of(WORDS, LOCATIONS, rules);
    for (Allowance.Rates rates :
        List.of(
            new Allowance.Rates(1, 1 << 20, 0, 100, 0, 0, 100, 1000),
            new Allowance.Rates(1, 1 << 20, 100, 100, 0, 1 << 20, 0, 60))) {
      RecordedStretch inner = new RecordedStretch();
      StretchWalk<List<Long>> walk =
          StretchWalk.of(grammar, PASSED, inner, new Allowance(grammar, rates));
      assertThat(inner.added).isBetween(50L, 14 * 100L);
      assertThat(IntStream.range(0, 15).allMatch(rule -> walk.summary(rule) == null)).isTrue();
    }
    RecordedStretch inner = new RecordedStretch();
    StretchWalk.of(
        grammar,
        PASSED,
        inner,
        new Allowance(grammar, new Allowance.Rates(1, 0, 9, 9, 9, 0, 9, 9)));
    assertThat(inner.added).as("without any steps").isZero();
  }

  @Test
  void details_haveTheLocation_andWhetherTheAccessIsAtomic() {
    Grammar grammar = Grammar.of(WORDS, LOCATIONS, new int[] {0, 1, 2, 3});
    RecordedStretch whole = new RecordedStretch();
    StretchWalk.of(grammar, PASSED, new RecordedStretch(), new Allowance(grammar)).feed(whole);

    assertThat(whole.details).hasSize(3);
    long[] details = whole.details.stream().mapToLong(Long::longValue).toArray();
    assertThat(Arrays.stream(details).mapToInt(AccessContext::location)).containsExactly(7, 8, 10);
    assertThat(AccessContext.isAtomic(details[0])).isFalse();
    assertThat(AccessContext.isAtomic(details[1])).isTrue();
    assertThat(AccessContext.isAtomic(details[2])).isFalse();
  }

  /** A beginning that finds races in all stretches with some event, and counts how often. */
  private static final class Racing extends RecordedStretch implements Beginning<List<Long>> {
    private final long racing;
    private int looks;
    private int appended;

    Racing(long racing) {
      this.racing = racing;
    }

    @Override
    public boolean racesIn(List<Long> next) {
      looks++;
      return next.contains(racing);
    }

    @Override
    public void append(List<Long> next) {
      appended++;
      assertThat(next).doesNotContain(racing);
      super.append(next);
    }

    @Override
    public BitSet appendRaceless(List<Long> next) {
      throw new AssertionError("not of rules");
    }
  }

  @Test
  void rulesWithRaces_areExpanded_asLongAsLooksAreAllowed() {
    int appended = 0;
    for (int round = 0; round < 300; round++) {
      Grammar grammar = grammar(20 + random.nextInt(80));
      Allowance allowance = new Allowance(grammar, Allowance.Rates.UNBOUNDED);
      StretchWalk<List<Long>> walk =
          StretchWalk.of(grammar, PASSED, new RecordedStretch(), allowance);
      Racing whole = new Racing(WORDS[3]);
      walk.feed((Beginning<List<Long>>) whole);
      assertThat(whole.events).isEqualTo(expanded(grammar, Grammar.START));
      assertThat(allowance.isLeftForRaces()).isTrue();
      appended += whole.appended;
      allowance.spendOnRaces(1L << 50);
      Racing late = new Racing(WORDS[3]);
      walk.feed((Beginning<List<Long>>) late);
      assertThat(late.events).isEqualTo(whole.events);
      assertThat(late.looks + late.appended).as("without looks").isZero();
    }
    assertThat(appended).isGreaterThan(300);
  }

  /** Two words may be looked at in vain: one for each event. */
  @Test
  void looksInVain_areSpent() {
    Grammar grammar =
        Grammar.of(WORDS, LOCATIONS, new int[] {~1, ~1, ~1, ~1}, new int[] {3, 3, 3, 3});
    Allowance.Rates rates = new Allowance.Rates(1, 99, 99, 99, 1, 0, 99, 999);
    StretchWalk<List<Long>> walk =
        StretchWalk.of(grammar, PASSED, new RecordedStretch(), new Allowance(grammar, rates));
    Racing whole = new Racing(WORDS[3]);
    walk.feed((Beginning<List<Long>>) whole);

    assertThat(whole.looks).as("16 words are allowed").isEqualTo(4);
    Racing again = new Racing(WORDS[3]);
    for (int i = 0; i < 4; i++) {
      walk.feed((Beginning<List<Long>>) new Racing(WORDS[3]));
    }
    walk.feed((Beginning<List<Long>>) again);
    assertThat(again.looks).isZero();
  }

  @Test
  void accessesThatCannotRace_areThoseOfVariablesWithoutAConflict() {
    List<Op> ops = List.of(Op.READ, Op.WRITE, Op.ATOMIC_READ, Op.ATOMIC_WRITE, Op.ACQUIRE);
    for (int round = 0; round < 300; round++) {
      long[] words =
          IntStream.range(0, 1 + random.nextInt(8))
              .mapToLong(
                  i ->
                      EventBlock.word(
                          ops.get(random.nextInt(5)), random.nextInt(3) * 5, random.nextInt(3)))
              .toArray();
      Grammar grammar =
          Grammar.of(words, new int[words.length], IntStream.range(0, words.length).toArray());
      boolean[] others = Contended.others(grammar);
      for (int i = 0; i < words.length; i++) {
        assertThat(others[i]).isEqualTo(EventBlock.isAccess(words[i]) && !mayRace(words, words[i]));
      }
    }
  }

  private static boolean mayRace(long[] words, long access) {
    long[] same =
        Arrays.stream(words)
            .filter(w -> EventBlock.isAccess(w))
            .filter(w -> EventBlock.operand(w) == EventBlock.operand(access))
            .toArray();
    return Arrays.stream(same).mapToInt(EventBlock::thread).distinct().count() > 1
        && Arrays.stream(same).anyMatch(w -> AccessKind.isWrite(AccessKind.of(w)))
        && Arrays.stream(same).anyMatch(EventBlock::isPlain);
  }

  @Test
  void contexts_ofSomeEvents_areThoseOfTheExpandedTrace() {
    for (int round = 0; round < 200; round++) {
      long[] words = RawTraces.withoutReentrance(random, 3, 60);
      Grammar grammar = RawTraces.grammar(words, random);
      LockContexts contexts = new LockContexts();
      int[] expected = RawTraces.contextsBefore(words, contexts);
      long[] indices =
          random.longs(random.nextInt(6), 1, words.length + 1).sorted().distinct().toArray();
      ContextsAt found = ContextsAt.of(grammar, indices, contexts);
      for (long index : indices) {
        assertThat(found.at(index)).isEqualTo(expected[(int) index - 1]);
      }
    }
    assertThat(GrammarRules.expand(grammar(5))).hasSize(5);
  }

  @Test
  void openLocks_haveTheStepsAndWordsOfTheirLocks() {
    OpenLocksStretch stretch = new OpenLocksStretch();
    stretch.event(EventBlock.word(Op.WRITE, 1, 0), 1, 0);
    stretch.event(EventBlock.word(Op.ACQUIRE, 1, 0), 2, 0);
    stretch.event(EventBlock.word(Op.RELEASE, 1, 7), 3, 0);

    assertThat(stretch.steps()).isEqualTo(2);
    assertThat(stretch.size()).as("a thread and two locks").isEqualTo(3);
    assertThat(stretch.space()).isEqualTo(3);
  }
}
