package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SwallowedOutputTest {
  private final SwallowedOutput output = new SwallowedOutput();
  private final PrintStream out = new PrintStream(output, false, StandardCharsets.UTF_8);

  @Test
  void text_isTakenOnce() {
    out.print("Validation ");
    out.write('!');
    assertThat(output.take()).isEqualTo("Validation !");
    assertThat(output.take()).isEmpty();
  }

  @Test
  void longOutput_isCutAtItsEnd() {
    out.print("x".repeat(100_000));
    out.print("y");
    assertThat(output.take()).isEqualTo("x".repeat(1 << 16));
    out.print("z");
    assertThat(output.take()).isEqualTo("z");
  }
}
