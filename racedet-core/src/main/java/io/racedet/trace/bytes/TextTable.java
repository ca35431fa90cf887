package io.racedet.trace.bytes;

/**
 * Texts of one id space, looked up by their bytes without creating objects.
 *
 * <p>The array of a text that is passed in must extend {@value ByteWords#SLACK} bytes beyond it;
 * these are read and ignored.
 */
public final class TextTable {
  private static final int ABSENT = -1;
  private static final int INITIAL_SLOTS = 256;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // 2^64 over the golden ratio

  /* Open addressing, two words per slot: a key and | length:32 | id + 1:32 |, which is 0 in an empty
   * slot. The key of a text that fits in a word is the text itself, so that a lookup is one memory
   * access; the key of a longer text is a hash, and the bytes are compared too. */
  private long[] slots = new long[2 * INITIAL_SLOTS];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(INITIAL_SLOTS);

  private final TextList texts = new TextList(); // by id

  /** The id of the text at {@code [from, to)}, or -1. */
  public int find(byte[] text, int from, int to) {
    int length = to - from;
    long key = key(text, from, length);
    long[] table = slots;
    int mask = table.length - 1;
    for (int i = slot(key); ; i = i + 2 & mask) {
      long found = table[i + 1];
      if (found == 0) {
        return ABSENT;
      }
      if (table[i] == key && (int) (found >>> Integer.SIZE) == length) {
        int id = (int) found - 1;
        if (length <= Long.BYTES || equals(id, text, from, length)) {
          return id;
        }
      }
    }
  }

  /** Adds a text that is absent; returns its id, the number of texts before it. */
  public int add(byte[] text, int from, int to) {
    int id = texts.size();
    texts.add(text, from, to);
    if (8L * texts.size() > 3L * slots.length) { // three quarters full
      grow();
    }
    int length = to - from;
    place(key(texts.bytes(), texts.start(id), length), (long) length << Integer.SIZE | id + 1);
    return id;
  }

  public int size() {
    return texts.size();
  }

  public String text(int id) {
    return texts.text(id);
  }

  private boolean equals(int id, byte[] text, int from, int length) {
    int start = texts.start(id);
    byte[] mine = texts.bytes();
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (ByteWords.at(mine, start + i) != ByteWords.at(text, from + i)) {
        return false;
      }
    }
    return ByteWords.at(mine, start + last) == ByteWords.at(text, from + last);
  }

  /** What texts are compared by first: that of a text of at most a word is the text. */
  static long key(byte[] text, int from, int length) {
    if (length <= Long.BYTES) {
      return ByteWords.at(text, from, length);
    }
    int last = length - Long.BYTES;
    long hash = length;
    for (int i = 0; i < last; i += Long.BYTES) {
      hash = mix(hash ^ ByteWords.at(text, from + i));
    }
    return mix(hash ^ ByteWords.at(text, from + last));
  }

  private static long mix(long hash) {
    long mixed = hash * MULTIPLIER;
    return mixed ^ mixed >>> Integer.SIZE;
  }

  private int slot(long key) {
    long mixed = (key ^ key >>> Integer.SIZE) * MULTIPLIER;
    return (int) (mixed >>> shift) << 1;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[2 * old.length];
    shift--;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i + 1] != 0) {
        place(old[i], old[i + 1]);
      }
    }
  }

  private void place(long key, long lengthAndId) {
    int mask = slots.length - 1;
    int i = slot(key);
    while (slots[i + 1] != 0) {
      i = i + 2 & mask;
    }
    slots[i] = key;
    slots[i + 1] = lengthAndId;
  }
}
