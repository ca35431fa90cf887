package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockPayload;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.ZipException;

/**
 * Reads a binary format block by block. No part of a block is used before its checksum has been
 * verified. A subclass defines the contents of the payload; it can be in another module of racedet.
 */
public abstract class BlockTraceReader implements TraceReader {
  private final InputStream in;
  private final String source;
  private final boolean lenient;
  private final FileNames names;
  private final long mostEvents;
  private final Extent extent; // null for the whole file
  private final ByteBuffer fields =
      ByteBuffer.allocate(BlockFormat.PAYLOAD).order(ByteOrder.LITTLE_ENDIAN);
  private final BlockPayload payload = new BlockPayload();

  private long blocks;
  private long events; // read so far
  private long left; // events of the block that are still to be read
  private long offset; // of the block in the file
  private long next; // offset of the next block
  private long base; // events before the last read
  private boolean hasRanges; // of the last read
  private final int[] offsets = new int[EventBlock.CAPACITY]; // of its entries, in events
  private StatedLength.Source stated = () -> StatedLength.UNKNOWN;
  private boolean isBegun; // reading the events
  private boolean ended;
  private long dropped;
  private TraceFormatException fault; // thrown once the events before it have been returned
  private Consumer<TraceFormatException> listener = left -> {};

  /**
   * A part of a file.
   *
   * @param offset where it begins, in bytes; 0 for the beginning of the file
   * @param end where it ends
   * @param eventsBefore how many events of the file precede it
   * @param eventsAfter how many precede what follows it
   */
  record Extent(long offset, long end, long eventsBefore, long eventsAfter) {
    boolean isFirst() {
      return offset == 0;
    }
  }

  /**
   * Opens a file in a format of which one version exists.
   *
   * @param in the file, uncompressed
   * @param source its name in messages
   * @param lenient whether what is damaged is left out and counted
   * @param limits beyond which the trace is refused
   * @param signature how files of the format begin
   * @throws IOException when the file cannot be read
   */
  @SuppressWarnings("exports")
  protected BlockTraceReader(
      InputStream in,
      String source,
      boolean lenient,
      TraceLimits limits,
      BlockFormat.Signature signature)
      throws IOException {
    this(in, source, lenient, limits, signature, null);
  }

  /** Opens a part of a file; null for the whole one. */
  BlockTraceReader(
      InputStream in,
      String source,
      boolean lenient,
      TraceLimits limits,
      BlockFormat.Signature signature,
      Extent extent)
      throws IOException {
    this.in = in;
    this.source = source;
    this.lenient = lenient;
    this.extent = extent;
    names = new FileNames(limits);
    mostEvents = limits.most(TraceLimit.EVENTS);
    if (extent == null || extent.isFirst()) {
      readHeader(signature);
    } else {
      next = extent.offset();
      events = extent.eventsBefore();
    }
  }

  private void readHeader(BlockFormat.Signature signature) throws IOException {
    byte[] header = in.readNBytes(BlockFormat.HEADER);
    next = header.length;
    if (header.length < BlockFormat.HEADER || !BlockFormat.beginsWith(header, signature.magic())) {
      fault =
          fault("not a file in the format " + signature.format(), "the first bytes of such a file");
      return;
    }
    ByteBuffer fileVersion = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int found = fileVersion.getInt(BlockFormat.MAGIC_LENGTH);
    if (found != signature.version()) {
      fault = fault("version " + found + " of the format", "version " + signature.version());
    }
  }

  /**
   * {@return whether the events take far longer to read than the bytes of the file, so that even a
   * compressed file is first read up to its end for their number; false by default}
   */
  protected boolean isLong() {
    return false;
  }

  /** Sets where to find how many events the end of the file states. */
  final void stateLength(StatedLength.Source length) {
    stated = length;
  }

  @Override
  public long statedEvents() throws IOException {
    return stated.events();
  }

  @Override
  public final long eventsBefore() {
    return extent == null ? 0 : extent.eventsBefore();
  }

  @Override
  public final long mostEvents() {
    return mostEvents;
  }

  /**
   * {@return whether a block of this kind can have this count}
   *
   * @param kind its kind
   * @param count its count
   */
  protected abstract boolean isBlock(byte kind, int count);

  /** Whether a block of this kind has no events. */
  boolean isControl(byte kind) {
    return false;
  }

  /** Reads a block without events; returns what is wrong with it, or null. */
  String control(byte kind) {
    return null;
  }

  /** Whether a block of this kind begins with names that an earlier split has. */
  boolean isRepeating(byte kind) {
    return false;
  }

  /**
   * Reads what precedes the events of a block, except its names.
   *
   * @param kind its kind
   * @param count its count
   * @return false if it is invalid, or exceeds a limit
   */
  protected abstract boolean begin(byte kind, int count);

  /**
   * Decodes events until the block is full or all are read.
   *
   * @param block receives them
   * @return false at one that is invalid
   */
  protected abstract boolean decode(EventBlock block);

  /**
   * Sets how many events the block has.
   *
   * @param count the number
   * @param most how many the trace may have
   * @return false if it has more
   */
  protected final boolean expect(long count, long most) {
    left = count;
    return events + count <= most || exceed(TraceLimit.EVENTS, most, events + count);
  }

  /**
   * Stops reading at a limit, even if lenient.
   *
   * @param limit what is limited
   * @param most its value
   * @param found how much was found
   * @return false
   */
  protected final boolean exceed(TraceLimit limit, long most, long found) {
    return exceed("byte " + offset + ", after " + events + " events", limit, most, found);
  }

  private boolean exceed(String position, TraceLimit limit, long most, long found) {
    ended = true;
    left = 0;
    fault = new TraceLimitException(source, position, limit, most, found);
    return false;
  }

  /** {@return how many events of the block are still to be read} */
  protected final long left() {
    return left;
  }

  /** {@return the payload of the block; the same object for all blocks} */
  @SuppressWarnings("exports")
  protected final BlockPayload payload() {
    return payload;
  }

  /**
   * {@return whether the file has defined a thread, which has a name then}
   *
   * @param id its number in the file
   */
  protected final boolean isThread(int id) {
    return names.isThread(id);
  }

  /**
   * Reads the rest of an operation with its operand and location.
   *
   * @param op 1 + op, which has already been read
   * @param site receives the event without its thread, and the location
   * @return false if it is invalid
   */
  protected final boolean readSite(int op, long[] site) {
    return names.readSite(payload, op, site);
  }

  /** The names read so far. */
  final FileNames fileNames() {
    return names;
  }

  @Override
  public boolean read(EventBlock block) throws IOException {
    base = events;
    if (!isBegun) {
      isBegun = true;
      checkLength();
    }
    while (!block.isFull() && hasNext()) {
      int before = block.events();
      boolean valid = decode(block);
      pass(block.events() - before);
      if (!valid) {
        refuse("an invalid event", "a site and a thread that the file has defined");
      } else if (left == 0) {
        endBlock();
      }
    }
    if (block.size() == 0) {
      throwFault();
    }
    hasRanges = block.ranges() > 0;
    for (int i = 1; i < block.size() && hasRanges; i++) {
      offsets[i] = offsets[i - 1] + block.eventsOf(i - 1);
    }
    return block.size() > 0;
  }

  private void checkLength() throws IOException {
    long length = fault == null ? stated.events() : StatedLength.UNKNOWN;
    if (length > mostEvents) {
      exceed("end of the file", TraceLimit.EVENTS, mostEvents, length);
    }
  }

  /**
   * {@return whether there are events left to read, in this block or a later one, and no fault
   * precedes them}
   *
   * @throws IOException when the file cannot be read
   */
  protected final boolean hasNext() throws IOException {
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

  /** {@return how many events have been read, with those before a part of a file} */
  protected final long events() {
    return events;
  }

  /**
   * Counts events as read.
   *
   * @param count how many
   */
  protected final void pass(long count) {
    events += count;
    left -= count;
  }

  /** Checks that nothing follows the last event of the block. */
  protected final void endBlock() {
    int rest = payload.end() - payload.at();
    if (rest != 0) {
      refuse(rest + " bytes after the last event", "the end of the block");
    }
  }

  /**
   * Throws the fault that has been found, if any.
   *
   * @throws TraceFormatException that fault
   */
  protected final void throwFault() throws TraceFormatException {
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
    } catch (EOFException | ZipException e) { // the file is compressed
      refuse("damaged: " + TraceFormatException.damage(e), "a whole gzip file");
      return false;
    }
  }

  private boolean readBlock() throws IOException {
    offset = next;
    if (extent != null && offset == extent.end()) {
      ended = true;
      return events == extent.eventsAfter()
          || refuse(
              "the end of the split",
              "one with "
                  + (extent.eventsAfter() - extent.eventsBefore())
                  + " events, as the index says");
    }
    int read = in.readNBytes(fields.array(), 0, BlockFormat.PAYLOAD);
    if (read < BlockFormat.PAYLOAD) {
      return refuse(
          read == 0 ? "the end of the file" : "the end of the file inside a block", "a trailer");
    }
    byte kind = fields.get(0);
    int length = fields.getInt(BlockFormat.LENGTH);
    int count = fields.getInt(BlockFormat.COUNT);
    boolean isTrailer = kind == BlockFormat.TRAILER;
    boolean inRange =
        isTrailer
            ? length == BlockFormat.TRAILER_LENGTH && count == 0
            : length >= 0 && length <= BlockFormat.MAX_PAYLOAD_LENGTH && isBlock(kind, count);
    if (!inRange) {
      return refuse("an invalid block header", "the header of a block or of the trailer");
    }
    if (!payload.fill(in, length)) {
      return refuse("the end of the file inside a block", "the rest of the block, and a trailer");
    }
    next = offset + BlockFormat.PAYLOAD + length;
    CRC32C crc = new CRC32C();
    crc.update(fields.array(), 0, BlockFormat.CRC);
    payload.update(crc);
    if ((int) crc.getValue() != fields.getInt(BlockFormat.CRC)) {
      return refuse("a damaged block", "one that matches its checksum");
    }
    if (isControl(kind)) {
      blocks++;
      left = 0;
      String wrong = control(kind);
      return wrong == null || refuseNames(wrong, "what follows from the blocks before it");
    }
    return isTrailer ? readTrailer() : beginBlock(kind, count);
  }

  private boolean beginBlock(byte kind, int count) {
    if (isRepeating(kind) && !names.readRepeated(payload) || !names.read(payload)) {
      return refuseNames("a block with an invalid name", "a length and that many bytes of UTF-8");
    }
    blocks++;
    boolean isValid = begin(kind, count);
    return isValid
        || fault == null
            && refuse(
                "a block with invalid contents",
                "terminals and rules that use only what precedes them");
  }

  /** Stops reading at a block whose names may exceed a limit; returns false. */
  private boolean refuseNames(String found, String expected) {
    return names.exceeded() != null
        ? exceed(names.exceeded(), names.most(), names.found())
        : refuse(found, expected);
  }

  private boolean readTrailer() throws IOException {
    ended = true;
    long blockCount = payload.words().getLong(0);
    long eventCount = payload.words().getLong(Long.BYTES);
    if (blockCount != blocks || eventCount != events) {
      return refuse(
          "a trailer for " + blockCount + " blocks and " + eventCount + " events",
          "one for " + blocks + " blocks and " + events + " events");
    }
    return in.read() < 0 ? false : refuse("bytes after the trailer", "the end of the file");
  }

  /** Stops reading at a fault; returns false. */
  private boolean refuse(String found, String expected) {
    ended = true;
    TraceFormatException refused = fault(found, expected);
    if (lenient) {
      dropped += Math.max(1, extent == null ? left : extent.eventsAfter() - events);
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
  public String position(int i) {
    return "event " + (base + (hasRanges ? offsets[i] : i) + 1);
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
