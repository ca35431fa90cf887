package io.racedet.trace.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes of an array, eight at a time: the first one is the lowest of the word. */
public final class ByteWords {
  /** Bytes beyond those asked for that must be in the array. */
  public static final int SLACK = Long.BYTES;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private ByteWords() {}

  /** The eight bytes from a position on. */
  public static long at(byte[] bytes, int from) {
    return (long) WORDS.get(bytes, from);
  }

  /** The first bytes from a position on, at most eight, and zeros. */
  static long at(byte[] bytes, int from, int length) {
    return at(bytes, from) & mask(length);
  }

  /** Covers the first bytes of a word, at most eight. */
  public static long mask(int length) {
    return length == 0 ? 0 : -1L >>> Long.SIZE - length * Byte.SIZE;
  }

  /** Position of the first byte of a value, which must be there. */
  public static int find(byte[] bytes, int from, char value) {
    long values = value * LOWEST_BITS;
    for (int i = from; ; i += Long.BYTES) {
      long marks = zeros(at(bytes, i) ^ values);
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
    }
  }

  /** Position of the first byte that is one of two, which must be there. */
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

  /** Marks the zero bytes of a word; exact up to and including the first. */
  private static long zeros(long word) {
    return word - LOWEST_BITS & ~word & HIGHEST_BITS;
  }
}
