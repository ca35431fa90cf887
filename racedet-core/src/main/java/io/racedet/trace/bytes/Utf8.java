package io.racedet.trace.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encodes and validates UTF-8 without replacing malformed input. */
public final class Utf8 {
  private Utf8() {}

  /** The bytes of a text, or null if it has an unpaired surrogate. */
  public static byte[] encode(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return Arrays.copyOf(bytes.array(), bytes.limit());
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Whether the bytes at {@code [from, to)} are valid UTF-8. */
  public static boolean isText(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0) {
        return isDecodable(bytes, i, to);
      }
    }
    return true;
  }

  private static boolean isDecodable(byte[] bytes, int from, int to) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
