package io.racedet.trace;

import io.racedet.event.Op;
import java.nio.charset.StandardCharsets;

/** Operations by their bytes in the text format. */
final class StdOps {
  private static final Op[] ALL = Op.values();
  private static final long[] PACKED = new long[ALL.length];

  static {
    for (Op op : ALL) {
      byte[] mnemonic = op.mnemonic().getBytes(StandardCharsets.US_ASCII);
      PACKED[op.ordinal()] = pack(mnemonic, 0, mnemonic.length);
    }
  }

  private StdOps() {}

  /** The operation at {@code [from, to)}, or null. */
  static Op of(byte[] text, int from, int to) {
    if (to - from >= Long.BYTES) {
      return null;
    }
    long packed = pack(text, from, to);
    for (int i = 0; i < PACKED.length; i++) { // the most frequent ones come first
      if (PACKED[i] == packed) {
        return ALL[i];
      }
    }
    return null;
  }

  /** Less than eight bytes, behind a one that tells their number. */
  private static long pack(byte[] text, int from, int to) {
    long packed = 1;
    for (int i = from; i < to; i++) {
      packed = packed << Byte.SIZE | text[i] & 0xFF;
    }
    return packed;
  }
}
