package io.racedet.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Texts of one id space as bytes, found by their bytes without making objects.
 *
 * <p>Bytes that are passed in must be followed by {@value #SLACK} more in their array, which are
 * read but do not count.
 */
final class TextTable {
  /** Bytes beyond the end of a text that must be readable. */
  static final int SLACK = Long.BYTES;

  private static final int ABSENT = -1;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // 2^64 over the golden ratio
  private static final int MOST_BYTES = Integer.MAX_VALUE - 2 * SLACK;

  // | hash:32 | id + 1:32 |, 0 where there is none
  private long[] slots = new long[256];
  private int[] ends = new int[128]; // by id, in the bytes
  private byte[] bytes = new byte[2048];
  private int size;

  int size() {
    return size;
  }

  /** The id of the text at {@code [from, to)}, or -1. */
  int find(byte[] text, int from, int to) {
    int hash = hash(text, from, to);
    long[] table = slots;
    int mask = table.length - 1;
    for (int i = hash & mask; ; i = i + 1 & mask) {
      long slot = table[i];
      if (slot == 0) {
        return ABSENT;
      }
      if ((int) (slot >>> Integer.SIZE) == hash && equals((int) slot - 1, text, from, to)) {
        return (int) slot - 1;
      }
    }
  }

  /** Adds a text that is absent; its id is the number of texts before it. */
  int add(byte[] text, int from, int to) {
    int start = end(size - 1);
    int length = to - from;
    if (length > MOST_BYTES - start) {
      throw new OutOfMemoryError("more than 2^31 bytes of names");
    }
    if (start + length + SLACK > bytes.length) {
      long room = Math.max(bytes.length * 2L, start + length + SLACK);
      bytes = Arrays.copyOf(bytes, (int) Math.min(room, MOST_BYTES + SLACK));
    }
    System.arraycopy(text, from, bytes, start, length);
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size++] = start + length;
    if (2 * size > slots.length) {
      rehash();
    } else {
      place(slots, hash(text, from, to), size);
    }
    return size - 1;
  }

  String text(int id) {
    int from = end(id - 1);
    return new String(bytes, from, end(id) - from, StandardCharsets.UTF_8);
  }

  private int end(int id) {
    return id < 0 ? 0 : ends[id];
  }

  private boolean equals(int id, byte[] text, int from, int to) {
    int start = end(id - 1);
    int length = to - from;
    if (ends[id] - start != length) {
      return false;
    }
    byte[] mine = bytes;
    int whole = length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      if ((long) LONGS.get(mine, start + i) != (long) LONGS.get(text, from + i)) {
        return false;
      }
    }
    long difference = (long) LONGS.get(mine, start + whole) ^ (long) LONGS.get(text, from + whole);
    return (difference & mask(length - whole)) == 0;
  }

  private static int hash(byte[] text, int from, int to) {
    int length = to - from;
    int whole = length & -Long.BYTES;
    long hash = length;
    for (int i = 0; i < whole; i += Long.BYTES) {
      hash = mix(hash ^ (long) LONGS.get(text, from + i));
    }
    hash = mix(hash ^ (long) LONGS.get(text, from + whole) & mask(length - whole));
    return (int) (hash >>> Integer.SIZE);
  }

  private static long mix(long hash) {
    long mixed = hash * MULTIPLIER;
    return mixed ^ mixed >>> Integer.SIZE;
  }

  /** Keeps the first bytes of a word: fewer than eight. */
  private static long mask(int length) {
    return (1L << length * Byte.SIZE) - 1;
  }

  private void rehash() {
    long[] larger = new long[2 * slots.length];
    for (long slot : slots) {
      if (slot != 0) {
        place(larger, (int) (slot >>> Integer.SIZE), (int) slot);
      }
    }
    int from = end(size - 2);
    place(larger, hash(bytes, from, end(size - 1)), size);
    slots = larger;
  }

  private static void place(long[] table, int hash, int idPlusOne) {
    int mask = table.length - 1;
    int i = hash & mask;
    while (table[i] != 0) {
      i = i + 1 & mask;
    }
    table[i] = (long) hash << Integer.SIZE | idPlusOne;
  }
}
