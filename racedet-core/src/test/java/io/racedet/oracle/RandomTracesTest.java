package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RandomTracesTest {
  @Test
  void of_sameSeed_sameTrace() {
    assertThat(RandomTraces.of(Shape.everything(), 7).events())
        .isEqualTo(RandomTraces.of(Shape.everything(), 7).events());
  }

  @Test
  void everything_manySeeds_coversEveryOperation() {
    Map<Op, Integer> uses = new EnumMap<>(Op.class);
    for (int seed = 0; seed < 2000; seed++) {
      RandomTraces.of(Shape.everything(), seed)
          .events()
          .forEach(e -> uses.merge(e.op(), 1, Integer::sum));
    }
    assertThat(uses).containsOnlyKeys(Op.values());
    assertThat(uses.values()).allMatch(count -> count > 100);
  }

  @Test
  void parse_printedTrace_sameEvents() {
    for (int seed = 0; seed < 200; seed++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), seed);
      assertThat(TestTrace.parse(trace.toString()).events()).isEqualTo(trace.events());
    }
  }
}
