package io.racedet.trace.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op.Operand;
import org.junit.jupiter.api.Test;

class FileIdsTest {
  @Test
  void length_isThatOfTheNameInBytes() {
    FileIds ids = new FileIds((space, id) -> "\u00e9".repeat(id), "rdt");
    for (int id = 5; id > 0; id--) {
      assertThat(ids.ofOperand(Operand.LOCK, id)).isEqualTo(5 - id);
    }
    for (int id = 5; id > 0; id--) {
      assertThat(ids.length(ids.rank(Operand.LOCK), 5 - id)).isEqualTo(2 * id);
    }
  }
}
