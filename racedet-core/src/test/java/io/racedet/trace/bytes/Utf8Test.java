package io.racedet.trace.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
  private static final String CHARACTERS = "a\u0000\u00e9\u07ff\u0800\uffff\ud83d\ude00";

  /** An encoder writes a question mark for an unpaired surrogate, so it does not come back. */
  @Test
  void encode_isWhatCanBeDecoded_orNothing() {
    SplittableRandom random = new SplittableRandom(1);
    int refused = 0;
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(6); i > 0; i--) {
        text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
      }
      byte[] usual = text.toString().getBytes(UTF_8);
      if (new String(usual, UTF_8).contentEquals(text)) {
        assertThat(Utf8.encode(text.toString())).isEqualTo(usual);
      } else {
        assertThat(Utf8.encode(text.toString())).isNull();
        refused++;
      }
    }
    assertThat(refused).isBetween(100, 1_900);
  }

  /** Bytes are valid if they come back after they were decoded with replacements. */
  @Test
  void isText_ifTheBytesOfTheRangeAreThoseOfAText() {
    byte[] kinds = {'a', (byte) 0x80, (byte) 0xBF, (byte) 0xC3, (byte) 0xE4, (byte) 0xF0, -1, 0};
    SplittableRandom random = new SplittableRandom(1);
    int valid = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(8)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = kinds[random.nextInt(kinds.length)];
      }
      int from = random.nextInt(bytes.length + 1);
      int to = random.nextInt(from, bytes.length + 1);
      byte[] range = Arrays.copyOfRange(bytes, from, to);
      boolean isText = Arrays.equals(new String(range, UTF_8).getBytes(UTF_8), range);
      assertThat(Utf8.isText(bytes, from, to)).as("%s %d %d", bytes, from, to).isEqualTo(isText);
      valid += isText && range.length > 1 ? 1 : 0;
    }
    assertThat(valid).isGreaterThan(100);
  }
}
