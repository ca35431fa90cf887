package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloorMapTest {
  private static final int STEPS = 50_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 64, 65, 1_000, 5_000, 300_000, 20_000_000})
  void valuesAndFloors_areThoseOfATreeMap(int variables) {
    Random random = new Random(variables);
    FloorMap<Integer> map = new FloorMap<>();
    TreeMap<Integer, Integer> expected = new TreeMap<>();
    for (int i = 0; i < STEPS; i++) {
      int variable = random.nextInt(variables);
      if (random.nextInt(3) > 0) {
        map.put(variable, i);
        expected.put(variable, i);
      } else {
        Integer last = expected.floorKey(variable);
        if (last != null) {
          map.remove(last);
          expected.remove(last);
        }
      }
      int asked = random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(variables);
      Map.Entry<Integer, Integer> floor = expected.floorEntry(asked);
      assertThat(map.floor(asked)).isEqualTo(floor == null ? null : floor.getValue());
      assertThat(map.size()).isEqualTo(expected.size());
    }
    List<Integer> values = new ArrayList<>();
    map.forEach(values::add);
    assertThat(values).containsExactlyElementsOf(expected.values());
  }
}
