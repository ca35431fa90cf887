package io.racedet.trace;

import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockPayload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Finds the splits of a file: in the index at its end, or by the headers of its blocks. */
final class SplitIndex {
  private static final int TRAILER = BlockFormat.PAYLOAD + BlockFormat.TRAILER_LENGTH;
  private static final int ENTRY = 2 * Long.BYTES;

  /** The first bytes of a block. */
  private record Header(byte kind, int length, int count, int crc) {}

  private final TraceSplit.Source file;
  private final String name;
  private final boolean lenient;

  SplitIndex(TraceSplit.Source file, String name, boolean lenient) {
    this.file = file;
    this.name = name;
    this.lenient = lenient;
  }

  List<TraceSplit> splits() throws IOException {
    byte[] head = bytes(0, BlockFormat.HEADER);
    if (!BlockFormat.beginsWith(head, RdtLayout.MAGIC) || head.length < BlockFormat.HEADER) {
      return List.of(TraceSplit.WHOLE);
    }
    int version = buffer(head).getInt(BlockFormat.MAGIC_LENGTH);
    if (version != RdtLayout.VERSION) {
      throw new TraceFormatException(
          name, "byte 0", "version " + version + " of the format", "version " + RdtLayout.VERSION);
    }
    long trailer = file.length() - TRAILER;
    if (!isTrailer(trailer)) {
      return lenient ? scan() : fail(Math.max(0, trailer), "no end of the file", "a trailer");
    }
    long index = index(trailer);
    if (index < 0) {
      return List.of(TraceSplit.WHOLE);
    }
    List<TraceSplit> splits = read(index, trailer);
    if (splits == null) {
      return lenient
          ? scan()
          : fail(index, "a damaged index of splits", "one that matches its checksum");
    }
    return splits;
  }

  private List<TraceSplit> fail(long at, String found, String expected)
      throws TraceFormatException {
    throw new TraceFormatException(name, "byte " + at, found, expected);
  }

  private boolean isTrailer(long at) throws IOException {
    return at >= BlockFormat.HEADER
        && isWhole(header(at), bytes(at, TRAILER))
        && header(at).kind() == BlockFormat.TRAILER;
  }

  /** Where the index is, or -1 if there is none. */
  private long index(long trailer) throws IOException {
    long at = trailer - Long.BYTES; // in the header of the file if there is no block
    long index = buffer(bytes(at, Long.BYTES)).getLong();
    if (index < BlockFormat.HEADER || index > at - BlockFormat.PAYLOAD) {
      return -1;
    }
    Header header = header(index);
    boolean isIndex =
        header != null
            && header.kind() == BlockFormat.INDEX
            && index + BlockFormat.PAYLOAD + header.length() == trailer;
    return isIndex ? index : -1;
  }

  /** Reads the index; null if it is damaged. */
  private List<TraceSplit> read(long at, long trailer) throws IOException {
    byte[] block = bytes(at, (int) (trailer - at));
    if (!isWhole(header(at), block)) {
      return null;
    }
    BlockPayload payload = new BlockPayload();
    byte[] contents = Arrays.copyOfRange(block, BlockFormat.PAYLOAD, block.length);
    payload.fill(new ByteArrayInputStream(contents), contents.length);
    int count = payload.number();
    if (count < 1 || payload.end() - payload.at() != (count + 1L) * ENTRY) {
      return null;
    }
    long[] words = new long[2 * count + 4]; // of offset and events before, from the first split on
    for (int i = 2; i < 2 * count + 2; i++) {
      words[i] = payload.word();
    }
    words[2 * count + 3] = payload.word();
    words[2 * count + 2] = at;
    return splits(words);
  }

  /** The splits between successive places; null if these do not ascend. */
  private static List<TraceSplit> splits(long[] places) {
    List<TraceSplit> splits = new ArrayList<>();
    for (int i = 0; i + 2 < places.length; i += 2) {
      long length = places[i + 2] - places[i];
      long events = places[i + 3] - places[i + 1];
      if (length <= 0 || events < 0) {
        return null;
      }
      splits.add(new TraceSplit(i / 2, places[i], length, places[i + 1], events));
    }
    return splits;
  }

  /** The splits up to the first block that is not whole. */
  private List<TraceSplit> scan() throws IOException {
    List<Long> places = new ArrayList<>(List.of(0L, 0L));
    long at = BlockFormat.HEADER;
    long events = 0;
    Header header = header(at);
    while (isBlock(header) && at + BlockFormat.PAYLOAD + header.length() <= file.length()) {
      if (header.kind() == BlockFormat.SPLIT) {
        places.add(at);
        places.add(events);
      }
      events += header.count();
      at += BlockFormat.PAYLOAD + header.length();
      header = header(at);
    }
    if (places.size() == 2) {
      return List.of(TraceSplit.WHOLE);
    }
    places.add(at);
    places.add(events);
    return splits(places.stream().mapToLong(place -> place).toArray());
  }

  private static boolean isBlock(Header header) {
    return header != null
        && (header.kind() == BlockFormat.PLAIN
            || header.kind() == BlockFormat.REPEATING
            || header.kind() == BlockFormat.SPLIT)
        && header.length() >= 0
        && header.length() <= BlockFormat.MAX_PAYLOAD_LENGTH
        && header.count() >= 0
        && header.count() <= BlockFormat.MAX_COUNTED;
  }

  private boolean isWhole(Header header, byte[] block) {
    if (header == null || header.length() != block.length - BlockFormat.PAYLOAD) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(block, 0, BlockFormat.CRC);
    crc.update(block, BlockFormat.PAYLOAD, block.length - BlockFormat.PAYLOAD);
    return (int) crc.getValue() == header.crc();
  }

  /** The header of a block; null if the file ends before. */
  private Header header(long at) throws IOException {
    byte[] bytes = bytes(at, BlockFormat.PAYLOAD);
    if (bytes.length < BlockFormat.PAYLOAD) {
      return null;
    }
    ByteBuffer fields = buffer(bytes);
    return new Header(
        bytes[0],
        fields.getInt(BlockFormat.LENGTH),
        fields.getInt(BlockFormat.COUNT),
        fields.getInt(BlockFormat.CRC));
  }

  /** So many bytes of the file, or fewer at its end. */
  private byte[] bytes(long at, int count) throws IOException {
    if (at >= file.length()) {
      return new byte[0];
    }
    try (InputStream in = file.open(at)) {
      return in.readNBytes(count);
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
