package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.race.AccessIds;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairProofsTest {
  private static final TestTrace TRACE =
      TestTrace.parse(
          "A|acq(l)",
          "A|w(x)",
          "A|rel(l)",
          "A|w(x)",
          "A|acq(l)",
          "A|rel(l)", //
          "B|acq(l)",
          "B|w(x)",
          "B|rel(l)",
          "B|r(x)");

  private static RaceIds pair(long first, long second) {
    return new RaceIds(new AccessIds(first, 0, 0, -1), new AccessIds(second, 1, 0, -1));
  }

  @Test
  void pairs_areProvedOrRefuted_andNoOthers() {
    RaceAnalysis analysis =
        PairProofs.of(List.of(pair(2, 8), pair(4, 8), pair(4, 10))).witnesses(1000).start();
    TRACE.replay(analysis);
    RaceReport report = analysis.finish();
    assertThat(report.races())
        .extracting(race -> race.second().index(), Race::grade, Race::kind)
        .containsExactly(
            tuple(8L, Grade.WITNESSED, RaceKind.WRITE_WRITE),
            tuple(10L, Grade.WITNESSED, RaceKind.WRITE_READ));
    assertThat(analysis.ids()).extracting(ids -> ids.first().index()).containsExactly(4L, 4L);
    assertThat(report.refuted())
        .extracting(race -> race.first().index(), race -> race.second().index(), Race::kind)
        .containsExactly(tuple(2L, 8L, RaceKind.WRITE_WRITE));
  }

  @Test
  void pairs_ofARange_areItsElements() {
    RaceAnalysis analysis = PairProofs.of(List.of(pair(3, 9), pair(6, 8))).start();
    analysis.range(Op.READ, 0, 10, 1, 6, 3);
    analysis.range(Op.WRITE, 1, 11, 1, 5, 4);
    assertThat(analysis.finish().races())
        .extracting(race -> race.first().index(), race -> race.second().index(), Race::kind)
        .containsExactly(tuple(6L, 8L, RaceKind.READ_WRITE), tuple(3L, 9L, RaceKind.READ_WRITE));
    assertThat(analysis.ids()).extracting(ids -> ids.second().variable()).containsExactly(12, 13);
  }
}
