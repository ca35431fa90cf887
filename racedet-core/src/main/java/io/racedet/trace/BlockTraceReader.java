package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.ZipException;

/**
 * Reads a binary format block by block; nothing of a block is used before its checksum is right. A
 * subclass says what is in a payload.
 */
abstract class BlockTraceReader implements TraceReader {
  private final InputStream in;
  private final String source;
  private final boolean lenient;
  private final FileNames names = new FileNames();
  private final ByteBuffer fields =
      ByteBuffer.allocate(BlockFormat.PAYLOAD).order(ByteOrder.LITTLE_ENDIAN);
  private final BlockPayload payload = new BlockPayload();

  private long blocks;
  private long events; // read so far
  private long left; // events of the block that are still to be read
  private long offset; // of the block, in the file
  private long next; // offset behind the block
  private long base; // events before those of the last read
  private boolean ended;
  private long dropped;
  private TraceFormatException fault; // found behind events that are returned first
  private Consumer<TraceFormatException> listener = left -> {};

  /** Opens a file of a format, of which there is one version so far. */
  BlockTraceReader(
      InputStream in, String source, boolean lenient, String format, byte[] magic, int version)
      throws IOException {
    this.in = in;
    this.source = source;
    this.lenient = lenient;
    byte[] header = in.readNBytes(BlockFormat.HEADER);
    next = header.length;
    if (header.length < BlockFormat.HEADER || !BlockFormat.beginsWith(header, magic)) {
      fault = fault("no trace of the format " + format, "the bytes that one begins with");
      return;
    }
    int found = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(magic.length);
    if (found != version) {
      fault = fault("version " + found + " of the format", "version " + version);
    }
  }

  /** Whether blocks of a kind can have such a count. */
  abstract boolean isBlock(byte kind, int count);

  /** Takes in what comes behind the names of a block, up to the events; false for nonsense. */
  abstract boolean begin(byte kind, int count);

  /** Decodes events until a block is full or there are no more; false for nonsense. */
  abstract boolean decode(EventBlock block);

  /** Sets how many events the block has. */
  final void expect(long count) {
    left = count;
  }

  /** How many events of the block are still to be read. */
  final long left() {
    return left;
  }

  /** The payload of the block. */
  final BlockPayload payload() {
    return payload;
  }

  /** The names read so far. */
  final FileNames fileNames() {
    return names;
  }

  @Override
  public final boolean read(EventBlock block) throws IOException {
    base = events;
    while (!block.isFull() && hasNext()) {
      int before = block.size();
      boolean whole = decode(block);
      pass(block.size() - before);
      if (!whole) {
        refuse("an event that is none", "a site and a thread that the file has named");
      } else if (left == 0) {
        endBlock();
      }
    }
    if (block.size() == 0) {
      throwFault();
    }
    return block.size() > 0;
  }

  /** Whether there are events to be read, of this block or a later one. */
  final boolean hasNext() throws IOException {
    while (fault == null && left == 0) {
      if (!hasBlock()) {
        return false;
      }
      if (left == 0) {
        endBlock();
      }
    }
    return fault == null;
  }

  /** How many events have been read. */
  final long events() {
    return events;
  }

  /** Takes in that events have been read. */
  final void pass(long count) {
    events += count;
    left -= count;
  }

  /** Takes in that all of a block has been read. */
  final void endBlock() {
    int behind = payload.end() - payload.at();
    if (behind != 0) {
      refuse(behind + " bytes behind the last event", "the end of the block");
    }
  }

  /** Throws what has been found wrong, if anything has. */
  final void throwFault() throws TraceFormatException {
    if (fault != null) {
      throw fault;
    }
  }

  /** Reads the next block; false at the end of the trace, or at a fault. */
  private boolean hasBlock() throws IOException {
    if (ended) {
      return false;
    }
    try {
      return readBlock();
    } catch (EOFException | ZipException e) { // of a compressed file
      refuse("damaged: " + e.getMessage(), "a whole gzip file");
      return false;
    }
  }

  private boolean readBlock() throws IOException {
    offset = next;
    int read = in.readNBytes(fields.array(), 0, BlockFormat.PAYLOAD);
    if (read < BlockFormat.PAYLOAD) {
      return refuse(
          read == 0 ? "the end of the file" : "the end of the file within a block", "a trailer");
    }
    byte kind = fields.get(0);
    int length = fields.getInt(BlockFormat.LENGTH);
    int count = fields.getInt(BlockFormat.COUNT);
    boolean isTrailer = kind == BlockFormat.TRAILER;
    boolean inRange =
        isTrailer
            ? length == BlockFormat.TRAILER_LENGTH && count == 0
            : length >= 0 && length <= BlockFormat.LONGEST_PAYLOAD && isBlock(kind, count);
    if (!inRange) {
      return refuse("no block, or a damaged one", "the beginning of a block or a trailer");
    }
    if (!payload.fill(in, length)) {
      return refuse("the end of the file within a block", "the rest of it, and a trailer");
    }
    next = offset + BlockFormat.PAYLOAD + length;
    CRC32C crc = new CRC32C();
    crc.update(fields.array(), 0, BlockFormat.CRC);
    payload.update(crc);
    if ((int) crc.getValue() != fields.getInt(BlockFormat.CRC)) {
      return refuse("a damaged block", "one with the checksum that it was written with");
    }
    return isTrailer ? readTrailer() : beginBlock(kind, count);
  }

  private boolean beginBlock(byte kind, int count) {
    if (!names.read(payload)) {
      return refuse("a block with names that are none", "UTF-8 with its length before it");
    }
    blocks++;
    return begin(kind, count)
        || refuse("a block of nonsense", "terminals and rules of what the file has named");
  }

  private boolean readTrailer() throws IOException {
    ended = true;
    long blockCount = payload.words().getLong(0);
    long eventCount = payload.words().getLong(Long.BYTES);
    if (blockCount != blocks || eventCount != events) {
      return refuse(
          "a trailer for " + blockCount + " blocks and " + eventCount + " events",
          "one for " + blocks + " and " + events);
    }
    return in.read() < 0 ? false : refuse("bytes behind the trailer", "the end of the file");
  }

  /** Ends the reading here. */
  private boolean refuse(String found, String expected) {
    ended = true;
    TraceFormatException refused = fault(found, expected);
    if (lenient) {
      dropped += Math.max(1, left);
      listener.accept(refused);
    } else {
      fault = refused;
    }
    left = 0;
    return false;
  }

  private TraceFormatException fault(String found, String expected) {
    return new TraceFormatException(
        source, "byte " + offset + ", after " + events + " events", found, expected);
  }

  @Override
  public final String source() {
    return source;
  }

  @Override
  public final String position(int i) {
    return "event " + (base + i + 1);
  }

  @Override
  public final Names names() {
    return names;
  }

  @Override
  public final void onDropped(Consumer<TraceFormatException> newListener) {
    listener = newListener;
  }

  @Override
  public final long dropped() {
    return dropped;
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
