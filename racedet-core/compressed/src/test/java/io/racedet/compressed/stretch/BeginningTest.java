package io.racedet.compressed.stretch;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.summary.NaiveOrder;
import io.racedet.engine.EngineRun.Report;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first race of each variable, found in a trace that is added by events and by summaries,
 * compared with the definition; and whether a summary is said to include such a race.
 */
class BeginningTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private int appended; // summaries
  private int refused; // summaries with a race

  /** How to analyse stretches. */
  private record Analysis<S>(
      boolean byLocks, Supplier<Stretch<S>> inner, Function<RaceSink, Beginning<S>> first) {}

  private static final Analysis<HbSummary> HB =
      new Analysis<>(
          false,
          () -> new HbStretch(NaiveRaces.OBJECTS),
          races -> new HbBeginning(races, NaiveRaces.OBJECTS));
  private static final Analysis<LocksetSummary> LOCKSETS =
      new Analysis<>(
          true,
          () -> new LocksetStretch(NaiveRaces.OBJECTS),
          races -> new LocksetBeginning(races, NaiveRaces.OBJECTS));

  /** Many accesses, locks that can be taken often enough, and a few of all else. */
  static List<Op> ops(int reads, boolean withAllocations) {
    List<Op> ops = new ArrayList<>(List.of(Op.values()));
    ops.addAll(Collections.nCopies(reads, Op.READ));
    ops.addAll(Collections.nCopies(4, Op.WRITE));
    ops.addAll(Collections.nCopies(3, Op.ATOMIC_READ));
    ops.addAll(Collections.nCopies(2, Op.ATOMIC_WRITE));
    for (Op op : List.of(Op.ACQUIRE, Op.RELEASE, Op.ACQUIRE_SHARED, Op.RELEASE_SHARED)) {
      ops.addAll(Collections.nCopies(8, op));
    }
    ops.addAll(Collections.nCopies(4, Op.FORK));
    ops.addAll(Collections.nCopies(4, Op.JOIN));
    if (!withAllocations) {
      ops.remove(Op.ALLOC);
    }
    return ops;
  }

  @ParameterizedTest
  @CsvSource({"2, 20, 60", "3, 50, 30", "5, 100, 10", "20, 300, 2"})
  void happensBefore_races_areThoseOfTheDefinition(int ids, int length, int rounds) {
    check(HB, ids, length, rounds);
  }

  @ParameterizedTest
  @CsvSource({"2, 40, 60", "3, 80, 30", "5, 150, 10", "70, 600, 2"})
  void locksets_violations_areThoseOfTheDefinition(int ids, int length, int rounds) {
    check(LOCKSETS, ids, length, rounds);
  }

  private <S> void check(Analysis<S> analysis, int ids, int length, int rounds) {
    for (int round = 0; round < rounds; round++) {
      List<Op> ops = ops(random.nextInt(20), round % 2 == 0);
      long[] all = NaiveOrder.random(random, ids, length / 2 + random.nextInt(length), ops);
      long[] words = guarded(all, random.nextInt(3) * 50);
      long[] details = random.longs(words.length).toArray();
      check(analysis, words, details);
    }
    assertThat(appended).isPositive();
    assertThat(refused).isPositive();
  }

  /** A part of the accesses without the lock of their variable is left out. */
  private long[] guarded(long[] words, int percent) {
    Map<Long, Integer> held = new HashMap<>(); // by thread and lock
    return Arrays.stream(words)
        .filter(
            word -> {
              Op op = EventBlock.op(word);
              long hold = (long) EventBlock.thread(word) << Integer.SIZE | EventBlock.operand(word);
              boolean acquires = op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
              boolean releases = op == Op.RELEASE || op == Op.RELEASE_SHARED;
              held.merge(hold, acquires ? 1 : releases ? -1 : 0, Integer::sum);
              boolean isGuarded = !EventBlock.isAccess(word) || held.get(hold) > 0;
              return isGuarded || random.nextInt(100) >= percent;
            })
        .toArray();
  }

  private <S> void check(Analysis<S> analysis, long[] words, long[] details) {
    NaiveRaces naive = new NaiveRaces(analysis.byLocks);
    List<Report> found = new ArrayList<>();
    Beginning<S> whole = analysis.first.apply(sink(found));
    int at = 0;
    while (at < words.length) {
      int most = words.length / random.nextInt(1, 20);
      int end = Math.min(words.length, at + 1 + random.nextInt(1 + most));
      int before = naive.races().size();
      for (int i = at; i < end; i++) {
        naive.add(words[i], details[i]);
      }
      BitSet racing = new BitSet();
      naive.races().subList(before, naive.races().size()).forEach(r -> racing.set(r.variable()));
      if (random.nextInt(3) == 0) {
        feed(whole, words, details, at, end);
      } else {
        Stretch<S> next = analysis.inner.get();
        fill(next, analysis, words, details, at, end, random);
        append(analysis, whole, next.summary(), words, details, at, end, racing);
      }
      at = end;
      assertThat(found).containsExactlyInAnyOrderElementsOf(naive.races());
    }
  }

  private static RaceSink sink(List<Report> found) {
    return (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
        found.add(
            new Report(
                variable,
                first == 0 ? null : kind,
                ordered,
                first,
                firstDetail,
                second,
                secondDetail));
  }

  private static void feed(Growing<?> stretch, long[] words, long[] details, int from, int end) {
    for (int i = from; i < end; i++) {
      stretch.event(words[i], i + 1, details[i]);
    }
  }

  /** Adds events one by one, or as summaries of stretches which are made in the same way. */
  private static <S> void fill(
      Stretch<S> stretch,
      Analysis<S> analysis,
      long[] words,
      long[] details,
      int from,
      int to,
      SplittableRandom random) {
    int at = from;
    while (at < to) {
      int end = Math.min(to, at + 1 + random.nextInt(to - from));
      if (random.nextBoolean() || end - at == to - from) {
        for (; at < end; at++) {
          stretch.event(words[at], at + 1 - from, details[at]);
        }
      } else {
        Stretch<S> part = analysis.inner.get();
        fill(part, analysis, words, details, at, end, random);
        stretch.append(part.summary());
        at = end;
      }
    }
  }

  private <S> void append(
      Analysis<S> analysis,
      Beginning<S> whole,
      S summary,
      long[] words,
      long[] details,
      int from,
      int end,
      BitSet racing) {
    boolean allocates =
        Arrays.stream(words, from, end).anyMatch(word -> EventBlock.op(word) == Op.ALLOC);
    if (!allocates && random.nextInt(3) == 0) {
      assertThat(whole.appendRaceless(summary)).isEqualTo(racing);
      for (int i = from; i < end; i++) {
        if (!EventBlock.isAccess(words[i]) || racing.get(EventBlock.operand(words[i]))) {
          whole.event(words[i], i + 1, details[i]);
        }
      }
      whole.pass(end);
      return;
    }
    boolean races = whole.racesIn(summary);
    if (!analysis.byLocks || !allocates) {
      assertThat(races).as("whether the stretch has a race").isEqualTo(!racing.isEmpty());
    } else if (!racing.isEmpty()) {
      assertThat(races).isTrue();
    }
    if (races) {
      refused++;
      feed(whole, words, details, from, end);
    } else {
      appended++;
      whole.append(summary);
    }
  }
}
