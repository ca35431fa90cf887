package io.racedet.trace.block;

import io.racedet.trace.bytes.ByteList;
import java.util.Arrays;

/**
 * The structure that the binary formats share.
 *
 * <pre>
 * file    = magic:8 version:4 block* trailer
 * block   = kind:1 length:4 count:4 crc:4 payload:length
 * trailer = kind:1 (2) length:4 (16) count:4 (0) crc:4 blocks:8 events:8
 * payload = names for each of 7 spaces, then the contents that the format defines
 * names   = count, for each: length, UTF-8        (threads, variables, locks, syncs, channels,
 *                                                  objects, locations)
 * </pre>
 *
 * <p>Numbers with a width are little-endian; crc is the CRC-32C of kind, length, count and payload.
 * All other numbers take one to five bytes: the low bits of the first byte are a one for each byte
 * that follows, then a zero; the remaining bits are the number, lowest first. Names are numbered
 * from 0 over the whole file, in the order of their first use.
 */
public final class BlockFormat {
  public static final int MAGIC_LENGTH = 8;
  public static final int HEADER = MAGIC_LENGTH + Integer.BYTES;

  /** The kind of an ordinary block. */
  public static final byte PLAIN = 1;

  public static final byte TRAILER = 2;

  /** The kind of a block with which another split begins; its count is 0. */
  public static final byte SPLIT = 5;

  /** The kind of the block that lists the splits; its count is 0. */
  public static final byte INDEX = 6;

  /** The kind of an ordinary block that begins with names that an earlier split has written. */
  public static final byte REPEATING = 7;

  // Offsets of the fields of a block.
  public static final int LENGTH = 1;
  public static final int COUNT = 5;
  public static final int CRC = 9;
  public static final int PAYLOAD = 13;

  public static final int TRAILER_LENGTH = 2 * Long.BYTES;

  /** The largest count of a block; bounds what is lost with a truncated block. */
  public static final int MAX_COUNTED = 1 << 14;

  /** The longest name in bytes; also the length limit of a line in the text format. */
  public static final int MAX_NAME_LENGTH = 1 << 20;

  /** The longest payload in bytes; a block ends when its names exceed {@link #MAX_NAME_LENGTH}. */
  public static final int MAX_PAYLOAD_LENGTH = 1 << 23;

  /** The most bytes that a number without a width takes. */
  public static final int MAX_NUMBER_LENGTH = ByteList.NUMBER_BYTES;

  /**
   * How the files of a format begin.
   *
   * @param magic the first bytes
   * @param version the only version that there is
   */
  public record Signature(String format, byte[] magic, int version) {}

  private BlockFormat() {}

  /** Whether the first bytes of a file are those of a format. */
  public static boolean beginsWith(byte[] head, byte[] magic) {
    return head.length >= MAGIC_LENGTH
        && Arrays.equals(head, 0, MAGIC_LENGTH, magic, 0, MAGIC_LENGTH);
  }
}
