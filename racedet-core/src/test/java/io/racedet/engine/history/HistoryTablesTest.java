package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.BitSet;
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
        assertThat(table.anyEpoch(row)).isZero();
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

  /** The last read and the last write by each thread, until they are cleared. */
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
      } else {
        atomics.put(variable, write, thread, entry.epoch, entry.detail);
        model.put(new Key(variable, thread, write), entry);
      }
      Entry read = model.get(new Key(variable, thread, false));
      Entry written = model.get(new Key(variable, thread, true));
      assertThat(atomics.epoch(variable, false, thread)).isEqualTo(read == null ? 0 : read.epoch);
      assertThat(atomics.epoch(variable, true, thread))
          .isEqualTo(written == null ? 0 : written.epoch);
      assertThat(entries(atomics.row(variable, false))).isEqualTo(entries(model, variable, false));
      assertThat(entries(atomics.row(variable, true))).isEqualTo(entries(model, variable, true));
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
      assertThat(atomics.epoch(v, false, 0) + atomics.epoch(v, true, 0)).isZero();
      assertThat(atomics.row(v, false).length + atomics.row(v, true).length).isZero();
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
