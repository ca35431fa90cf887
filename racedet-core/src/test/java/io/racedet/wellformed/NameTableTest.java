package io.racedet.wellformed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class NameTableTest {
  private final NameTable table = new NameTable("thread");

  @Test
  void handleBeyondTheLimit_isRefused_untilOneIsFree() {
    table.limit(1);
    int first = table.of("a");
    table.of(7);
    assertThatIllegalStateException()
        .isThrownBy(() -> table.of("b"))
        .withMessage("thread handle: 2 (expected: at most 1)");
    table.forget(first);
    table.release(new BitSet());

    assertThat(table.of("b")).isEqualTo(first);
    assertThat(table.name(first)).isEqualTo("b");
  }

  @Test
  void forgottenName_getsAnotherHandle_andTheOldOneKeepsItsName() {
    int first = table.of("");
    table.forget(first);

    assertThat(table.of("")).isNotEqualTo(first);
    assertThat(table.name(first)).isEmpty();
  }
}
