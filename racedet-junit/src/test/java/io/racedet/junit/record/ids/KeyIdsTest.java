package io.racedet.junit.record.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of keys of objects, beside a map of pairs. */
class KeyIdsTest {
  private static final int STEPS = 100_000;
  private static final int OBJECTS = 5_000;
  private static final int MAX_LIST_LENGTH = KeyIds.MAX_LIST_LENGTH;
  private static final int PAGE = 1 << PairIds.PAGE_BITS;

  private record Pair(long object, long key) {}

  /* An assertion is an object, which costs more than what is checked here a million times. */
  private static void assertSame(long actual, long expected) {
    if (actual != expected) {
      assertThat(actual).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 16", "1, 17", "3, 1000", "20000, 3", "20000, 40", "200, 30"})
  void ids_areDense_inTheOrderOfFirstUse_andOfOnePairEach(int objects, int keys) {
    Random random = new Random(objects + keys);
    KeyIds ids = new KeyIds();
    Map<Pair, Integer> expected = new HashMap<>();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      long object = random.nextInt(objects);
      Pair pair = new Pair(object, random.nextInt(keys) * 0x1_0000_0001L - keys / 2);
      int id = expected.computeIfAbsent(pair, any -> pairs.size());
      if (id == pairs.size()) {
        pairs.add(pair);
      }
      assertSame(ids.of(pair.object(), pair.key()), id);
    }
    assertThat(ids.size()).isEqualTo(pairs.size());
    for (int id = 0; id < pairs.size(); id++) {
      assertSame(ids.object(id), pairs.get(id).object());
      assertSame(ids.key(id), pairs.get(id).key());
    }
  }

  /** Objects follow each other, as in a test that makes many; others reserve ids now and then. */
  @ParameterizedTest
  @ValueSource(ints = {1, MAX_LIST_LENGTH, 3 * MAX_LIST_LENGTH, 2 * PAGE})
  void ids_ofForgottenObjects_areDropped_andThoseOfOthersAreNot(int keys) {
    KeyIds ids = new KeyIds();
    for (int object = 0; object < OBJECTS; object++) {
      if (object % 100 == 7) {
        int before = ids.size();
        assertThat(ids.reserve(object)).isEqualTo(before);
      }
      int first = ids.size();
      for (int key = 0; key < keys; key++) {
        assertSame(ids.of(object, key), first + key);
      }
      for (int key = 0; key < keys; key++) {
        assertSame(ids.of(object, key), first + key);
        assertSame(ids.object(first + key), object);
        assertSame(ids.key(first + key), key);
      }
      int live = object;
      if (object % 1000 == 999) {
        ids.forget(number -> number < live);
      }
      for (int key = 0; key < keys; key++) {
        ids.drop(first + key);
      }
    }
    int last = ids.size() - 1;
    assertThat(ids.isKnown(0)).isFalse();
    assertThat(ids.isKnown(last - keys - PAGE)).isFalse();
    assertThat(ids.of(OBJECTS, 0)).isEqualTo(last + 1);
  }
}
