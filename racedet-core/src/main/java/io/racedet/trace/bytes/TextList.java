package io.racedet.trace.bytes;

import it.unimi.dsi.fastutil.bytes.ByteArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.nio.charset.StandardCharsets;

/**
 * Texts by number, as bytes in one array that extends {@value ByteWords#SLACK} bytes beyond them.
 */
public final class TextList {
  /** The most bytes that all texts can have together. */
  public static final int MAX_BYTES = Integer.MAX_VALUE - 2 * ByteWords.SLACK;

  private int[] ends = new int[128];
  private byte[] bytes = new byte[2048];
  private int size;

  public int size() {
    return size;
  }

  /**
   * Adds the text at {@code [from, to)}; its number is the previous size. With it, there must be at
   * most {@link #MAX_BYTES}.
   */
  public void add(byte[] text, int from, int to) {
    int start = start(size);
    int length = to - from;
    bytes = ByteArrays.grow(bytes, start + length + ByteWords.SLACK, start);
    System.arraycopy(text, from, bytes, start, length);
    ends = IntArrays.grow(ends, size + 1);
    ends[size++] = start + length;
  }

  public String text(int number) {
    int from = start(number);
    return new String(bytes, from, ends[number] - from, StandardCharsets.UTF_8);
  }

  /** Where the bytes of a text begin. */
  int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  /** The bytes of all texts. */
  byte[] bytes() {
    return bytes;
  }
}
