package io.racedet.trace;

import io.racedet.trace.bytes.ByteWords;
import io.racedet.trace.bytes.TextList;
import io.racedet.trace.bytes.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** The bytes of one block after another, and how far they are read. */
final class BlockPayload {
  /** What {@link #number} returns for none. */
  static final int NONSENSE = Integer.MIN_VALUE;

  private byte[] bytes = new byte[1 << 16];
  private ByteBuffer words = wrap();
  private int at;
  private int end;

  private ByteBuffer wrap() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads the bytes of a block; false when there are not as many. */
  boolean fill(InputStream in, int length) throws IOException {
    if (length + ByteWords.SLACK > bytes.length) {
      bytes = new byte[length + ByteWords.SLACK];
      words = wrap();
    }
    at = 0;
    end = in.readNBytes(bytes, 0, length);
    Arrays.fill(bytes, end, end + ByteWords.SLACK, (byte) 0);
    return end == length;
  }

  /** Adds the bytes to a checksum. */
  void update(CRC32C crc) {
    crc.update(bytes, 0, end);
  }

  /** The bytes as words, with zeros behind the last one. */
  ByteBuffer words() {
    return words;
  }

  /** Where the next byte is. */
  int at() {
    return at;
  }

  /** How many bytes there are. */
  int end() {
    return end;
  }

  /** Goes to a byte. */
  void moveTo(int next) {
    at = next;
  }

  /** The next number, or a negative one for nonsense. */
  int number() {
    byte[] b = bytes;
    int from = at;
    int first = b[from] & 0xFF;
    int length = Integer.numberOfTrailingZeros(~first) + 1;
    if (from + length > end || length > BlockFormat.LONGEST_NUMBER) {
      at = end;
      return NONSENSE;
    }
    long coded = first;
    for (int i = 1; i < length; i++) {
      coded |= (b[from + i] & 0xFFL) << i * Byte.SIZE;
    }
    at = from + length;
    long number = coded >>> length;
    return number > Integer.MAX_VALUE ? NONSENSE : (int) number;
  }

  /** Adds the next text, which has its length before it, to a list; false when it is none. */
  boolean readText(TextList list) {
    int length = number();
    if (length < 0 || length > BlockFormat.LONGEST_NAME || length > end - at) {
      return false;
    }
    if (!Utf8.isText(bytes, at, at + length)) {
      return false;
    }
    list.add(bytes, at, at + length);
    at += length;
    return true;
  }
}
