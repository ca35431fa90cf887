package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SplitTest {
  private static final Split SPLIT =
      Split.of(new ProcessorTime(100, 30, 10), Map.of(Part.PROGRAM, 1, Part.ENGINES, 3));

  @Test
  void samples_splitTheTimeOfOtherThreadsThanThoseOfTheJvm() {
    assertThat(SPLIT.parts())
        .containsOnly(
            Map.entry(Part.PROGRAM, 15L),
            Map.entry(Part.ENGINES, 45L),
            Map.entry(Part.GC, 10L),
            Map.entry(Part.JIT, 30L));
  }

  @Test
  void shares_areOfTheWhole() {
    assertThat(SPLIT.total()).isEqualTo(100);
    assertThat(SPLIT.share(Part.ENGINES)).isEqualTo(0.45);
    assertThat(SPLIT.share(Part.PROOFS)).isZero();
    assertThat(Split.NONE.share(Part.PROOFS)).isNaN();
  }

  @Test
  void numbers_areReadAsWhatTheyWere() {
    assertThat(SPLIT.numbers()).containsExactly(15L, 0L, 0L, 45L, 0L, 0L, 0L, 10L, 30L);
    assertThat(Split.of(SPLIT.numbers())).isEqualTo(SPLIT);
    assertThat(Split.of(List.of())).isEqualTo(Split.NONE);
  }
}
