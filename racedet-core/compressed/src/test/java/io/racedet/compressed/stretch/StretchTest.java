package io.racedet.compressed.stretch;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.stretch.KnownStretch.Access;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.ChunkOrder;
import io.racedet.compressed.summary.Symbol;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries of stretches, made by events and by other summaries, compared with what they mean. */
class StretchTest {
  private static final long SEED = 42;
  private static final long ENTRY = 9; // words of an entry: its thread, four times, four details

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Adds events one by one, or as summaries of stretches which are made in the same way. */
  private <S> Stretch<S> fill(
      Stretch<S> stretch,
      Supplier<Stretch<S>> maker,
      KnownStretch all,
      int from,
      int to,
      boolean whole) {
    int at = from;
    while (at < to) {
      int end = whole ? to : Math.min(to, at + 1 + random.nextInt(to - from));
      long steps = stretch.steps();
      if (random.nextBoolean() || end - at == to - from) {
        for (; at < end; at++) {
          stretch.event(all.words[at], at + 1 - from, all.details[at]);
          assertThat(stretch.steps()).isGreaterThan(steps++);
        }
      } else {
        Stretch<S> part = fill(maker.get(), maker, all, at, end, false);
        stretch.append(part.summary());
        assertThat(stretch.steps()).isGreaterThan(steps);
        at = end;
      }
    }
    return stretch;
  }

  @ParameterizedTest
  @CsvSource({"2, 15, 60", "3, 40, 30", "5, 80, 10", "20, 200, 2"})
  void happensBefore_summaries_haveWhatMayRace(int ids, int length, int rounds) {
    Stretch<HbSummary> reused = new HbStretch(NaiveRaces.OBJECTS);
    for (int round = 0; round < rounds; round++) {
      KnownStretch all = new KnownStretch(random, ids, length, round % 3 != 0);
      reused.clear();
      assertThat(reused.steps() + reused.space() + reused.size()).isZero();
      boolean isByEvents = round % 2 == 0;
      fill(reused, () -> new HbStretch(NaiveRaces.OBJECTS), all, 0, all.words.length, isByEvents);
      assertHb(all, reused, isByEvents);
    }
  }

  private void assertHb(KnownStretch all, Stretch<HbSummary> stretch, boolean isByEvents) {
    HbSummary summary = stretch.summary();
    assertThat(Arrays.stream(summary.variables()).boxed())
        .containsExactlyInAnyOrderElementsOf(all.periods.keySet());
    for (int i = 0; i < summary.variables().length; i++) {
      List<List<Access>> periods = all.periods.get(summary.variables()[i]);
      List<Access> first = periods.get(0);
      List<Access> last = periods.get(periods.size() - 1);
      boolean isRenewed = periods.size() > 1;
      boolean racesLater = periods.subList(1, periods.size()).stream().anyMatch(all::races);
      boolean isWritten = first.stream().anyMatch(access -> access.kind() == AccessKind.WRITE);
      int flags =
          (isRenewed ? HbSummary.RENEWED : 0)
              | (all.races(first) ? HbSummary.RACES_AT_ONCE : 0)
              | (racesLater ? HbSummary.RACES_LATER : 0)
              | (isRenewed || all.races(first) || isWritten ? HbSummary.CLOSED : 0)
              | (all.races(last) ? HbSummary.DONE : 0);
      assertThat(summary.flags()[i]).isEqualTo(flags);
      Set<Access> heads =
          all.uncovered(
              all.races(first) ? List.of() : first,
              (a, b) ->
                  b.time() < a.time()
                      && AccessKind.isCovered(a.kind(), b.kind())
                      && all.isOrdered(b, a));
      assertThat(heads(all, summary, i)).isEqualTo(heads);
      Set<Access> tails =
          all.uncovered(
              all.races(last) ? List.of() : last,
              (a, b) ->
                  b.time() > a.time()
                      && AccessKind.isCovered(a.kind(), b.kind())
                      && all.isOrdered(a, b));
      assertTails(summary, i, tails, last, isByEvents);
    }
    long size = summary.variables().length + summary.headWho().length + summary.tailWho().length;
    assertThat(stretch.size()).isEqualTo(size + size(summary.order()));
    long accesses = summary.headWho().length + summary.tailWho().length;
    assertThat(stretch.space())
        .isGreaterThanOrEqualTo(
            3 * accesses + 2L * summary.variables().length + leastSpace(summary.order()))
        .isLessThanOrEqualTo(
            3L * 2 * all.words.length
                + 2L * summary.variables().length
                + mostSpace(summary.order()));
  }

  private static long size(ChunkOrder order) {
    long joins = Arrays.stream(order.before()).map(Long::bitCount).sum();
    int parts = order.sets().length + order.before().length + order.known().length;
    return order.symbols().length + parts + joins;
  }

  private static long leastSpace(ChunkOrder order) {
    return (long) order.symbols().length * (order.words() + order.columns().length)
        + order.sets().length;
  }

  private static long mostSpace(ChunkOrder order) {
    return order.symbols().length * (order.words() + 2L * order.columns().length + 4)
        + order.sets().length;
  }

  /** The first accesses, each with the set of pasts before it. */
  private Set<Access> heads(KnownStretch all, HbSummary summary, int i) {
    ChunkOrder order = summary.order();
    Set<Access> heads = new HashSet<>();
    for (int at = summary.headBegin(i); at < summary.headEnd()[i]; at++) {
      int time = (int) summary.headTime()[at];
      int who = summary.headWho()[at];
      heads.add(access(order, who, time, all.details[time - 1]));
      Set<Integer> pasts = new TreeSet<>();
      for (int row = 0; row < order.symbols().length; row++) {
        int word = (int) summary.headSet()[at] * order.words() + row / Long.SIZE;
        if ((order.sets()[word] >>> row & 1) != 0) {
          pasts.add(order.symbols()[row]);
        }
      }
      assertThat(pasts).isEqualTo(all.pasts.get(time - 1));
    }
    assertThat(heads).hasSize(summary.headEnd()[i] - summary.headBegin(i));
    return heads;
  }

  private static Access access(ChunkOrder order, int who, int time, long detail) {
    int symbol = order.symbols()[order.columns()[who >> AccessKind.BITS]];
    return new Access(time, Symbol.id(symbol), who & AccessKind.MASK, detail);
  }

  /**
   * If the stretch was made by other summaries, it may also have earlier accesses by threads other
   * than that of the later one which covers them.
   */
  private static void assertTails(
      HbSummary summary, int i, Set<Access> expected, List<Access> last, boolean isByEvents) {
    Set<Access> tails = new HashSet<>();
    Set<Integer> who = new HashSet<>();
    for (int at = summary.tailBegin(i); at < summary.tailEnd()[i]; at++) {
      int time = (int) summary.tailTime()[at];
      tails.add(access(summary.order(), summary.tailWho()[at], time, summary.tailDetail()[at]));
      who.add(summary.tailWho()[at]);
    }
    assertThat(tails).hasSize(summary.tailEnd()[i] - summary.tailBegin(i)).hasSameSizeAs(who);
    if (isByEvents) {
      assertThat(tails).isEqualTo(expected);
    }
    assertThat(tails).containsAll(expected);
    assertThat(last).containsAll(tails);
    int write =
        last.stream()
            .filter(access -> access.kind() == AccessKind.WRITE)
            .mapToInt(Access::time)
            .max()
            .orElse(0);
    assertThat(tails).as("since the last write").allMatch(access -> access.time() >= write);
  }

  @ParameterizedTest
  @CsvSource({"2, 20, 60", "3, 50, 30", "5, 100, 10", "70, 500, 2"})
  void locksets_summaries_haveTheLocksThatProtect(int ids, int length, int rounds) {
    Stretch<LocksetSummary> reused = new LocksetStretch(NaiveRaces.OBJECTS);
    for (int round = 0; round < rounds; round++) {
      KnownStretch all = new KnownStretch(random, ids, length, round % 3 != 0);
      reused.clear();
      fill(
          reused,
          () -> new LocksetStretch(NaiveRaces.OBJECTS),
          all,
          0,
          all.words.length,
          round % 2 == 0);
      assertLocksets(all, reused, round % 2 == 0);
    }
  }

  private void assertLocksets(
      KnownStretch all, Stretch<LocksetSummary> stretch, boolean isByEvents) {
    LocksetSummary summary = stretch.summary();
    assertThat(Arrays.stream(summary.variables()).boxed())
        .containsExactlyInAnyOrderElementsOf(all.periods.keySet());
    for (int i = 0; i < summary.variables().length; i++) {
      List<List<Access>> periods = all.periods.get(summary.variables()[i]);
      boolean isRenewed = periods.size() > 1;
      assertThat((summary.flags()[i] & LocksetSummary.RENEWED) != 0).isEqualTo(isRenewed);
      boolean isMarked = (summary.flags()[i] & LocksetSummary.VIOLATED_LATER) != 0;
      boolean isViolated = isViolatedBetween(all, summary.variables()[i], isByEvents);
      assertThat(isMarked || !isViolated).isTrue();
      if (isByEvents) { // otherwise less may have been known
        assertThat(isMarked).isEqualTo(isViolated);
      }
      assertEntries(all, summary, summary.begin(i), summary.firstEnd()[i], periods.get(0));
      assertEntries(
          all,
          summary,
          summary.firstEnd()[i],
          summary.lastEnd()[i],
          isRenewed ? periods.get(periods.size() - 1) : List.of());
    }
    int open = summary.open().threads().length + summary.open().released().length;
    long own = open + summary.open().acquired().length + summary.variables().length;
    long size = own + summary.threads().length * (2L * summary.words() + ENTRY);
    boolean isNeverRenewed = all.periods.values().stream().allMatch(p -> p.size() <= 2);
    if (isNeverRenewed) { // otherwise entries of accesses between two renewals are left
      assertThat(stretch.size()).isEqualTo(size + size(summary.order()));
    }
    assertThat(stretch.size()).isGreaterThanOrEqualTo(size + size(summary.order()));
    assertThat(stretch.space()).isGreaterThanOrEqualTo(own + leastSpace(summary.order()));
  }

  /**
   * Whether accesses between two renewals violate the discipline, as far as known when the second
   * one happens, or from the whole stretch.
   */
  private static boolean isViolatedBetween(KnownStretch all, int variable, boolean thenKnown) {
    int allocations = 0;
    List<List<Access>> periods = all.periods.get(variable);
    for (int time = 1; time <= all.words.length; time++) {
      long word = all.words[time - 1];
      boolean renews = EventBlock.op(word) == Op.ALLOC && EventBlock.operand(word) == variable / 2;
      if (renews && allocations > 0) {
        List<Access> accesses = periods.get(allocations);
        int end = thenKnown ? time : all.words.length;
        if (isViolated(all, accesses, end)) {
          return true;
        }
      }
      allocations += renews ? 1 : 0;
    }
    return false;
  }

  private static boolean isViolated(KnownStretch all, List<Access> accesses, int end) {
    Set<Integer> common = null;
    for (Access access : accesses) {
      Set<Integer> locks = protecting(all, access, AccessKind.isWrite(access.kind()), end);
      common = common == null ? locks : common(common, locks);
    }
    return accesses.stream().map(Access::thread).distinct().count() > 1
        && accesses.stream().anyMatch(access -> AccessKind.isWrite(access.kind()))
        && accesses.stream().anyMatch(access -> !AccessKind.isAtomic(access.kind()))
        && common.isEmpty();
  }

  private void assertEntries(
      KnownStretch all, LocksetSummary summary, int from, int to, List<Access> accesses) {
    Map<Integer, List<Access>> byThread = new HashMap<>();
    accesses.forEach(a -> byThread.computeIfAbsent(a.thread(), t -> new ArrayList<>()).add(a));
    List<Integer> threads = new ArrayList<>();
    for (int at = from; at < to; at++) {
      threads.add(summary.threads()[at]);
      assertEntry(all, summary, at, byThread.getOrDefault(summary.threads()[at], List.of()));
    }
    assertThat(threads).containsExactlyInAnyOrderElementsOf(byThread.keySet());
  }

  private void assertEntry(
      KnownStretch all, LocksetSummary summary, int at, List<Access> accesses) {
    int kinds = 0;
    long[] last = new long[2 * AccessKind.COUNT];
    Map<Boolean, Set<Integer>> sets = new HashMap<>(); // for writes, and for reads
    for (Access access : accesses) {
      kinds |= 1 << access.kind();
      last[access.kind()] = access.time();
      last[AccessKind.COUNT + access.kind()] = access.detail();
      boolean isWrite = AccessKind.isWrite(access.kind());
      Set<Integer> locks = protecting(all, access, isWrite, all.words.length);
      sets.merge(isWrite, locks, StretchTest::common);
    }
    assertThat(summary.kinds()[at]).isEqualTo(kinds);
    for (int kind = 0; kind < AccessKind.COUNT; kind++) {
      assertThat(summary.times()[AccessKind.COUNT * at + kind]).isEqualTo(last[kind]);
      if (last[kind] != 0) {
        assertThat(summary.details()[AccessKind.COUNT * at + kind])
            .isEqualTo(last[AccessKind.COUNT + kind]);
      }
    }
    sets.forEach(
        (isWrite, locks) -> assertThat(set(summary, 2 * at + (isWrite ? 1 : 0))).isEqualTo(locks));
  }

  private static Set<Integer> common(Set<Integer> a, Set<Integer> b) {
    Set<Integer> common = new HashSet<>(a);
    common.retainAll(b);
    return common;
  }

  private static Set<Integer> set(LocksetSummary summary, int set) {
    Set<Integer> locks = new HashSet<>();
    for (int bit = 0; bit < summary.locks().length; bit++) {
      long word = summary.sets()[set * summary.words() + bit / Long.SIZE];
      if ((word >>> bit & 1) != 0) {
        locks.add(summary.locks()[bit]);
      }
    }
    return locks;
  }

  /**
   * The locks that protect an access whatever is held before the stretch: acquired before the
   * access and not released since, or released after it without an acquire in the stretch.
   */
  private static Set<Integer> protecting(
      KnownStretch all, Access access, boolean isWrite, int end) {
    Set<Integer> locks = new HashSet<>();
    Map<Long, Integer> open = new HashMap<>(); // | shared:1 | lock:32 |
    for (int time = 1; time <= end; time++) {
      long word = all.words[time - 1];
      Op op = EventBlock.op(word);
      boolean shared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
      boolean acquires = op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
      boolean releases = op == Op.RELEASE || op == Op.RELEASE_SHARED;
      if (time == access.time()) {
        open.forEach(
            (hold, count) -> {
              if (count > 0 && !(isWrite && hold >> Integer.SIZE == 1)) {
                locks.add(hold.intValue());
              }
            });
      } else if (EventBlock.thread(word) == access.thread() && (acquires || releases)) {
        int lock = EventBlock.operand(word);
        long hold = (shared ? 1L : 0) << Integer.SIZE | lock;
        int count = open.getOrDefault(hold, 0);
        if (releases && count == 0 && time > access.time() && !(isWrite && shared)) {
          locks.add(lock);
        }
        open.put(hold, Math.max(0, count + (acquires ? 1 : -1)));
      }
    }
    return locks;
  }
}
