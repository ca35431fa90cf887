package io.racedet.trace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads eight bytes of an array at a time as a word, whose lowest byte is the first one. */
public final class ByteWords {
  /** The array must extend this many bytes beyond those that are read. */
  public static final int SLACK = Long.BYTES;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private ByteWords() {}

  /** The eight bytes from an index on. */
  public static long at(byte[] bytes, int from) {
    return (long) WORDS.get(bytes, from);
  }

  /** At most eight bytes from an index on, padded with zeros. */
  static long at(byte[] bytes, int from, int length) {
    return at(bytes, from) & mask(length);
  }

  /** The mask of the first bytes of a word, at most eight. */
  public static long mask(int length) {
    return length == 0 ? 0 : -1L >>> Long.SIZE - length * Byte.SIZE;
  }

  /** The index of the first byte that has a value; there must be one. */
  public static int find(byte[] bytes, int from, char value) {
    long values = value * LOWEST_BITS;
    for (int i = from; ; i += Long.BYTES) {
      long marks = zeros(at(bytes, i) ^ values);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
    }
  }

  /** The index of the first byte that has one of two values; there must be one. */
  public static int find(byte[] bytes, int from, char one, char other) {
    long ones = one * LOWEST_BITS;
    long others = other * LOWEST_BITS;
    for (int i = from; ; i += Long.BYTES) {
      long word = at(bytes, i);
      long marks = zeros(word ^ ones) | zeros(word ^ others);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
    }
  }

  /** Marks the zero bytes of a word; correct up to and including the first one. */
  private static long zeros(long word) {
    return word - LOWEST_BITS & ~word & HIGHEST_BITS;
  }
}
