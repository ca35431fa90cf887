package io.racedet.engine.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.history.Epoch;
import io.racedet.event.EventSink;
import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of pairs, compared with lists and sets. */
class PairTablesTest {
  private static final int STEPS = 4_000;
  private static final int VARIABLES = 12;
  private static final int THREADS = 40;
  private static final int CONTEXTS = 70;
  private static final int NO_LOCATION = EventSink.NO_LOCATION;
  private static final long ALL_BITS = -1;

  private record Entry(long epoch, long detail) {}

  private static Entry entry(Random random, int index) {
    return new Entry(
        Epoch.of(random.nextInt(THREADS), index),
        AccessContext.of(random.nextInt(CONTEXTS), random.nextInt(3)));
  }

  private static BitSet contexts(Iterable<Entry> entries) {
    BitSet contexts = new BitSet();
    entries.forEach(entry -> contexts.set(AccessContext.context(entry.detail)));
    return contexts;
  }

  /** Rows of pairs, as lists: appended, inserted by time, removed, compacted. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 30, 200})
  void pairRows_areLists(int longest) {
    Random random = new Random(longest);
    PairRows rows = new PairRows();
    List<List<Entry>> model = new ArrayList<>();
    long[] row = new long[VARIABLES];
    for (int v = 0; v < VARIABLES; v++) {
      model.add(new ArrayList<>());
    }
    for (int i = 1; i <= STEPS; i++) {
      int v = random.nextInt(VARIABLES);
      List<Entry> list = model.get(v);
      Entry entry = entry(random, random.nextInt(1_000_000) + 1);
      int choice = list.size() < longest ? random.nextInt(6) : 2 + random.nextInt(4);
      if (choice == 0) {
        row[v] = rows.insert(sorted(rows, row, v, list), entry.epoch, entry.detail);
        list.add(entry);
        list.sort(Comparator.comparingLong(e -> Epoch.index(e.epoch)));
      } else if (choice == 1) {
        row[v] = rows.append(row[v], entry.epoch | PairRows.MARK, entry.detail);
        list.add(new Entry(entry.epoch | PairRows.MARK, entry.detail));
      } else if (choice == 2 && random.nextInt(8) == 0) {
        rows.release(row[v]);
        row[v] = 0;
        list.clear();
      } else if (choice == 3 && !list.isEmpty()) {
        int limit = 1 + random.nextInt(longest);
        row[v] = rows.compact(row[v], limit, ALL_BITS);
        assertThat(rows.lost()).isEqualTo(compact(list, limit));
      } else if (!list.isEmpty()) {
        int at = random.nextInt(list.size());
        row[v] = rows.remove(row[v], at);
        list.remove(at);
      }
      assertThat(list(rows, row[v])).isEqualTo(list);
      assertThat(row[v] == 0).isEqualTo(list.isEmpty());
      BitSet marked = new BitSet();
      rows.markContexts(row[v], marked);
      assertThat(marked).isEqualTo(contexts(list));
    }
  }

  /** The row, after its accesses are in the order of their times, as insert expects. */
  private static long sorted(PairRows rows, long[] row, int v, List<Entry> list) {
    list.sort(Comparator.comparingLong(e -> Epoch.index(e.epoch)));
    rows.release(row[v]);
    long again = 0;
    for (Entry e : list) {
      again = rows.append(again, e.epoch, e.detail);
    }
    return again;
  }

  private static List<Entry> list(PairRows rows, long row) {
    List<Entry> list = new ArrayList<>();
    for (int i = 0; i < PairRows.size(row); i++) {
      list.add(new Entry(rows.epoch(row, i), rows.detail(row, i)));
    }
    return list;
  }

  /** Keeps the newest of each detail word, at most a number of them; whether others are lost. */
  private static boolean compact(List<Entry> list, int limit) {
    List<Entry> kept = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    boolean lost = false;
    for (int i = list.size() - 1; i >= 0; i--) {
      boolean isNamed = AccessContext.location(list.get(i).detail) != NO_LOCATION;
      if (isNamed && seen.contains(list.get(i).detail)) {
        continue;
      }
      if (kept.size() == limit) {
        lost = true;
      } else {
        seen.add(list.get(i).detail);
        kept.add(list.get(i));
      }
    }
    Collections.reverse(kept);
    list.clear();
    list.addAll(kept);
    return lost;
  }

  /** Rows of which only what a compaction keeps is needed, with as many sites and accesses. */
  @ParameterizedTest
  @CsvSource({"1, 30", "2, 300", "8, 100", "9, 100", "30, 300", "60, 500"})
  void rows_ofDistinctAccesses_areCompactedLikeThoseOfAll(int sites, int accesses) {
    Random random = new Random(sites);
    PairRows rows = new PairRows();
    for (int limit : new int[] {1, 3, 8, 25}) {
      long row = 0;
      List<Entry> list = new ArrayList<>();
      boolean lost = false;
      for (int i = 1; i <= accesses; i++) {
        // Some are older than the last one, each at a time of its own.
        int time = random.nextInt(4) == 0 ? random.nextInt(i) * accesses + i : i * accesses;
        boolean isNamed = random.nextInt(20) > 0;
        long detail = AccessContext.of(random.nextInt(sites), isNamed ? 1 : NO_LOCATION);
        Entry entry = new Entry(Epoch.of(random.nextInt(THREADS), time), detail);
        row = rows.insertDistinct(row, entry.epoch, entry.detail, limit, ALL_BITS);
        lost |= rows.lost();
        list.add(entry);
        list.sort(Comparator.comparingLong(e -> Epoch.index(e.epoch)));
      }
      row = rows.compact(row, limit, ALL_BITS);
      assertThat(lost | rows.lost()).isEqualTo(compact(list, limit));
      assertThat(list(rows, row)).isEqualTo(list);
      rows.release(row);
    }
  }

  /** Two sites have one access each; of more sites there are repetitions up to a size. */
  @ParameterizedTest
  @CsvSource({
    "1, 1", "2, 2", "3, 8", "6, 8", "7, 16", "12, 16", "13, 32", "24, 32", "25, 64", "60, 64"
  })
  void rows_ofDistinctAccesses_areNoLongerThanNeeded(int sites, int longest) {
    PairRows rows = new PairRows();
    long row = 0;
    for (int i = 1; i <= STEPS; i++) {
      row = rows.insertDistinct(row, Epoch.of(1, i), AccessContext.of(i % sites, 1), 25, ALL_BITS);
      assertThat(PairRows.size(row)).isLessThanOrEqualTo(longest);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 40})
  void pairRows_released_areUsedAgain(int length) {
    PairRows rows = new PairRows();
    int end = 0;
    for (int round = 0; round < 2_000; round++) {
      long row = 0;
      for (int i = 0; i < length; i++) {
        row = rows.append(row, Epoch.of(1, i + 1L), i);
      }
      int position = (int) (row >>> 33);
      end = round == 0 ? position : end;
      assertThat(position).isEqualTo(end);
      long small = rows.append(0, Epoch.of(1, 1), 0); // in a block that the row has grown out of
      assertThat((int) (small >>> 33)).isLessThanOrEqualTo(4 * length);
      rows.release(small);
      if (round % 2 == 0) {
        rows.release(row);
      } else {
        while (row != 0) {
          row = rows.remove(row, 0);
        }
      }
    }
  }

  /** More different words than the set has room for at first, and no word of another round. */
  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 63, 64, 65, 129, 1_000})
  void accessContextSet_isASetInEachRound(int words) {
    AccessContextSet set = new AccessContextSet();
    for (int round = 0; round < 3; round++) {
      set.begin(words);
      for (int i = 0; i < words; i++) {
        assertThat(set.add(AccessContext.of(i, round))).isTrue();
        assertThat(set.add(AccessContext.of(i / 2, round))).isFalse();
      }
    }
  }
}
