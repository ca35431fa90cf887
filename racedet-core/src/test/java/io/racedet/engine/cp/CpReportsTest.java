package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.history.Epoch;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Races that become known together, sorted. */
class CpReportsTest {
  private record Race(
      int variable,
      RaceKind kind,
      boolean ordered,
      long first,
      long firstDetail,
      long second,
      long secondDetail) {}

  private final List<Race> told = new ArrayList<>();
  private final CpReports reports =
      new CpReports(
          (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
              told.add(
                  new Race(variable, kind, ordered, first, firstDetail, second, secondDetail)));

  /** The threads are in the opposite order of the indices, and must not count. */
  @Test
  void flush_reportsInTheOrderOfTheTrace_once() {
    Random random = new Random(15);
    for (int races : new int[] {1, 2, 16, 17, 100, 3}) {
      told.clear();
      List<Race> expected = new ArrayList<>();
      assertThat(reports.isEmpty()).isTrue();
      for (int i = 0; i < races; i++) {
        long second = 1 + random.nextInt(5);
        Race race = new Race(i, RaceKind.WRITE_READ, i % 2 == 0, 10 + i, i + 1, 200 + second, i);
        expected.add(race);
      }
      expected.sort(Comparator.comparingLong(Race::second).thenComparingLong(Race::first));
      List<Race> shuffled = new ArrayList<>(expected);
      Collections.shuffle(shuffled, random);
      shuffled.forEach(race -> reports.add(pair(race)));
      assertThat(reports.isEmpty()).isFalse();
      reports.flush();
      assertThat(told).isEqualTo(expected);
      reports.flush();
      assertThat(told).hasSize(races);
    }
  }

  private static CpPair pair(Race race) {
    return new CpPair(
        race.variable,
        race.kind,
        race.ordered,
        Epoch.of(500 - (int) race.first, race.first),
        race.firstDetail,
        Epoch.of(500 - (int) race.second, race.second),
        race.secondDetail);
  }

  static CpPair pair(long first, long second) {
    return new CpPair(0, RaceKind.WRITE_WRITE, false, first, 0, second, 0);
  }
}
