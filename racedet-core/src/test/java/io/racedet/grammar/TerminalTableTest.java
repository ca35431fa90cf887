package io.racedet.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of events with locations, compared with a map. */
class TerminalTableTest {
  private static final long SEED = 42;

  private record Located(long word, int location) {}

  private final Map<Located, Integer> expected = new LinkedHashMap<>();

  private static Located any(SplittableRandom random) {
    return new Located(random.nextInt(120) * 0x1_0000_0001L, random.nextInt(-1, 40));
  }

  @Test
  void events_areNumberedInTheOrderOfTheirFirstUse() {
    SplittableRandom random = new SplittableRandom(SEED);
    TerminalTable table = new TerminalTable();
    for (int i = 0; i < 30_000; i++) {
      Located event = any(random);
      Integer known = expected.get(event);
      int number = table.of(event.word, event.location);
      assertThat(number).isEqualTo(known == null ? -1 : known);
      if (known == null && random.nextInt(3) == 0) {
        table.forgetLast();
      } else if (known == null) {
        expected.put(event, expected.size());
      }
      assertThat(table.size()).isEqualTo(expected.size());
    }
    assertThat(expected).as("so many that the table grows twice").hasSizeGreaterThan(4096);
    Grammar grammar = table.grammar(new Sequitur());
    assertThat(grammar.terminals()).isEqualTo(expected.size());
    expected.forEach(
        (event, number) -> {
          assertThat(grammar.word(number)).isEqualTo(event.word);
          assertThat(grammar.location(number)).isEqualTo(event.location);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3000})
  void fullTable_findsWhatItHas_andAddsNothing(int most) {
    SplittableRandom random = new SplittableRandom(SEED);
    LocatedEvents table = new LocatedEvents(most);
    for (int i = 0; i < 30_000; i++) {
      Located event = any(random);
      Integer known = expected.get(event);
      assertThat(table.of(event.word, event.location)).isEqualTo(known == null ? -1 : known);
      if (known == null && expected.size() < most) {
        expected.put(event, expected.size());
      }
    }
    assertThat(expected).hasSize(most);
  }
}
