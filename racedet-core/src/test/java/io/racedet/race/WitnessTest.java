package io.racedet.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WitnessTest {
  private static final long[] SEQUENCE = {1, 2, 3, 7, 5, 4, 8, 9};

  @Test
  void of_sequence_keepsItInRuns() {
    Witness witness = Witness.of(SEQUENCE, 3, List.of(), 0);
    assertThat(witness.indices()).isEqualTo(SEQUENCE);
    assertThat(witness.size()).isEqualTo(8);
    assertThat(witness.asRecorded()).isEqualTo(3);
    assertThat(witness.runs())
        .extracting(run -> run.first() + "-" + run.last())
        .containsExactly("1-3", "7-7", "5-5", "4-4", "8-9");
  }

  @Test
  void of_manyRuns_keepsAll() {
    long[] sequence = new long[1000];
    for (int i = 0; i < sequence.length; i++) {
      sequence[i] = 2L * (sequence.length - i);
    }
    assertThat(Witness.of(sequence, 0, List.of(), 0).indices()).isEqualTo(sequence);
  }

  @Test
  void of_indicesOfALongTrace_keepsThem() {
    long[] sequence = {1L << 33, (1L << 33) + 1, (1L << 31) + 5};
    Witness witness = Witness.of(sequence, 0, List.of(), 0);
    assertThat(witness.indices()).isEqualTo(sequence);
    assertThat(witness.runs()).hasSize(2);
  }

  @Test
  void equals_sameSequence_onlyThen() {
    Witness witness = Witness.of(SEQUENCE, 0, List.of(), 0);
    assertThat(witness)
        .isEqualTo(Witness.of(SEQUENCE.clone(), 0, List.of(), 0))
        .hasSameHashCodeAs(Witness.of(SEQUENCE.clone(), 0, List.of(), 0))
        .isNotEqualTo(Witness.of(new long[] {1, 2, 3}, 0, List.of(), 0))
        .isNotEqualTo(Witness.NONE);
    assertThat(Witness.NONE.indices()).isEmpty();
  }
}
