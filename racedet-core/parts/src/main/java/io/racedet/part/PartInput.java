package io.racedet.part;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Reads what {@link PartOutput} writes. */
final class PartInput {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private final String what;
  private final byte[] bytes;
  private int at;

  /**
   * Checks the kind, the version and the checksum.
   *
   * @param what the value, for messages
   * @throws IllegalArgumentException if one is another one
   */
  PartInput(byte[] bytes, String what, int kind, int version) {
    this.what = what;
    this.bytes = bytes;
    if (bytes.length <= Long.BYTES + 2 || number() != kind) {
      throw refuse("other bytes", "the bytes of one");
    }
    long found = number();
    if (found != version) {
      throw refuse("version " + found, "version " + version);
    }
    CRC32C crc = new CRC32C();
    int end = bytes.length - Long.BYTES;
    crc.update(bytes, 0, end);
    if (ByteBuffer.wrap(bytes).getLong(end) != crc.getValue()) {
      throw refuse("damaged bytes", "those that match their checksum");
    }
  }

  private IllegalArgumentException refuse(String found, String expected) {
    return new IllegalArgumentException(what + ": " + found + " (expected: " + expected + ")");
  }

  long number() {
    long value = 0;
    int shift = 0;
    byte next = bytes[at++];
    while (next < 0) {
      value |= (long) (next & MORE - 1) << shift;
      shift += BITS;
      next = bytes[at++];
    }
    return value | (long) next << shift;
  }

  int integer() {
    return (int) number();
  }

  long word() {
    at += Long.BYTES;
    return ByteBuffer.wrap(bytes).getLong(at - Long.BYTES);
  }

  String text() {
    int length = integer();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }
}
