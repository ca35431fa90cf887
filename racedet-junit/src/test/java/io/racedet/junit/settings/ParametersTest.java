package io.racedet.junit.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
  @Test
  void attributes_areThoseThatAreRead() {
    Set<String> asked = new TreeSet<>();
    Settings asking =
        new Settings() {
          @Override
          public Optional<String> value(String attribute) {
            asked.add(attribute);
            return Optional.empty();
          }

          @Override
          public String label(String attribute) {
            return attribute;
          }
        };
    new OptionsReader(List.of(asking), () -> 1).read();
    assertThat(asked).containsExactlyElementsOf(Parameters.ATTRIBUTES);
  }

  @ParameterizedTest
  @CsvSource({
    "racedet.gates, racedet.gate",
    "racedet.repetition, racedet.repetitions",
    "racedet.TimeLimit, racedet.timeLimit",
    "racedet.timelimits, racedet.timeLimit",
    "racedet.engine, racedet.engines",
    "racedet.autos, racedet.auto"
  })
  void misspelt_isTold_withWhatIsMeant(String set, String meant) {
    assertThat(Parameters.unknown(List.of(set)))
        .containsExactly(
            set + " has no effect: there is no such parameter; do you mean " + meant + "?");
  }

  @Test
  void unlikeAny_isTold() {
    assertThat(Parameters.unknown(List.of("racedet.colour")))
        .containsExactly("racedet.colour has no effect: there is no such parameter");
  }

  @Test
  void knownAndForeign_areNotTold() {
    assertThat(
            Parameters.unknown(
                List.of("racedet.gate", "racedet.auto", "racedet.run", "racedet", "user.dir")))
        .isEmpty();
  }
}
