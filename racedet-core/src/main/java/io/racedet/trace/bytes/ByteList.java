package io.racedet.trace.bytes;

import it.unimi.dsi.fastutil.bytes.ByteArrays;

/** A growing array of bytes to be written. */
public final class ByteList {
  /** The most bytes that a number takes. */
  public static final int NUMBER_BYTES = 5;

  private byte[] bytes = new byte[1 << 10];
  private int size;

  public int size() {
    return size;
  }

  /** The array; only the first {@link #size} bytes are valid. */
  public byte[] bytes() {
    return bytes;
  }

  public void clear() {
    size = 0;
  }

  public void put(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  public void put(byte[] values) {
    put(values, values.length);
  }

  public void put(ByteList other) {
    put(other.bytes, other.size);
  }

  private void put(byte[] values, int length) {
    ensure(length);
    System.arraycopy(values, 0, bytes, size, length);
    size += length;
  }

  /** Adds bytes to be filled in later. */
  public void skip(int length) {
    ensure(length);
    size += length;
  }

  /** Adds a number in eight bytes, the lowest first. */
  public void word(long value) {
    for (int i = 0; i < Long.BYTES; i++) {
      put((int) (value >>> i * Byte.SIZE));
    }
  }

  /** How many bytes {@link #number} takes. */
  public static int length(int value) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
    return (bits + 6) / 7;
  }

  /** Adds a non-negative number in one to {@value #NUMBER_BYTES} bytes. */
  public void number(int value) {
    ensure(NUMBER_BYTES);
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
