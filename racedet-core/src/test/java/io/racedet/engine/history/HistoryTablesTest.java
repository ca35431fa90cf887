package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of accesses, compared with maps, lists and sets. */
class HistoryTablesTest {
  private static final int STEPS = 4_000;
  private static final int VARIABLES = 12;
  private static final int THREADS = 40;
  private static final int CONTEXTS = 70;

  private record Key(int variable, int key, boolean write) {}

  private record Entry(long epoch, long detail) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void accessRows_holdTheLastAccessOfEachKeyAndKind(boolean byContext) {
    Random random = new Random(15);
    AccessRows rows = new AccessRows(byContext);
    Map<Key, Entry> model = new HashMap<>();
    for (int i = 1; i <= STEPS; i++) {
      int variable = random.nextInt(VARIABLES);
      if (random.nextInt(200) == 0) {
        rows.forget(variable);
        model.keySet().removeIf(key -> key.variable == variable);
      } else {
        Entry entry = entry(random, i);
        boolean write = random.nextBoolean();
        int key = rows.key(entry.epoch, entry.detail);
        assertThat(key)
            .isEqualTo(byContext ? AccessContext.context(entry.detail) : Epoch.thread(entry.epoch));
        rows.put(variable, write, key, entry.epoch, entry.detail);
        model.put(new Key(variable, key, write), entry);
      }
      if (i % 50 == 0) {
        assertThat(contents(rows)).isEqualTo(model);
        BitSet marked = new BitSet();
        rows.markContexts(marked);
        assertThat(marked).isEqualTo(contexts(model.values()));
      }
    }
  }

  private static Entry entry(Random random, int index) {
    return new Entry(
        Epoch.of(random.nextInt(THREADS), index),
        AccessContext.of(random.nextInt(CONTEXTS), random.nextInt(3)));
  }

  private static Map<Key, Entry> contents(AccessRows rows) {
    Map<Key, Entry> contents = new HashMap<>();
    long[] words = rows.words();
    for (int variable = 0; variable <= VARIABLES; variable++) {
      for (int at = rows.begin(variable); at < rows.end(variable); at += AccessRows.ENTRY) {
        if (words[at] != 0) {
          Entry entry = new Entry(AccessRows.epoch(words[at]), words[at + 1]);
          int key = rows.key(entry.epoch, entry.detail);
          assertThat(contents.put(new Key(variable, key, AccessRows.isWrite(words[at])), entry))
              .isNull();
        }
      }
    }
    return contents;
  }

  private static BitSet contexts(Iterable<Entry> entries) {
    BitSet contexts = new BitSet();
    entries.forEach(entry -> contexts.set(AccessContext.context(entry.detail)));
    return contexts;
  }

  /** An entry that is put again, and the word of no entry. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void accessRows_holdTheSameAccessOnce(boolean write) {
    AccessRows rows = new AccessRows(false);
    for (long detail : new long[] {7, 8}) {
      rows.put(0, write, 3, Epoch.of(3, 1), detail);
    }
    assertThat(contents(rows))
        .isEqualTo(Map.of(new Key(0, 3, write), new Entry(Epoch.of(3, 1), 8)));
    assertThat(AccessRows.isWrite(0)).isFalse();
  }

  /** There is nothing of a variable beyond those that have rows, wherever the table ends. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 63, 64})
  void accessRows_ofOtherVariables_areEmpty(int variable) {
    AccessRows rows = new AccessRows(false);
    rows.put(variable, true, 0, Epoch.of(0, 1), 0);
    for (int v = variable + 1; v < 2 * variable + 20; v++) {
      rows.forget(v);
      assertThat(rows.begin(v)).isEqualTo(rows.end(v));
    }
    assertThat(contents(rows)).hasSize(variable <= VARIABLES ? 1 : 0);
    rows.forget(variable);
    assertThat(rows.begin(variable)).isEqualTo(rows.end(variable));
  }

  /** What is forgotten makes room, in rows of every size. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9, 40})
  void accessRows_forgotten_areUsedAgain(int threads) {
    AccessRows rows = new AccessRows(false);
    int words = 0;
    for (int round = 0; round < 1_000; round++) {
      for (int t = 0; t < threads; t++) {
        rows.put(round, true, t, Epoch.of(t, round + 1L), 0);
      }
      rows.forget(round);
      assertThat(rows.end(round)).isZero();
      words = round == 0 ? rows.words().length : words;
    }
    assertThat(rows.words()).hasSize(words);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 40})
  void accessTable_holdsTheLastAccessOfEachThread(int threads) {
    Random random = new Random(15);
    AccessTable table = new AccessTable();
    Map<Integer, Map<Integer, Entry>> model = new HashMap<>(); // by row and thread
    Set<Integer> ever = new HashSet<>();
    int most = 0;
    for (int i = 1; i <= STEPS; i++) {
      if (model.isEmpty() || model.size() < 50 && random.nextInt(20) == 0) {
        int row = table.acquire();
        assertThat(model.put(row, new HashMap<>())).isNull();
        assertThat(table.row(row)).containsOnly(0);
        ever.add(row);
        most = Math.max(most, model.size());
      }
      List<Integer> rows = new ArrayList<>(new TreeSet<>(model.keySet()));
      int row = rows.get(random.nextInt(rows.size()));
      if (random.nextInt(22) == 0) {
        table.release(row);
        model.remove(row);
      } else {
        int thread = random.nextInt(threads);
        Entry entry = new Entry(Epoch.of(thread, i), AccessContext.of(random.nextInt(99), 1));
        table.put(row, thread, entry.epoch, entry.detail);
        model.get(row).put(thread, entry);
      }
      if (i % 50 == 0) {
        assertHolds(table, model, threads);
      }
    }
    assertThat(ever).hasSize(most); // rows that are released are used again
  }

  private static void assertHolds(
      AccessTable table, Map<Integer, Map<Integer, Entry>> model, int threads) {
    BitSet live = new BitSet();
    model.forEach(
        (row, entries) -> {
          List<Entry> found = new ArrayList<>();
          long[] words = table.row(row);
          for (int at = 0; at < words.length; at += 2) {
            if (words[at] != 0) {
              found.add(new Entry(words[at], words[at + 1]));
            }
          }
          assertThat(found).containsExactlyInAnyOrderElementsOf(entries.values());
          for (int t = 0; t <= threads; t++) {
            Entry entry = entries.get(t);
            assertThat(table.epoch(row, t)).isEqualTo(entry == null ? 0 : entry.epoch);
          }
          live.or(contexts(entries.values()));
        });
    BitSet marked = new BitSet();
    table.markContexts(marked);
    assertThat(marked).isEqualTo(live);
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
        row[v] = rows.compact(row[v], limit, -1);
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
      if (seen.contains(list.get(i).detail)) {
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

  /** The last read and the last write of each thread, until they are cleared. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40})
  void atomicAccesses_holdTheLastOfEachThreadAndKind(int threads) {
    Random random = new Random(threads);
    AtomicAccesses atomics = new AtomicAccesses();
    Map<Key, Entry> model = new HashMap<>();
    assertThat(atomics.areUsed()).isFalse();
    for (int i = 1; i <= STEPS; i++) {
      int variable = random.nextInt(VARIABLES);
      int thread = random.nextInt(threads);
      Entry entry = new Entry(Epoch.of(thread, i), AccessContext.of(random.nextInt(CONTEXTS), 1));
      boolean write = random.nextBoolean();
      if (random.nextInt(50) == 0) {
        atomics.clear(variable);
        model.keySet().removeIf(key -> key.variable == variable);
      } else if (write) {
        atomics.write(variable, thread, entry.epoch, entry.detail);
        model.put(new Key(variable, thread, true), entry);
      } else {
        atomics.read(variable, thread, entry.epoch, entry.detail);
        model.put(new Key(variable, thread, false), entry);
      }
      Entry read = model.get(new Key(variable, thread, false));
      Entry written = model.get(new Key(variable, thread, true));
      assertThat(atomics.read(variable, thread)).isEqualTo(read == null ? 0 : read.epoch);
      assertThat(atomics.write(variable, thread)).isEqualTo(written == null ? 0 : written.epoch);
      assertThat(entries(atomics.reads(variable))).isEqualTo(entries(model, variable, false));
      assertThat(entries(atomics.writes(variable))).isEqualTo(entries(model, variable, true));
      long rows =
          model.keySet().stream()
              .map(key -> new Key(key.variable, 0, key.write))
              .distinct()
              .count();
      assertThat(atomics.rows()).isEqualTo((int) rows);
    }
    assertThat(atomics.areUsed()).isTrue();
    BitSet marked = new BitSet();
    atomics.markContexts(marked);
    assertThat(marked).isEqualTo(contexts(model.values()));
    for (int v = VARIABLES; v < 5 * VARIABLES; v++) {
      atomics.clear(v);
      assertThat(atomics.read(v, 0) + atomics.write(v, 0)).isZero();
      assertThat(atomics.reads(v).length + atomics.writes(v).length).isZero();
    }
  }

  private static Set<Entry> entries(long[] row) {
    Set<Entry> entries = new HashSet<>();
    for (int at = 0; at < row.length; at += 2) {
      if (row[at] != 0) {
        entries.add(new Entry(row[at], row[at + 1]));
      }
    }
    return entries;
  }

  private static Set<Entry> entries(Map<Key, Entry> model, int variable, boolean write) {
    Set<Entry> entries = new HashSet<>();
    model.forEach(
        (key, entry) -> {
          if (key.variable == variable && key.write == write) {
            entries.add(entry);
          }
        });
    return entries;
  }
}
