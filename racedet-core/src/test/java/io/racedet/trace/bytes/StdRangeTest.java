package io.racedet.trace.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StdRangeTest {
  private static String element(StdRange range, int access) {
    int length = range.nameElement(access);
    assertThat(range.name().length).isGreaterThanOrEqualTo(length + ByteWords.SLACK);
    return new String(range.name(), 0, length, UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "a[0..2], a[0] a[1] a[2]",
    "a[7..7], a[7]",
    "a[7..7:-3], a[7]",
    "a[8..0:-4], a[8] a[4] a[0]",
    "a[1..9:8], a[1] a[9]",
    "a[2147483646..2147483647], a[2147483646] a[2147483647]",
    "a[0..2147483647:2147483647], a[0] a[2147483647]",
    "a[x][3..4], a[x][3] a[x][4]"
  })
  void range_hasItsElements(String operand, String elements) {
    byte[] text = operand.getBytes(UTF_8);
    assertThat(StdRange.isLike(text, 0, text.length)).isTrue();
    StdRange range = new StdRange();
    assertThat(range.parse(text, 0, text.length)).isTrue();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < range.count(); i++) {
      found.add(element(range, i));
    }
    assertThat(String.join(" ", found)).isEqualTo(elements);
    assertThat(range.isDescending()).isEqualTo(operand.contains("-"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[..]",
        "[0..1]",
        "a[..]",
        "a[...]",
        "a[0..]",
        "a[..1]",
        "a[0..1:]",
        "a[9..0:]",
        "a[0..9:-]",
        "a[9..0:-]",
        "a[1..0]",
        "a[0..1:2]",
        "a[1..0:-2]",
        "a[0..1:0]",
        "a[00..1]",
        "a[0..2147483648]",
        "a[12345678901..12345678902]",
        "a[0..2147483647]"
      })
  void operandThatIsLikeARange_isNone(String operand) {
    byte[] text = operand.getBytes(UTF_8);
    assertThat(StdRange.isLike(text, 0, text.length)).isTrue();
    assertThat(new StdRange().parse(text, 0, text.length)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "]",
        "..]",
        ".]",
        "[]",
        "a[.]",
        "a[1.2.3]",
        "0..9]",
        "a[0..9",
        "a[0..9x",
        "a[0..9]x",
        "a[0../]",
        "a[x..y]",
        "a[0..9 ]"
      })
  void otherName_isNotLikeARange(String name) {
    byte[] text = name.getBytes(UTF_8);
    assertThat(StdRange.isLike(text, 0, text.length)).isFalse();
  }

  /** Also if the array before had a shorter name. */
  @Test
  void elements_haveTheirNames_howeverLongThatOfTheirArray() {
    StdRange range = new StdRange();
    for (int length = 1; length < 200; length++) {
      String array = "x".repeat(length);
      byte[] text = (array + "[2147483647..0:-2147483647]").getBytes(UTF_8);
      assertThat(range.parse(text, 0, text.length)).isTrue();
      assertThat(element(range, 0)).isEqualTo(array + "[2147483647]");
      assertThat(element(range, 1)).isEqualTo(array + "[0]");
    }
  }
}
