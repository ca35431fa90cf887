package io.racedet.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineFaultTest {
  private static final String FORM = "thread|op(operand)|location";

  private static LineFault fault(String line) {
    byte[] around = ("<(" + line + "|>").getBytes(UTF_8);
    return LineFault.of(around, 2, around.length - 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "T1 ~ thread|op(operand)|location",
        "'' ~ thread|op(operand)|location",
        "T1|w(x) ~ thread|op(operand)|location",
        "T)1|w(x) ~ thread|op(operand)|location",
        "|w(x)|a ~ a thread without ( or ) before the first |, as in thread|op(operand)|location",
        "T(1|w|a ~ a thread without ( or ) before the first |, as in thread|op(operand)|location",
        "T)1|v|a ~ a thread without ( or ) before the first |, as in thread|op(operand)|location",
        "T1|w|a ~ w(operand) with an operand without |, ( or )",
        "T1|acq(x|a ~ acq(operand) with an operand without |, ( or )",
        "T1|fork()|a ~ fork(operand) with an operand without |, ( or )",
        "T1|end(x)|a ~ end without an operand",
        "T1|begin(|a ~ begin without an operand",
        "T1|(x)|a ~ an operation, one of r, w, acq, rel, acqr, relr, fork, join, begin, end, ar,"
            + " aw, sr, sw, snd, rcv, notify, wake, alloc, again",
        "T1||w(x)|a ~ an operation, one of r, w, acq, rel, acqr, relr, fork, join, begin, end,"
            + " ar, aw, sr, sw, snd, rcv, notify, wake, alloc, again",
      })
  void whatWasExpected_isTheFirstThatIsMissing(String line, String expected) {
    assertThat(fault(line)).isEqualTo(new LineFault("cannot read \"" + line + "\"", expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\u00e9", "\u4e2d", "\ud83d\ude00"})
  void line_isShownUpTo120Characters(String character) {
    String most = character.repeat(120 / character.length());
    assertThat(fault(most).found()).isEqualTo("cannot read \"" + most + "\"");
    for (int more : new int[] {1, 2, 60, 1000}) {
      assertThat(fault(most + character.repeat(more)).found())
          .isEqualTo("cannot read \"" + most + "...\"");
    }
  }

  @Test
  void controlCharacters_areReplaced_exceptTabulators() {
    assertThat(fault("a\u0000\tb\r\u001b[0m\u007f\u0085c ").found())
        .isEqualTo("cannot read \"a\ufffd\tb\ufffd\ufffd[0m\ufffd\ufffdc \"");
  }

  @Test
  void bytesThatAreNoText_areSaidFirst() {
    byte[] line = "T(\u00e9".getBytes(ISO_8859_1);
    assertThat(LineFault.of(line, 0, line.length))
        .isEqualTo(new LineFault("cannot read \"T(\ufffd\"", "text in UTF-8"));
    assertThat(LineFault.of(line, 0, line.length - 1).expected()).isEqualTo(FORM);
  }

  @Test
  void name_isAnyTextWithoutBarsAndParentheses() {
    for (String name : new String[] {"a", "a b", "#", "\u00e9", "\r", "]["}) {
      byte[] around = ("(" + name + ")").getBytes(UTF_8);
      int to = around.length - 1;
      assertThat(LineFault.isName(around, 1, to)).as(name).isTrue();
      assertThat(LineFault.isName(around, 1, 1)).as(name).isFalse();
      assertThat(LineFault.isName(around, 0, to)).as(name).isFalse();
      assertThat(LineFault.isName(around, 1, to + 1)).as(name).isFalse();
    }
    byte[] bar = "a|b".getBytes(UTF_8);
    assertThat(LineFault.isName(bar, 0, 3)).isFalse();
    assertThat(LineFault.isName(bar, 0, 1)).isTrue();
    assertThat(LineFault.isName(new byte[] {'a', -1}, 0, 2)).isFalse();
  }
}
