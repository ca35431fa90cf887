package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.TraceCompressor;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks of whole grammars before they are analysed, compared with the rules of a trace. */
class TraceChecksTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** The rules of a well-formed trace, event by event. */
  private static final class Naive {
    final Map<Long, Integer> exclusive = new HashMap<>(); // by lock and thread: how often held
    final Map<Long, Integer> shared = new HashMap<>();
    final Set<Integer> forked = new HashSet<>();
    final Set<Integer> stopped = new HashSet<>();
    final Set<Integer> ran = new HashSet<>();
    final Set<Integer> seen = new HashSet<>();
    boolean isUpgrade; // an acquire in write mode by a thread that holds both modes

    /** Whether an event may come next, which it does then. */
    boolean add(long word) {
      Op op = EventBlock.op(word);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      long hold = (long) operand << Integer.SIZE | thread;
      boolean isLegal =
          !stopped.contains(thread)
              && switch (op) {
                case BEGIN -> !ran.contains(thread);
                case FORK -> operand != thread && !seen.contains(operand);
                case JOIN -> operand != thread;
                case ACQUIRE ->
                    isFree(exclusive, hold)
                        && isFree(shared, hold)
                        && (exclusive.getOrDefault(hold, 0) > 0
                            || shared.getOrDefault(hold, 0) == 0);
                case ACQUIRE_SHARED -> isFree(exclusive, hold);
                case RELEASE -> exclusive.getOrDefault(hold, 0) > 0;
                case RELEASE_SHARED -> shared.getOrDefault(hold, 0) > 0;
                default -> true;
              };
      if (isLegal) {
        run(op, thread, operand, hold);
      }
      return isLegal;
    }

    private void run(Op op, int thread, int operand, long hold) {
      ran.add(thread);
      seen.add(thread);
      isUpgrade |= op == Op.ACQUIRE && shared.getOrDefault(hold, 0) > 0;
      switch (op) {
        case END -> stopped.add(thread);
        case FORK -> {
          forked.add(operand);
          seen.add(operand);
        }
        case JOIN -> {
          stopped.add(operand);
          seen.add(operand);
        }
        case ACQUIRE -> exclusive.merge(hold, 1, Integer::sum);
        case RELEASE -> exclusive.merge(hold, -1, Integer::sum);
        case ACQUIRE_SHARED -> shared.merge(hold, 1, Integer::sum);
        case RELEASE_SHARED -> shared.merge(hold, -1, Integer::sum);
        default -> {
          /* No state. */
        }
      }
    }

    private static boolean isFree(Map<Long, Integer> holds, long hold) {
      return holds.entrySet().stream()
          .allMatch(
              e ->
                  e.getValue() == 0
                      || e.getKey() == hold
                      || e.getKey() >> Integer.SIZE != hold >> Integer.SIZE);
    }
  }

  /** Traces of which some end with an event that must not come then, and continue after it. */
  @ParameterizedTest
  @CsvSource({"2, 12, 200", "3, 30, 80", "20, 150, 8"})
  void wellFormedTraces_andNoOthers_areCertain(int ids, int length, int rounds) {
    int[] certain = {0, 0};
    for (int round = 0; round < rounds; round++) {
      Naive naive = new Naive();
      List<Long> words = new ArrayList<>();
      boolean isBroken = false;
      int fault = round % 2 == 0 ? random.nextInt(length) : length;
      for (int i = 0; i < length; i++) {
        long word = any(ids);
        boolean isLegal = naive.add(word);
        if (isLegal || i >= fault && !isBroken) {
          words.add(word);
          isBroken |= !isLegal;
        }
      }
      long[] trace = words.stream().mapToLong(Long::longValue).toArray();
      Grammar grammar = RawTraces.grammar(trace, random);
      boolean isCertain =
          random.nextInt(4) == 0
              ? WellFormedness.isCertain(grammar)
              : WellFormedness.isCertain(
                  grammar, new Allowance(grammar, Allowance.Rates.UNBOUNDED));
      if (isBroken || !naive.isUpgrade) {
        assertThat(isCertain).as("%s", words).isEqualTo(!isBroken);
        certain[isCertain ? 1 : 0]++;
      }
    }
    assertThat(Math.min(certain[0], certain[1])).isGreaterThan(rounds / 8);
  }

  private long any(int ids) {
    List<Op> lockOps = List.of(Op.ACQUIRE, Op.RELEASE, Op.ACQUIRE_SHARED, Op.RELEASE_SHARED);
    List<Op> others = List.of(Op.FORK, Op.JOIN, Op.BEGIN, Op.END, Op.WRITE, Op.READ, Op.READ);
    boolean isLockOp = random.nextInt(3) != 0;
    boolean isAccess = random.nextInt(3) != 0;
    Op op =
        isLockOp
            ? lockOps.get(random.nextInt(4))
            : isAccess ? Op.READ : others.get(random.nextInt(others.size()));
    return EventBlock.word(op, random.nextInt(ids), random.nextInt(ids));
  }

  /** A step for each hold that an event visits, which does not depend on how many there are. */
  @Test
  void requirementsOfManyThreads_takeAFewStepsAnEvent() {
    LockRequirements requirements = new LockRequirements();
    int threads = 200;
    for (int round = 0; round < 2; round++) {
      for (int thread = 0; thread < threads; thread++) {
        long before = requirements.steps();
        requirements.take(Op.ACQUIRE, thread, 3);
        requirements.take(Op.RELEASE, thread, 3);
        assertThat(requirements.steps() - before).isBetween(2L, 5L);
      }
      assertThat(requirements.size()).as("a lock, and a hold for each").isEqualTo(1 + threads);
    }
    assertThat(requirements.isBroken()).isFalse();
    assertThat(requirements.isNothingHeldBefore()).isTrue();
    WellFormednessSummary summary = requirements.summary(new int[0], new int[0]);
    assertThat(summary.who()).as("all are as those that do not occur").isEmpty();
    assertThat(summary.locks()).containsExactly(3);
    requirements.clear();
    assertThat(requirements.steps() + requirements.size()).isZero();
  }

  /** Holds of each lock and thread, after which nothing may be held in some mode. */
  @Test
  void rulesThatRequireAnExactHold_areRefusedWithAnotherOne() {
    long acquire = EventBlock.word(Op.ACQUIRE, 1, 3);
    long release = EventBlock.word(Op.RELEASE, 1, 3);
    long shared = EventBlock.word(Op.ACQUIRE_SHARED, 1, 3);
    long unshare = EventBlock.word(Op.RELEASE_SHARED, 1, 3);
    long other = EventBlock.word(Op.ACQUIRE, 2, 3);
    long otherShared = EventBlock.word(Op.ACQUIRE_SHARED, 2, 3);

    assertThat(isCertain(new long[] {acquire}, release, other)).isTrue();
    assertThat(isCertain(new long[] {acquire}, other, release)).isFalse();
    assertThat(isCertain(new long[] {acquire, acquire}, release, other)).isFalse();
    assertThat(isCertain(new long[] {acquire, acquire}, release, release, other)).isTrue();
    assertThat(isCertain(new long[] {shared}, unshare, other)).isTrue();
    assertThat(isCertain(new long[] {shared}, other, unshare)).isFalse();
    assertThat(isCertain(new long[] {shared, shared}, unshare, other)).isFalse();
    assertThat(isCertain(new long[] {acquire}, release, otherShared)).isTrue();
    assertThat(isCertain(new long[] {acquire}, otherShared, release)).isFalse();
    assertThat(isCertain(new long[] {shared}, otherShared, unshare)).isTrue();
  }

  /** Whether a trace is certain of which the last events are a rule. */
  private static boolean isCertain(long[] first, long... rule) {
    long[] words = Arrays.copyOf(first, first.length + rule.length);
    System.arraycopy(rule, 0, words, first.length, rule.length);
    int[] start = new int[first.length + 1];
    Arrays.setAll(start, i -> i < first.length ? i : ~1);
    int[] rest = new int[rule.length];
    Arrays.setAll(rest, i -> first.length + i);
    Grammar grammar = Grammar.of(words, new int[words.length], start, rest);
    return WellFormedness.isCertain(grammar, new Allowance(grammar, Allowance.Rates.UNBOUNDED));
  }

  @Test
  void threadThatHasEnded_mustNotForkOrJoin_andOneThatForkedMustNotBegin() {
    long begin = EventBlock.word(Op.BEGIN, 1, 0);
    long end = EventBlock.word(Op.END, 1, 0);
    for (Op op : List.of(Op.FORK, Op.JOIN)) {
      long event = EventBlock.word(op, 1, 2);
      assertThat(isCertain(new long[] {begin}, event, end)).isTrue();
      assertThat(isCertain(new long[] {begin}, end, event)).isFalse();
      assertThat(isCertain(new long[] {event}, begin, end)).isFalse();
    }
  }

  /** A word for each thread, and three for each lock and each hold; a step for each event. */
  @Test
  void sizesOfChecks_countThreadsLocksAndHolds() {
    WellFormedness stretch = new WellFormedness();
    stretch.event(EventBlock.word(Op.READ, 1, 9), 1, 0);
    stretch.event(EventBlock.word(Op.READ, 1, 9), 2, 0);
    stretch.event(EventBlock.word(Op.WRITE, 2, 9), 3, 0);
    assertThat(stretch.steps()).isEqualTo(3);
    assertThat(stretch.size()).isEqualTo(2);
    stretch.event(EventBlock.word(Op.RELEASE, 1, 5), 4, 0);
    assertThat(stretch.steps()).as("a hold is visited").isEqualTo(3 + 2);
    assertThat(stretch.size()).isEqualTo(2 + 3 * 2);
    assertThat(stretch.space()).isEqualTo(stretch.size());
    WellFormednessSummary summary = stretch.summary();
    stretch.append(summary);
    assertThat(stretch.steps()).as("two threads, a hold").isEqualTo(5 + 3);
    stretch.clear();
    assertThat(stretch.steps() + stretch.size() + stretch.space()).isZero();
  }

  /**
   * A release requires nothing of threads that do not occur, so that their holds are not visited.
   */
  @Test
  void appendedReleases_doNotVisitOtherHolds() {
    LockRequirements release = new LockRequirements();
    release.take(Op.RELEASE, 0, 3);
    WellFormednessSummary summary = release.summary(new int[0], new int[0]);
    LockRequirements requirements = new LockRequirements();
    for (int thread = 0; thread < 16; thread++) {
      assertThat(requirements.isNothingHeldBefore()).isEqualTo(thread == 0);
      requirements.take(Op.RELEASE, thread, 3);
    }
    long before = requirements.steps();
    requirements.append(summary);
    assertThat(requirements.steps() - before).isEqualTo(1);
    requirements.clear();
    assertThat(requirements.isNothingHeldBefore()).isTrue();
  }

  /** A trace of a fork, some events of the child, and a join, for each thread. */
  private static Grammar children(int threads, int events, int more) {
    TraceCompressor trace = new TraceCompressor(true);
    for (int thread = 1; thread <= threads; thread++) {
      trace.append(EventBlock.word(Op.FORK, 0, thread), EventSink.NO_LOCATION);
      for (int i = 0; i < events; i++) {
        trace.append(EventBlock.word(Op.WRITE, thread, 0), EventSink.NO_LOCATION);
      }
      trace.append(EventBlock.word(Op.JOIN, 0, thread), EventSink.NO_LOCATION);
    }
    for (int i = 0; i < more; i++) {
      trace.append(EventBlock.word(Op.WRITE, 0, 0), EventSink.NO_LOCATION);
    }
    return trace.grammar();
  }

  /** With 20 threads, 40 sync events are 800 words: 8 for each of 100 events. */
  @Test
  void locksets_areFasterFromEightWordsAnEventOn() {
    assertThat(HbEngineChoice.isByLocksets(children(19, 1, 38))).as("95 events").isTrue();
    assertThat(HbEngineChoice.isByLocksets(children(19, 2, 19))).as("95 events").isTrue();
    assertThat(HbEngineChoice.isByLocksets(children(19, 2, 20))).as("96 events").isFalse();
  }

  @Test
  void locksets_keepUpTo32768SyncEvents() {
    long[] words = {EventBlock.word(Op.SYNC_WRITE, 0, 0), EventBlock.word(Op.SYNC_READ, 1, 0)};
    int[][] rules = new int[16][];
    for (int rule = 0; rule < 15; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[15] = new int[] {0};
    long[] many = Arrays.copyOf(words, 300);
    for (int i = 2; i < 300; i++) {
      many[i] = EventBlock.word(Op.WRITE, i, 0);
    }
    Grammar grammar = Grammar.of(many, new int[300], rules);
    assertThat(grammar.events()).isEqualTo(32_768);
    assertThat(HbEngineChoice.isByLocksets(grammar)).isTrue();
    rules[0] = new int[] {~1, ~1, 1};
    assertThat(HbEngineChoice.isByLocksets(Grammar.of(many, new int[300], rules))).isFalse();
  }

  /** Of 300 threads, 256 count: 1 sync event is 256 words, for 32 events. */
  @Test
  void threadsBeyond256_shareTheirClocks() {
    long[] words = new long[300];
    int[] trace = new int[32];
    for (int i = 0; i < 300; i++) {
      words[i] = EventBlock.word(i == 0 ? Op.SYNC_WRITE : Op.WRITE, i, 0);
    }
    Arrays.setAll(trace, i -> i);
    assertThat(HbEngineChoice.isByLocksets(Grammar.of(words, new int[300], trace))).isTrue();
    int[] longer = Arrays.copyOf(trace, 33);
    longer[32] = 40;
    assertThat(HbEngineChoice.isByLocksets(Grammar.of(words, new int[300], longer))).isFalse();
  }
}
