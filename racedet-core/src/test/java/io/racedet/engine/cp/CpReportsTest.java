package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
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
  private final EngineRun.Reports told = new EngineRun.Reports();
  private final CpReports reports = new CpReports(told);

  /** The threads are in the opposite order of the indices, and must not count. */
  @Test
  void flush_reportsInTheOrderOfTheTrace_once() {
    Random random = new Random(15);
    List<Report> expected = new ArrayList<>();
    for (int races : new int[] {1, 2, 16, 17, 100, 3}) {
      List<Report> together = new ArrayList<>();
      assertThat(reports.isEmpty()).isTrue();
      for (int i = 0; i < races; i++) {
        long second = 201 + random.nextInt(5);
        together.add(new Report(i, RaceKind.WRITE_READ, i % 2 == 0, 10 + i, i + 1, second, i));
      }
      List<Report> shuffled = new ArrayList<>(together);
      Collections.shuffle(shuffled, random);
      shuffled.forEach(race -> reports.add(pair(race)));
      assertThat(reports.isEmpty()).isFalse();
      reports.flush();
      together.sort(
          Comparator.comparingLong(Report::secondIndex).thenComparingLong(Report::firstIndex));
      expected.addAll(together);
      assertThat(told.list()).isEqualTo(expected);
      reports.flush();
      assertThat(told.list()).isEqualTo(expected);
    }
  }

  private static CpPair pair(Report race) {
    return new CpPair(
        race.variable(),
        race.kind(),
        race.ordered(),
        Epoch.of(500 - (int) race.firstIndex(), race.firstIndex()),
        race.firstDetail(),
        Epoch.of(500 - (int) race.secondIndex(), race.secondIndex()),
        race.secondDetail());
  }

  static CpPair pair(long first, long second) {
    return new CpPair(0, RaceKind.WRITE_WRITE, false, first, 0, second, 0);
  }
}
