package io.racedet.trace;

import it.unimi.dsi.fastutil.bytes.ByteArrays;

/** A growing array of bytes to be written. */
final class ByteList {
  private byte[] bytes = new byte[1 << 10];
  private int size;

  int size() {
    return size;
  }

  /** The array; only the first {@link #size} bytes are valid. */
  byte[] bytes() {
    return bytes;
  }

  void clear() {
    size = 0;
  }

  void put(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  void put(byte[] values) {
    put(values, values.length);
  }

  void put(ByteList other) {
    put(other.bytes, other.size);
  }

  private void put(byte[] values, int length) {
    ensure(length);
    System.arraycopy(values, 0, bytes, size, length);
    size += length;
  }

  /** Adds bytes to be filled in later. */
  void skip(int length) {
    ensure(length);
    size += length;
  }

  /** Adds a non-negative number in one to five bytes; see {@link BlockFormat}. */
  void number(int value) {
    ensure(BlockFormat.LONGEST_NUMBER);
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
    int length = (bits + 6) / 7;
    long coded = (long) value << length | (1L << length - 1) - 1;
    byte[] b = bytes;
    int at = size;
    for (int i = 0; i < length; i++) {
      b[at + i] = (byte) (coded >>> i * Byte.SIZE);
    }
    size = at + length;
  }

  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = ByteArrays.grow(bytes, size + more, size);
    }
  }
}
