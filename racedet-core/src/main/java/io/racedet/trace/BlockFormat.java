package io.racedet.trace;

import java.util.Arrays;

/**
 * What the binary formats have in common.
 *
 * <pre>
 * file    = magic:8 version:4 block* trailer
 * block   = kind:1 length:4 count:4 crc:4 payload:length
 * trailer = kind:1 (2) length:4 (16) count:4 (0) crc:4 blocks:8 events:8
 * payload = names for each of 7 spaces, then what the format has
 * names   = count, for each: length, UTF-8        (threads, variables, locks, syncs, channels,
 *                                                  objects, locations)
 * </pre>
 *
 * <p>Numbers with a width are little-endian; crc is the CRC-32C of kind, length, count and payload.
 * All others are of one to five bytes: the low bits of the first are as many ones as bytes follow,
 * then a zero; the bits above are the number, lowest first. Names are numbered over the whole file
 * from 0, in the order of their first use.
 */
final class BlockFormat {
  static final int MAGIC_LENGTH = 8;
  static final int HEADER = MAGIC_LENGTH + Integer.BYTES;

  /** The kind of an ordinary block. */
  static final byte PLAIN = 1;

  static final byte TRAILER = 2;

  // Where the fields of a block are.
  static final int LENGTH = 1;
  static final int COUNT = 5;
  static final int CRC = 9;
  static final int PAYLOAD = 13;

  static final int TRAILER_LENGTH = 2 * Long.BYTES;

  /** Most that a block counts, so that a torn one does not lose much. */
  static final int MOST_COUNTED = 1 << 14;

  /** Most bytes of a name; a line of text is no longer either. */
  static final int LONGEST_NAME = 1 << 20;

  /** Most bytes of a payload: a block ends when its names need as many as the longest name. */
  static final int LONGEST_PAYLOAD = 1 << 23;

  /** Most bytes of a number without a width. */
  static final int LONGEST_NUMBER = 5;

  private BlockFormat() {}

  /** Whether a file that begins with some bytes begins with those of a format. */
  static boolean beginsWith(byte[] head, byte[] magic) {
    return head.length >= MAGIC_LENGTH
        && Arrays.equals(head, 0, MAGIC_LENGTH, magic, 0, MAGIC_LENGTH);
  }
}
