package io.racedet.trace;

import io.racedet.trace.block.BlockFormat;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.ZipException;

/** How many events the trailer of a file states, found without reading its blocks. */
final class StatedLength {
  static final long UNKNOWN = -1;

  private static final int TRAILER = BlockFormat.PAYLOAD + BlockFormat.TRAILER_LENGTH;

  /** Finds the number when it is asked for. */
  @FunctionalInterface
  interface Source {
    /** The number of events, or {@link #UNKNOWN}. */
    long events() throws IOException;
  }

  private StatedLength() {}

  /** That of a file that is not compressed: its last bytes are the trailer. */
  static long ofEnd(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long at = channel.size() - TRAILER;
      if (at < BlockFormat.HEADER) {
        return UNKNOWN;
      }
      InputStream end = Channels.newInputStream(channel.position(at));
      return of(Arrays.copyOf(end.readNBytes(TRAILER), TRAILER));
    }
  }

  /** That of a stream, which is read up to its trailer; closes it. */
  static long ofStream(InputStream stream) throws IOException {
    try (DataInputStream in = new DataInputStream(stream)) {
      in.skipNBytes(BlockFormat.HEADER);
      byte[] block = new byte[TRAILER];
      while (true) {
        in.readFully(block, 0, BlockFormat.PAYLOAD);
        if (block[0] == BlockFormat.TRAILER) {
          in.readFully(block, BlockFormat.PAYLOAD, BlockFormat.TRAILER_LENGTH);
          return of(block);
        }
        ByteBuffer fields = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        in.skipNBytes(fields.getInt(BlockFormat.LENGTH)); // none if it is negative
      }
    } catch (EOFException | ZipException e) {
      return UNKNOWN; // the reader will find the damage, and say where it is
    }
  }

  /** The number in a whole trailer, or UNKNOWN if these bytes are not one. */
  private static long of(byte[] bytes) {
    ByteBuffer trailer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, BlockFormat.CRC);
    crc.update(bytes, BlockFormat.PAYLOAD, BlockFormat.TRAILER_LENGTH);
    boolean isTrailer =
        bytes[0] == BlockFormat.TRAILER
            && trailer.getInt(BlockFormat.LENGTH) == BlockFormat.TRAILER_LENGTH
            && trailer.getInt(BlockFormat.COUNT) == 0
            && trailer.getInt(BlockFormat.CRC) == (int) crc.getValue();
    return isTrailer ? trailer.getLong(BlockFormat.PAYLOAD + Long.BYTES) : UNKNOWN;
  }
}
