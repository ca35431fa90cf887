package io.racedet.trace.bytes;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A table of texts, compared with a map. */
class TextTableTest {
  private static final int ABSENT = -1;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // that of the table

  /** Texts of one letter and of few: many are equal up to their length, or up to one byte. */
  @Test
  void text_isFoundUnderTheIdThatItGot() {
    SplittableRandom random = new SplittableRandom(1);
    TextTable table = new TextTable();
    Map<String, Integer> ids = new HashMap<>();
    for (int step = 0; step < 6_000; step++) {
      byte[] around = new byte[3 + random.nextInt(40) + ByteWords.SLACK];
      Arrays.fill(around, (byte) (random.nextInt(4) == 0 ? 'b' : 'a'));
      for (int i = random.nextInt(4); i > 0; i--) {
        around[random.nextInt(around.length)] = (byte) (random.nextInt(3) - 1);
      }
      int to = around.length - ByteWords.SLACK;
      String text = new String(around, 3, to - 3, ISO_8859_1);
      int known = ids.getOrDefault(text, ABSENT);
      assertThat(table.find(around, 3, to)).as("step %d", step).isEqualTo(known);
      if (known == ABSENT) {
        assertThat(table.add(around, 3, to)).as("step %d", step).isEqualTo(ids.size());
        ids.put(text, ids.size());
      }
      assertThat(table.size()).isEqualTo(ids.size());
    }
    assertThat(ids).hasSizeBetween(1_000, 5_500);
    ids.forEach(
        (text, id) -> {
          byte[] padded = Arrays.copyOf(text.getBytes(ISO_8859_1), text.length() + ByteWords.SLACK);
          assertThat(table.find(padded, 0, text.length())).isEqualTo(id);
        });
  }

  @Test
  void idAndText_belongTogether() {
    TextTable table = new TextTable();
    for (int i = 0; i < 1_000; i++) {
      byte[] text = ("name " + i + "        ").getBytes(ISO_8859_1);
      table.add(text, 0, text.length - ByteWords.SLACK);
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(table.text(i)).isEqualTo("name " + i);
    }
  }

  /** Longer texts than a word are first compared by a hash of their words. */
  @Test
  void differentTextsOfTheSameHash_areNotConfused() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 20; round++) {
      for (int count = 2; count < 5; count++) {
        long[] words = random.longs(count).toArray();
        for (int changed = 0; changed < count - 1; changed++) {
          for (int later = changed + 1; later < count; later++) {
            long[] other = words.clone();
            other[changed] ^= 1L << random.nextInt(Long.SIZE);
            other[later] ^= hash(words, later) ^ hash(other, later);
            assertThat(hash(other, count)).isEqualTo(hash(words, count));
            assertNotConfused(bytes(words), bytes(other));
          }
        }
      }
    }
  }

  private static void assertNotConfused(byte[] one, byte[] other) {
    int to = one.length - ByteWords.SLACK;
    assertThat(TextTable.key(one, 0, to)).isEqualTo(TextTable.key(other, 0, to));
    TextTable table = new TextTable();
    assertThat(table.add(one, 0, to)).isZero();
    assertThat(table.find(other, 0, to)).isEqualTo(ABSENT);
    assertThat(table.add(other, 0, to)).isEqualTo(1);
    assertThat(table.find(one, 0, to)).isZero();
    assertThat(table.find(other, 0, to)).isEqualTo(1);
  }

  /** The hash of the first words of a text. */
  private static long hash(long[] words, int count) {
    long hash = words.length * Long.BYTES;
    for (int i = 0; i < count; i++) {
      long mixed = (hash ^ words[i]) * MULTIPLIER;
      hash = mixed ^ mixed >>> Integer.SIZE;
    }
    return hash;
  }

  private static byte[] bytes(long[] words) {
    ByteBuffer buffer =
        ByteBuffer.allocate(words.length * Long.BYTES + ByteWords.SLACK)
            .order(ByteOrder.LITTLE_ENDIAN);
    buffer.asLongBuffer().put(words);
    return buffer.array();
  }
}
