package io.racedet.trace;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A binary file that is written by hand, as {@link BlockFormat} describes it. */
final class WrittenOutFile {
  /** Two threads, a variable and a location, with which a payload may begin. */
  static final Object[] NAMES = {2, "T1", "T2", 1, "x", 0, 0, 0, 0, 1, "A"};

  /** No new names. */
  static final Object[] NO_NAMES = {0, 0, 0, 0, 0, 0, 0};

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long blocks;

  /** Begins a file of version 1. */
  WrittenOutFile(char format) {
    byte[] head = {(byte) 0x89, 0, 0, 0, '\r', '\n', 0x1A, '\n', 1, 0, 0, 0};
    String letters = format == 'R' ? "RDT" : "SLP";
    for (int i = 0; i < letters.length(); i++) {
      head[1 + i] = (byte) letters.charAt(i);
    }
    out.writeBytes(head);
  }

  /** Adds a block; what follows the names are numbers, texts and bytes as they are. */
  WrittenOutFile block(int kind, int count, Object[] names, Object... payload) {
    List<Object> all = new ArrayList<>(List.of(names));
    all.addAll(List.of(payload));
    blocks++;
    return sealed(kind, count, payload(all.toArray()));
  }

  /** Adds a trailer that is right for a number of events. */
  WrittenOutFile trailer(long events) {
    return trailer(blocks, events);
  }

  WrittenOutFile trailer(long blockCount, long events) {
    ByteBuffer payload = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    return sealed(2, 0, payload.putLong(blockCount).putLong(events).array());
  }

  /** Adds a block with a right checksum. */
  WrittenOutFile sealed(int kind, int count, byte[] payload) {
    ByteBuffer block = ByteBuffer.allocate(13 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    block.put((byte) kind).putInt(payload.length).putInt(count).putInt(0).put(payload);
    HostileFiles.seal(block.array());
    return bytes(block.array());
  }

  WrittenOutFile bytes(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  int size() {
    return out.size();
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  /** Numbers, texts with their lengths, and bytes as they are. */
  static byte[] payload(Object... parts) {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    for (Object part : parts) {
      if (part instanceof Integer number) {
        payload.writeBytes(number(number));
      } else if (part instanceof String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        payload.writeBytes(number(bytes.length));
        payload.writeBytes(bytes);
      } else {
        payload.writeBytes((byte[]) part);
      }
    }
    return payload.toByteArray();
  }

  /**
   * A number: from the lowest bit on a one for each byte after the first, a zero, and the number.
   */
  static byte[] number(long number) {
    int length = 1;
    while (number >= 1L << 7 * length) {
      length++;
    }
    BigInteger ones = BigInteger.ONE.shiftLeft(length - 1).subtract(BigInteger.ONE);
    BigInteger coded = BigInteger.valueOf(number).shiftLeft(length).or(ones);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = coded.shiftRight(Byte.SIZE * i).byteValue();
    }
    return bytes;
  }
}
