package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row is doubled for an entry that is far from its home, unless the row is nearly empty. */
class RowHashTest {
  private static final int BASE = 6;

  @ParameterizedTest
  @CsvSource({
    "16, 0, 7, 16, false", // in entries: length, home, where it is free, those in use
    "16, 0, 8, 3, false",
    "16, 0, 8, 4, true",
    "16, 0, 8, 16, true",
    "16, 0, 15, 9, true",
    "16, 12, 3, 16, false", // the search went on at the begin of the row
    "16, 12, 4, 16, true",
    "16, 12, 4, 3, false",
    "64, 50, 58, 15, false",
    "64, 50, 58, 16, true",
    "64, 50, 57, 64, false",
    "8, 1, 0, 8, false"
  })
  void row_isFull_whereAnEntryIsFarFromItsHome(
      int length, int home, int at, int used, boolean expected) {
    long[] words = new long[BASE + RowHash.ENTRY * (length + 3)];
    Arrays.fill(words, 9); // of other rows
    for (int i = 0; i < length; i++) {
      boolean isUsed = i % 2 == 0 ? i / 2 < used : length / 2 + i / 2 < used;
      words[BASE + RowHash.ENTRY * i] = isUsed ? 1 : 0;
    }
    boolean isFull =
        RowHash.isFull(
            words, BASE, RowHash.ENTRY * length, RowHash.ENTRY * home, RowHash.ENTRY * at);
    assertThat(isFull).isEqualTo(expected);
  }

  /** Small ids are their own hashes; those that are a row's length apart have different ones. */
  @Test
  void hash_ofADenseId_isItself_untilIdsAreMany() {
    for (int id = 0; id < 1024; id++) {
      assertThat(RowHash.ofDense(id)).isEqualTo(id);
    }
    IntOpenHashSet homes = new IntOpenHashSet();
    for (int i = 0; i < 64; i++) {
      homes.add(RowHash.ofDense(1024 * i) & 1023);
    }
    assertThat(homes).hasSize(64);
  }
}
