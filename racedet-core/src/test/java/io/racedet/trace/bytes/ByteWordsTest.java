package io.racedet.trace.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Words of bytes, compared with the bytes one by one. */
class ByteWordsTest {
  /** Bytes that differ in the bits that an inexact search confuses: a borrow, and the sign. */
  private static final byte[] SIMILAR = {'|', '|' ^ 1, '|' - 128, '|' + 1, '\n', '\n' ^ 1, 0, -1};

  @Test
  void word_hasTheFirstByteLowest() {
    byte[] bytes = new byte[40];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (37 * i + 200);
    }
    for (int from = 0; from <= bytes.length - Long.BYTES; from++) {
      for (int length = 0; length <= Long.BYTES; length++) {
        long expected = 0;
        for (int i = 0; i < length; i++) {
          expected |= (bytes[from + i] & 0xFFL) << 8 * i;
        }
        assertThat(ByteWords.at(bytes, from, length)).isEqualTo(expected);
        assertThat(ByteWords.at(bytes, from) & ByteWords.mask(length)).isEqualTo(expected);
      }
      assertThat(ByteWords.at(bytes, from)).isEqualTo(ByteWords.at(bytes, from, Long.BYTES));
    }
  }

  @Test
  void find_isTheFirstOfOneOrTwoValues() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 5_000; round++) {
      byte[] bytes = new byte[40 + ByteWords.SLACK];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = SIMILAR[random.nextInt(SIMILAR.length)];
      }
      bytes[38] = '\n';
      bytes[39] = '|';
      int from = random.nextInt(38);
      int bar = from;
      while (bytes[bar] != '|') {
        bar++;
      }
      int line = from;
      while (bytes[line] != '\n') {
        line++;
      }
      assertThat(ByteWords.find(bytes, from, '|')).as("round %d", round).isEqualTo(bar);
      assertThat(ByteWords.find(bytes, from, '\n')).as("round %d", round).isEqualTo(line);
      int first = Math.min(bar, line);
      assertThat(ByteWords.find(bytes, from, '|', '\n')).as("round %d", round).isEqualTo(first);
      assertThat(ByteWords.find(bytes, from, '\n', '|')).as("round %d", round).isEqualTo(first);
    }
  }
}
