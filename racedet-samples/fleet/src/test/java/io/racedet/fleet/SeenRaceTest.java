package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeenRaceTest {
  private static final List<Grade> GRADES =
      List.of(Grade.PREDICTED, Grade.WITNESSED, Grade.OBSERVED);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void traces_areCombined_inAnyOrder_andAnyGrouping(long seed) {
    Random random = new Random(seed);
    List<SeenRace> each = new ArrayList<>();
    long pairs = 0;
    for (int i = 10; i < 30; i++) {
      String name = "t" + i;
      pairs += i;
      Grade grade = GRADES.get(random.nextInt(GRADES.size()));
      each.add(new SeenRace(1, i, name, name, grade, name, new byte[] {(byte) i}));
    }
    Grade best =
        each.stream()
            .map(SeenRace::grade)
            .reduce((a, b) -> a.isAtLeast(b) ? a : b)
            .orElseThrow(); // the first one
    String kept =
        each.stream().filter(seen -> seen.grade() == best).findFirst().orElseThrow().kept();
    assertThat(best).isNotEqualTo(Grade.PREDICTED);
    while (each.size() > 1) {
      Collections.shuffle(each, random);
      each.add(each.remove(0).and(each.remove(0)));
    }
    SeenRace all = each.get(0);
    assertThat(all.traces()).isEqualTo(20);
    assertThat(all.pairs()).isEqualTo(pairs);
    assertThat(all.first()).isEqualTo("t10");
    assertThat(all.last()).isEqualTo("t29");
    assertThat(all.grade()).isEqualTo(best);
    assertThat(all.kept()).isEqualTo(kept);
    assertThat("t" + all.report()[0]).isEqualTo(kept);
  }
}
