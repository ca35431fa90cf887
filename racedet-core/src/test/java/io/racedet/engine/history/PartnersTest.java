package io.racedet.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.racedet.engine.order.AccessOrder;
import io.racedet.engine.order.HappensBefore;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartnersTest {
  private static final int THREAD = 0;

  private record Pair(RaceKind kind, long first, long firstDetail, long second, long detail) {}

  private final AccessOrder order = new HappensBefore(null);
  private final List<Pair> pairs = new ArrayList<>();
  private final Partners partners =
      new Partners(
          order,
          (variable, kind, ordered, first, firstDetail, second, detail) ->
              pairs.add(new Pair(kind, first, firstDetail, second, detail)));

  @Test
  void kind_isOfBothAccesses() {
    assertEquals(RaceKind.WRITE_WRITE, kind(true, true));
    assertEquals(RaceKind.WRITE_READ, kind(true, false));
    assertEquals(RaceKind.READ_WRITE, kind(false, true));
  }

  @Test
  void laterAccessOfThread_isKept() {
    partners.add(true, Epoch.of(1, 5), 50);
    partners.add(false, Epoch.of(1, 7), 70);
    partners.add(true, Epoch.of(1, 6), 60);
    partners.report(0, true, Epoch.of(THREAD, 9), 90);

    assertEquals(List.of(new Pair(RaceKind.READ_WRITE, 7, 70, 9, 90)), pairs);
  }

  /* Some of these numbers of threads fill arrays to the last entry. */
  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 32, 64})
  void pairs_areInTheOrderOfTheOtherAccesses(int threads) {
    List<Pair> expected = new ArrayList<>();
    for (int thread = threads; thread > 0; thread--) {
      int index = threads + 1 - thread;
      expected.add(new Pair(RaceKind.WRITE_READ, index, 10L * index, 99, 990));
    }
    for (int thread = 1; thread <= threads; thread++) {
      int index = threads + 1 - thread;
      partners.add(true, Epoch.of(thread, index), 10L * index);
    }
    partners.report(0, false, Epoch.of(THREAD, 99), 990);

    assertEquals(expected, pairs);
  }

  private RaceKind kind(boolean firstWrites, boolean secondWrites) {
    pairs.clear();
    partners.add(firstWrites, Epoch.of(1, 1), 10);
    partners.report(0, secondWrites, Epoch.of(THREAD, 2), 20);
    return pairs.get(0).kind();
  }
}
