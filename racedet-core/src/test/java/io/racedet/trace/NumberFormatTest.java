package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.trace.block.BlockPayload;
import io.racedet.trace.bytes.ByteList;
import io.racedet.trace.bytes.ByteWords;
import io.racedet.trace.bytes.TextList;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The numbers of the binary formats, and the bounds of what follows them. */
class NumberFormatTest {
  static IntStream numbers() {
    return IntStream.concat(
        IntStream.of(0, 1, 5, Integer.MAX_VALUE),
        IntStream.range(1, 31).flatMap(bits -> IntStream.of((1 << bits) - 1, 1 << bits)));
  }

  private static BlockPayload payload(byte... bytes) throws IOException {
    BlockPayload payload = new BlockPayload();
    assertThat(payload.fill(new ByteArrayInputStream(bytes), bytes.length)).isTrue();
    assertThat(payload.end()).isEqualTo(bytes.length);
    return payload;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 02",
    "127, FE",
    "128, 0102",
    "16383, FDFF",
    "16384, 030002",
    "268435455, F7FFFFFF",
    "268435456, 0F00000002",
    "2147483647, EFFFFFFF0F"
  })
  void number_takesAsManyBytesAsItNeeds(int number, String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThat(WrittenOutFile.number(number)).isEqualTo(bytes);
    ByteList list = new ByteList();
    list.number(number);
    assertThat(Arrays.copyOf(list.bytes(), list.size())).isEqualTo(bytes);
    assertThat(payload(bytes).number()).isEqualTo(number);
    assertThat(ByteList.length(number)).isEqualTo(bytes.length);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void numbers_oneBehindTheOther_areReadAsTheyWereWritten(int number) throws IOException {
    ByteList list = new ByteList();
    list.put(0xAB);
    list.number(number);
    list.number(7);
    byte[] bytes = Arrays.copyOf(list.bytes(), list.size());
    BlockPayload payload = payload(bytes);
    payload.moveTo(1);
    assertThat(payload.number()).isEqualTo(number);
    assertThat(payload.at()).isEqualTo(bytes.length - 1);
    assertThat(payload.number()).isEqualTo(7);
    assertThat(payload.at()).isEqualTo(bytes.length);
    assertThat(payload.number()).isNegative();
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void numberThatIsCut_isNone(int number) throws IOException {
    byte[] whole = WrittenOutFile.number(number);
    for (int length = 0; length < whole.length; length++) {
      BlockPayload payload = payload(Arrays.copyOf(whole, length));
      assertThat(payload.number()).isNegative();
      assertThat(payload.at()).isEqualTo(length);
    }
  }

  @Test
  void numberThatIsTooLarge_isNone() throws IOException {
    assertThat(payload(WrittenOutFile.number(1L << 31)).number()).isNegative();
    assertThat(payload(WrittenOutFile.number((1L << 35) - 1)).number()).isNegative();
    assertThat(payload(WrittenOutFile.number((1L << 32) + 5)).number()).isNegative();
    BlockPayload longer = payload(WrittenOutFile.number(1L << 36));
    assertThat(longer.number()).isNegative();
    assertThat(longer.at()).isEqualTo(longer.end());
    byte[] ones = new byte[20];
    Arrays.fill(ones, (byte) 0xFF);
    assertThat(payload(ones).number()).isNegative();
    byte[] wide = new byte[10]; // a six-byte form of zero
    wide[0] = 0x1F;
    assertThat(payload(wide).number()).isNegative();
  }

  @Test
  void count_isAtMostTheBytesThatFollow() throws IOException {
    assertThat(payload(WrittenOutFile.payload(3, 0, 0, 0)).count()).isEqualTo(3);
    assertThat(payload(WrittenOutFile.payload(4, 0, 0, 0)).count()).isNegative();
    assertThat(payload(WrittenOutFile.payload(0)).count()).isZero();
    assertThat(payload().count()).isNegative();
  }

  @Test
  void word_hasEightBytes_theLowestFirst() throws IOException {
    BlockPayload payload = payload(HexFormat.of().parseHex("AA0102030405060708"));
    payload.moveTo(1);
    assertThat(payload.word()).isEqualTo(0x0807060504030201L);
    assertThat(payload.at()).isEqualTo(9);
    payload.moveTo(2);
    assertThat(payload.word()).isEqualTo(-1);
    assertThat(payload.at()).isEqualTo(9);
  }

  @Test
  void text_isOfTheBytesThatFollow() throws IOException {
    BlockPayload payload = payload(WrittenOutFile.payload("\u00e9a", 9));
    assertThat(payload.textLength()).isEqualTo(3);
    TextList list = new TextList();
    payload.moveText(3, list);
    assertThat(list.text(0)).isEqualTo("\u00e9a");
    assertThat(payload.number()).isEqualTo(9);
    assertThat(payload(WrittenOutFile.payload(0)).textLength()).isZero();
    assertThat(payload(WrittenOutFile.payload(1)).textLength()).isNegative();
    assertThat(payload(WrittenOutFile.payload(2, new byte[] {'a', -1})).textLength()).isNegative();
    assertThat(payload(WrittenOutFile.payload(1, new byte[] {'a', -1})).textLength()).isOne();
    assertThat(payload().textLength()).isNegative();
  }

  @Test
  void text_hasAtMostAMebibyte() throws IOException {
    int most = 1 << 20;
    assertThat(payload(WrittenOutFile.payload(most, new byte[most])).textLength()).isEqualTo(most);
    assertThat(payload(WrittenOutFile.payload(most + 1, new byte[most + 1])).textLength())
        .isNegative();
  }

  /** Also when the payload is shorter than the one before, or as long as the array. */
  @Test
  void payload_isFollowedByZeros() throws IOException {
    BlockPayload payload = new BlockPayload();
    byte[] ones = new byte[1 << 17];
    Arrays.fill(ones, (byte) 1);
    int[] lengths = {0, 5, 100, 3, (1 << 16) - 9, (1 << 16) - 8, (1 << 16) - 7, 1 << 16, 70_000, 1};
    for (int length : lengths) {
      assertThat(payload.fill(new ByteArrayInputStream(ones), length)).isTrue();
      assertThat(payload.at()).isZero();
      assertThat(payload.end()).isEqualTo(length);
      for (int i = 0; i < ByteWords.SLACK; i++) {
        assertThat(payload.words().get(length + i)).isZero();
      }
      assertThat(length == 0 || payload.words().get(length - 1) == 1).isTrue();
      CRC32C crc = new CRC32C();
      payload.update(crc);
      CRC32C expected = new CRC32C();
      expected.update(ones, 0, length);
      assertThat(crc.getValue()).isEqualTo(expected.getValue());
      payload.moveTo(length);
    }
    assertThat(payload.fill(new ByteArrayInputStream(ones), ones.length + 1)).isFalse();
    assertThat(payload.end()).isEqualTo(ones.length);
  }

  @Test
  void bytes_areKeptWhileTheListGrows() {
    ByteList list = new ByteList();
    byte[] expected = new byte[9_000];
    for (int i = 0; i < expected.length; i += 3) {
      list.put(i);
      list.put(new byte[] {(byte) (i + 1), (byte) (i + 2)});
    }
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (byte) i;
    }
    assertThat(list.size()).isEqualTo(expected.length);
    assertThat(Arrays.copyOf(list.bytes(), list.size())).isEqualTo(expected);
    ByteList twice = new ByteList();
    twice.put(list);
    twice.skip(2_000);
    twice.put(list);
    assertThat(twice.size()).isEqualTo(20_000);
    assertThat(Arrays.copyOfRange(twice.bytes(), 11_000, 20_000)).isEqualTo(expected);
    twice.clear();
    assertThat(twice.size()).isZero();
  }

  @Test
  void list_canBeFilledUpToItsArray() {
    ByteList list = new ByteList();
    int length = list.bytes().length;
    list.skip(length);
    assertThat(list.bytes()).hasSize(length);
    list.put(1);
    assertThat(list.bytes()[length]).isEqualTo((byte) 1);
    for (int left = 0; left < 6; left++) {
      ByteList almost = new ByteList();
      almost.skip(length - left);
      almost.number(Integer.MAX_VALUE);
      assertThat(almost.size()).isEqualTo(length - left + 5);
    }
  }
}
