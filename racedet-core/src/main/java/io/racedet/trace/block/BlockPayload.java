package io.racedet.trace.block;

import io.racedet.trace.bytes.ByteWords;
import io.racedet.trace.bytes.TextList;
import io.racedet.trace.bytes.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** The payload of the block that is being read, and how far it has been read. */
public final class BlockPayload {
  /** What {@link #number} returns if there is no valid number. */
  public static final int INVALID = Integer.MIN_VALUE;

  private byte[] bytes = new byte[1 << 16];
  private ByteBuffer words = wrap();
  private int at;
  private int end;

  private ByteBuffer wrap() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads the payload of a block; false if the stream ends before. */
  public boolean fill(InputStream in, int length) throws IOException {
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
  public void update(CRC32C crc) {
    crc.update(bytes, 0, end);
  }

  /** The bytes as words, followed by zeros. */
  public ByteBuffer words() {
    return words;
  }

  /** The index of the next byte. */
  public int at() {
    return at;
  }

  /** The length of the payload. */
  public int end() {
    return end;
  }

  /** Continues at a byte. */
  public void moveTo(int next) {
    at = next;
  }

  /** The next number, or a negative one if it is invalid. */
  public int number() {
    byte[] b = bytes;
    int from = at;
    int first = b[from] & 0xFF;
    int length = Integer.numberOfTrailingZeros(~first) + 1;
    if (from + length > end || length > BlockFormat.MAX_NUMBER_LENGTH) {
      at = end;
      return INVALID;
    }
    long coded = first;
    for (int i = 1; i < length; i++) {
      coded |= (b[from + i] & 0xFFL) << i * Byte.SIZE;
    }
    at = from + length;
    long number = coded >>> length;
    return number > Integer.MAX_VALUE ? INVALID : (int) number;
  }

  /** The next eight bytes as a number; -1 if there are fewer. */
  public long word() {
    if (end - at < Long.BYTES) {
      at = end;
      return -1;
    }
    at += Long.BYTES;
    return words.getLong(at - Long.BYTES);
  }

  /**
   * The next number as that of parts that follow, each of at least a byte; negative if so many
   * cannot follow.
   */
  public int count() {
    int count = number();
    return count <= end - at ? count : INVALID;
  }

  /** Reads the length of the text that follows; negative if there is no valid one. */
  public int textLength() {
    int length = number();
    boolean isText =
        length >= 0
            && length <= BlockFormat.MAX_NAME_LENGTH
            && length <= end - at
            && Utf8.isText(bytes, at, at + length);
    return isText ? length : INVALID;
  }

  /** Moves a text of this length to a list. */
  public void moveText(int length, TextList list) {
    list.add(bytes, at, at + length);
    at += length;
  }
}
