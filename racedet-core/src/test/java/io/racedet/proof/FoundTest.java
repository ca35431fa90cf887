package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which pairs of a race are kept for searches, compared with all of them sorted by distance. */
class FoundTest {
  private static final long SEED = 20261126;

  private static Candidate pair(long first, long second, boolean ordered) {
    return new Candidate(0, 0, RaceKind.WRITE_WRITE, ordered, first, 0, second, 0);
  }

  /** The 32 nearest pairs, of those at one distance the ones found first; each pair once. */
  @Test
  void nearest_ofRandomPairs_areTheFirstOfAllInOrder() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 40; i++) {
      Found found = new Found(1);
      List<Candidate> all = new ArrayList<>();
      for (int n = random.nextInt(60); n > 0; n--) {
        long first = 1 + random.nextInt(10);
        Candidate pair = pair(first, first + 1 + random.nextInt(12), true);
        boolean isKnown = all.stream().anyMatch(pair::isSame);
        if (!isKnown) {
          all.add(pair);
        }
        List<Candidate> nearest = nearest(all);
        if (!isKnown) {
          assertThat(found.isNear(pair.distance()))
              .as("seed " + SEED)
              .isEqualTo(nearest.contains(pair));
        }
        found.keep(pair);
        assertThat(found.nearest).as("seed " + SEED).isEqualTo(nearest);
        assertThat(found.isTooMany).as("seed " + SEED).isEqualTo(all.size() > nearest.size());
      }
    }
  }

  private static List<Candidate> nearest(List<Candidate> all) {
    return all.stream().sorted(Comparator.comparingLong(Candidate::distance)).limit(32).toList();
  }

  @Test
  void isToBeTried_onlyOrderedPairs_untilOneIsObserved() {
    Found found = new Found(1);
    assertThat(found.isToBeTried(true)).isTrue();
    assertThat(found.isToBeTried(false)).isFalse();
    found.best = pair(1, 2, true);
    assertThat(found.isToBeTried(true)).isTrue();
    assertThat(found.isToBeTried(false)).isFalse();
    found.best = pair(1, 3, false);
    assertThat(found.isToBeTried(true)).isFalse();
    assertThat(found.isToBeTried(false)).isFalse();
  }

  @Test
  void count_isTheLargestOfAnEngine() {
    Found found = new Found(3);
    assertThat(found.count()).isZero();
    found.pairs[0] = 2;
    found.pairs[1] = 5;
    found.pairs[2] = 4;
    assertThat(found.count()).isEqualTo(5);
  }

  @Test
  void grade_isThatOfTheProof_unlessObserved() {
    Found found = new Found(1);
    found.best = pair(1, 2, true);
    assertThat(found.grade()).isEqualTo(Grade.PREDICTED);
    found.decision = new Decision<>(Proof.of(Grade.REFUTED, ""), found.best, null);
    assertThat(found.grade()).isEqualTo(Grade.REFUTED);
    found.best = pair(1, 2, false);
    assertThat(found.grade()).isEqualTo(Grade.OBSERVED);
  }
}
