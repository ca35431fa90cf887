package io.racedet.junit.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * Which test a JVM is checking, in a file that is overwritten in place: the time, the length of the
 * name, and the name, after which may come the end of a longer one.
 *
 * @param test its name; empty for none
 * @param since when that was written
 */
record TestMarker(String test, Instant since) {
  private static final int HEAD = Long.BYTES + Integer.BYTES;

  /** Writes a marker with the present time in place of the one that is there. */
  static void write(Path file, String test) throws IOException {
    byte[] name = test.getBytes(StandardCharsets.UTF_8);
    ByteBuffer text = PartFile.withTime(ByteBuffer.allocate(HEAD + name.length), Instant.now());
    text.putInt(name.length).put(name);
    Files.write(file, text.array(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Reads the marker of some JVM; one that is incomplete has just been made, and names none. */
  static TestMarker read(Path file) throws IOException {
    ByteBuffer text = ByteBuffer.wrap(Files.readAllBytes(file));
    if (text.remaining() < HEAD) {
      return new TestMarker("", Instant.now());
    }
    Instant since = PartFile.time(text);
    byte[] name = new byte[Math.min(Math.max(0, text.getInt()), text.remaining())];
    text.get(name);
    return new TestMarker(new String(name, StandardCharsets.UTF_8), since);
  }
}
