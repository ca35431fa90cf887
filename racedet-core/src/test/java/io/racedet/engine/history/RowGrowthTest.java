package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.AccessContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of a row is linear in its entries, at whatever distance their threads' ids are. */
class RowGrowthTest {
  private static final int WORDS = 2;
  private static final int ROOM = 8; // for each entry
  private static final int SMALLEST = 8; // words
  private static final int COLLIDING = 64;

  @ParameterizedTest
  @CsvSource({
    "1, 12",
    "2, 12",
    "3, 12",
    "16, 12",
    "1024, 12",
    "16384, 12",
    "1048576, 12",
    "1, 3000",
    "16, 3000",
    "1000, 3000",
    "1024, 3000",
    "4096, 3000"
  })
  void tableRow_ofThreadsAtADistance_hasRoomForThemOnly(int distance, int threads) {
    AccessTable table = new AccessTable();
    int row = table.acquire();
    for (int i = 0; i < threads; i++) {
      table.put(row, i * distance, Epoch.of(i * distance, i + 1L), i);
    }
    assertThat(table.row(row).length).isBetween(WORDS * threads, ROOM * WORDS * threads);
    for (int i = 0; i < threads; i++) {
      assertThat(table.epoch(row, i * distance)).isEqualTo(Epoch.of(i * distance, i + 1L));
    }
    assertThat(table.epoch(row, threads * distance)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 12, false", "16, 12, false", "1024, 12, false", "16384, 12, false", "1048576, 12, false",
    "1, 3000, false", "1024, 3000, false", "4096, 3000, false", "1, 12, true", "2048, 12, true",
    "1, 3000, true", "256, 3000, true"
  })
  void row_ofKeysAtADistance_hasRoomForThemOnly(int distance, int keys, boolean isByContext) {
    AccessRows rows = new AccessRows(isByContext);
    for (int i = 0; i < keys; i++) {
      int key = i * distance;
      rows.put(0, i % 2 == 0, key, Epoch.of(isByContext ? 0 : key, i + 1L), detail(key));
    }
    int length = rows.end(0) - rows.begin(0);
    assertThat(length).isLessThanOrEqualTo(Math.max(SMALLEST, ROOM * WORDS * keys));
    int found = 0;
    for (int at = rows.begin(0); at < rows.end(0); at += AccessRows.ENTRY) {
      found += rows.words()[at] == 0 ? 0 : 1;
    }
    assertThat(found).isEqualTo(keys);
  }

  /**
   * Entries whose searches begin at the same place, all of them below the ids that are mixed: a row
   * is doubled where it has no room, and for an entry eight places away unless it is nearly empty.
   */
  @ParameterizedTest
  @CsvSource({"1, 4", "4, 4", "5, 8", "8, 8", "9, 16", "10, 32", "11, 64", "12, 64", "14, 64"})
  void row_isDoubled_forAnEntryThatIsFar(int threads, int entries) {
    AccessTable table = new AccessTable();
    AccessRows rows = new AccessRows(false);
    int row = table.acquire();
    for (int i = 0; i < threads; i++) {
      int thread = COLLIDING * i;
      table.put(row, thread, Epoch.of(thread, i + 1L), 0);
      rows.put(0, true, thread, Epoch.of(thread, i + 1L), 0);
    }
    assertThat(table.row(row)).hasSize(WORDS * entries);
    assertThat(rows.end(0) - rows.begin(0)).isEqualTo(WORDS * entries);
  }

  private static long detail(int context) {
    return AccessContext.of(context, 0);
  }
}
