package io.racedet.part;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Writes the bytes of a value: its kind, its version, numbers and texts, and a checksum. */
final class PartOutput {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  PartOutput(int kind, int version) {
    number(kind);
    number(version);
  }

  private PartOutput() {}

  /** Returns an output whose bytes are to be appended. */
  PartOutput part() {
    return new PartOutput();
  }

  void append(PartOutput part) {
    bytes.writeBytes(part.bytes.toByteArray());
  }

  /** Writes a number that is not negative, in 1 to 9 bytes. */
  void number(long value) {
    long rest = value;
    while (rest >= MORE) {
      bytes.write((int) rest & MORE - 1 | MORE);
      rest >>>= BITS;
    }
    bytes.write((int) rest);
  }

  /** Writes any number, in 8 bytes. */
  void word(long value) {
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  void text(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    number(encoded.length);
    bytes.writeBytes(encoded);
  }

  byte[] toBytes() {
    CRC32C crc = new CRC32C();
    crc.update(bytes.toByteArray());
    word(crc.getValue());
    return bytes.toByteArray();
  }
}
