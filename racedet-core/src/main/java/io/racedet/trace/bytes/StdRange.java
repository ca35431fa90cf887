package io.racedet.trace.bytes;

import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.nio.charset.StandardCharsets;

/**
 * A range in the text format, from the elements of an array whose index is between brackets: {@code
 * a[0..9]}, or {@code a[9..1:-2]} with the distance of the indices.
 */
public final class StdRange {
  private static final int ABSENT = -1;
  private static final int DIGITS = 10;
  private static final byte[] DOTS = {'.', '.'};

  private byte[] name = new byte[64]; // of the array, a bracket, and room for an index
  private int base; // the length up to the bracket
  private int first;
  private int step;
  private int count;
  private int at; // in the text that is parsed
  private int end; // where the bracket is that ends it

  /**
   * Whether an operand has the form of a range, right or wrong: there are dots between brackets at
   * its end, and otherwise only digits, a colon and a sign.
   */
  public static boolean isLike(byte[] text, int from, int to) {
    if (to == from || text[to - 1] != ']') {
      return false;
    }
    boolean dots = false;
    for (int i = to - 2; i >= from; i--) {
      if (text[i] == '[') {
        return dots;
      }
      if (text[i] == '.') {
        dots |= text[i + 1] == '.';
      } else if (text[i] != ':' && text[i] != '-' && (text[i] < '0' || text[i] > '9')) {
        return false;
      }
    }
    return false;
  }

  /** Parses an operand that {@link #isLike} a range; false if it is none. */
  public boolean parse(byte[] text, int from, int to) {
    int bracket = to - 1;
    while (text[bracket] != '[') {
      bracket--;
    }
    at = bracket + 1;
    end = to - 1;
    int begin = number(text);
    boolean isDots = text[at] == DOTS[0] && text[at + 1] == DOTS[1];
    at += DOTS.length;
    int last = isDots ? number(text) : ABSENT;
    step = last >= 0 && text[at] == ':' ? step(text) : 1;
    boolean isWhole = begin >= 0 && last >= 0 && at == end && step != 0 && bracket > from;
    long steps = isWhole ? ((long) last - begin) / step : ABSENT;
    if (steps < 0 || steps == Integer.MAX_VALUE || begin + steps * step != last) {
      return false;
    }
    first = begin;
    count = (int) steps + 1;
    base = bracket + 1 - from;
    name = ByteArrays.ensureCapacity(name, base + DIGITS + 1 + ByteWords.SLACK, 0);
    System.arraycopy(text, from, name, 0, base);
    return true;
  }

  private int step(byte[] text) {
    at++;
    boolean isNegative = text[at] == '-';
    at += isNegative ? 1 : 0;
    int size = number(text);
    return size == ABSENT ? 0 : isNegative ? -size : size;
  }

  /** The number at the place, without leading zeros; negative if there is none. */
  private int number(byte[] text) {
    int begin = at;
    long number = 0;
    while (text[at] >= '0' && text[at] <= '9' && at - begin < DIGITS) {
      number = 10 * number + text[at++] - '0';
    }
    boolean isNumber = at > begin && (at == begin + 1 || text[begin] != '0');
    return isNumber && number <= Integer.MAX_VALUE ? (int) number : ABSENT;
  }

  /** How many accesses there are. */
  public int count() {
    return count;
  }

  /** Whether the indices go down. */
  public boolean isDescending() {
    return step < 0;
  }

  /** Writes the name of an element to {@link #name()}; returns its length. */
  public int nameElement(int access) {
    byte[] index = Integer.toString(first + access * step).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(index, 0, name, base, index.length);
    name[base + index.length] = ']';
    return base + index.length + 1;
  }

  /** The bytes of a name, followed by others. */
  public byte[] name() {
    return name;
  }
}
