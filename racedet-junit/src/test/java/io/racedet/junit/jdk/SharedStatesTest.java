package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Formatter;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two objects with one state, used under one lock: one thread changes the one, and asks the other.
 */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class SharedStatesTest extends GuardedPrograms {
  /* ---- a stream and what it was made of ---- */

  @Test
  void checksumOfStream() throws Exception {
    CRC32 sum = new CRC32();
    OutputStream out = new CheckedOutputStream(OutputStream.nullOutputStream(), sum);
    guarded(() -> out.write(5), () -> sum.getValue() != 0);
  }

  @Test
  void digestOfStream() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] empty = digest(digest);
    OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest);
    guarded(() -> out.write(5), () -> !Arrays.equals(digest(digest), empty));
  }

  private static byte[] digest(MessageDigest digest) throws CloneNotSupportedException {
    return ((MessageDigest) digest.clone()).digest();
  }

  @Test
  void deflaterOfStream() throws Exception {
    Deflater deflater = new Deflater();
    OutputStream out = new DeflaterOutputStream(OutputStream.nullOutputStream(), deflater);
    guarded(() -> out.write(1), () -> deflater.getTotalIn() > 0);
  }

  @Test
  void builderOfFormatter() throws Exception {
    StringBuilder text = new StringBuilder();
    Formatter formatter = new Formatter(text);
    guarded(() -> formatter.format("x"), () -> text.length() > 0);
  }

  /* ---- buffers with one memory ---- */

  @Test
  void viewsOfBuffer() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(8);
    ByteBuffer duplicate = buffer.duplicate();
    guarded(() -> buffer.put(0, (byte) 1), () -> duplicate.get(0) == 1);
    ByteBuffer slice = buffer.slice(0, 2);
    guarded(() -> slice.put(0, (byte) 2), () -> buffer.get(0) == 2);
    ByteBuffer readOnly = slice.asReadOnlyBuffer();
    guarded(() -> duplicate.put(0, (byte) 3), () -> readOnly.get(0) == 3);
  }

  @Test
  void viewsOfDirectBuffer() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(8);
    IntBuffer ints = buffer.asIntBuffer();
    guarded(() -> ints.put(0, 1), () -> buffer.getInt(0) == 1);
  }

  @Test
  void arrayOfBuffer() throws Exception {
    byte[] array = new byte[4];
    ByteBuffer buffer = ByteBuffer.wrap(array);
    guarded(() -> buffer.put(0, (byte) 1), () -> array[0] == 1);
    guarded(() -> array[0] = 2, () -> buffer.get(0) == 2);
    ByteBuffer allocated = ByteBuffer.allocate(4);
    guarded(() -> allocated.put(0, (byte) 3), () -> allocated.array()[0] == 3);
    int[] ints = new int[2];
    IntBuffer wrapped = IntBuffer.wrap(ints, 1, 1);
    guarded(() -> wrapped.put(7), () -> ints[1] == 7);
  }

  @Test
  void builderOfBuffer() throws Exception {
    StringBuilder text = new StringBuilder("a");
    CharBuffer buffer = CharBuffer.wrap(text);
    guarded(() -> text.setCharAt(0, 'x'), () -> buffer.get(0) == 'x');
  }

  /* ---- buffers that are passed ---- */

  @Test
  void putIntoAnother() throws Exception {
    ByteBuffer from = ByteBuffer.wrap(new byte[] {1});
    ByteBuffer to = ByteBuffer.allocate(1);
    guarded(() -> to.put(from), () -> !from.hasRemaining());
  }

  @Test
  void comparedWithAnother() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(1);
    ByteBuffer other = ByteBuffer.wrap(new byte[] {1});
    guarded(() -> buffer.put(0, (byte) 1), () -> other.equals(buffer));
    guarded(() -> buffer.put(0, (byte) 2), () -> other.compareTo(buffer) < 0);
  }

  @Test
  void encoded() throws Exception {
    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    CharBuffer in = CharBuffer.wrap("x");
    ByteBuffer out = ByteBuffer.allocate(4);
    guarded(() -> encoder.encode(in, out, true), () -> out.position() > 0);
  }

  @Test
  void asCharSequence() throws Exception {
    CharBuffer buffer = CharBuffer.wrap("abc");
    CharSequence chars = buffer;
    guarded(buffer::get, () -> chars.length() == 2);
    guarded(buffer::get, () -> ("" + buffer).equals("c"));
  }
}
