package io.racedet.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedLineTest {
  private static final String WORD = "x".repeat(39);

  @Test
  void lineThatFits_staysAsItIs() {
    String line = WORD + ' ' + WORD + ' ' + WORD + 'y';
    assertThat(line).hasSize(120);
    assertThat(WrappedLine.of(line, "  ")).isEqualTo(line);
  }

  @Test
  void longLine_breaksAtTheLastSpaceThatFits() {
    String line = "  " + WORD + ' ' + WORD + ' ' + WORD + ' ' + WORD + ' ' + WORD;
    assertThat(WrappedLine.of(line, "      "))
        .isEqualTo(
            "  " + WORD + ' ' + WORD + '\n' + "      " + WORD + ' ' + WORD + '\n' + "      "
                + WORD);
  }

  @Test
  void longWord_staysWhole() {
    String name = "x".repeat(130);
    assertThat(WrappedLine.of("    " + name, "      ")).isEqualTo("    " + name);
    assertThat(WrappedLine.of("  fix: " + name + " is long", "      "))
        .isEqualTo("  fix:\n      " + name + "\n      is long");
  }
}
