package io.racedet.trace.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Names of elements of one array, at equal distances, collected one by one. */
public final class ElementNames {
  private static final int NONE = -1;
  private static final int DIGITS = 10;

  private byte[] first; // the name of the first element
  private int base; // the length of what is before the index
  private final Progression indices = new Progression();
  private int last;

  /** Begins with a name; returns 1 if it is that of an element, otherwise 0. */
  public int begin(byte[] name) {
    indices.begin();
    first = name;
    base = bracket(name) + 1;
    int index = base > 1 ? index(name, base) : NONE;
    if (index == NONE) {
      return 0;
    }
    indices.add(index);
    last = index;
    return 1;
  }

  /** Adds the next name; false if it is another one than the next. */
  public boolean goesOn(byte[] name) {
    boolean isElement = bracket(name) + 1 == base && Arrays.equals(name, 0, base, first, 0, base);
    int index = isElement ? index(name, base) : NONE;
    if (index == NONE || !indices.goesOn(index)) {
      return false;
    }
    indices.add(index);
    last = index;
    return true;
  }

  /** All of them as one operand. */
  public byte[] text() {
    String step = indices.stride() == 1 ? "" : ":" + indices.stride();
    byte[] range = (indices.first() + ".." + last + step + "]").getBytes(StandardCharsets.US_ASCII);
    byte[] text = Arrays.copyOf(first, base + range.length);
    System.arraycopy(range, 0, text, base, range.length);
    return text;
  }

  private static int bracket(byte[] name) {
    int at = name.length - 1;
    while (at >= 0 && name[at] != '[') {
      at--;
    }
    return at;
  }

  /** The index of the element from a place on, as a range would print it; or NONE. */
  private static int index(byte[] name, int from) {
    int digits = name.length - 1 - from;
    if (digits < 1 || digits > DIGITS || name[name.length - 1] != ']') {
      return NONE;
    }
    long index = 0;
    for (int i = from; i < name.length - 1; i++) {
      if (name[i] < '0' || name[i] > '9') {
        return NONE;
      }
      index = 10 * index + name[i] - '0';
    }
    boolean isPlain = digits == 1 || name[from] != '0';
    return isPlain && index <= Integer.MAX_VALUE ? (int) index : NONE;
  }
}
