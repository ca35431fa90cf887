package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.ZipException;

/**
 * Reads the binary format block by block; nothing of a block is used before its checksum is right.
 */
final class RdtReader implements TraceReader {
  private static final int LOCATIONS = RdtWriter.SPACES.length;
  private static final int NONE = -1;
  private static final int NONSENSE = Integer.MIN_VALUE;

  private final InputStream in;
  private final String source;
  private final boolean lenient;
  private final TextList[] texts = new TextList[LOCATIONS + 1];
  private final Names names = new RdtNames();
  private final int[] place = new int[Operand.values().length]; // of a space in the file
  private final ByteBuffer fields =
      ByteBuffer.allocate(RdtCodec.PAYLOAD).order(ByteOrder.LITTLE_ENDIAN);

  // By site, two words: the event without its thread, and the location.
  private long[] sites = new long[1 << 10];
  private int siteCount;

  private byte[] payload = new byte[1 << 16];
  private ByteBuffer numbers; // the payload
  private int at; // the next byte of the payload
  private int end; // of the payload
  private int left; // events to be read from the payload
  private long thread = NONE; // of the next event, where its word has it

  private long blocks;
  private long events; // read so far
  private long offset; // of the block, in the file
  private long next; // offset behind the block
  private long base; // events before those of the last read
  private boolean ended;
  private long dropped;
  private TraceFormatException fault; // found behind events that are returned first
  private Consumer<TraceFormatException> listener = left -> {};

  RdtReader(InputStream in, String source, boolean lenient) throws IOException {
    this.in = in;
    this.source = source;
    this.lenient = lenient;
    for (int i = 0; i <= LOCATIONS; i++) {
      texts[i] = new TextList();
    }
    for (int i = 0; i < LOCATIONS; i++) {
      place[RdtWriter.SPACES[i].ordinal()] = i;
    }
    wrap();
    readHeader();
  }

  private final class RdtNames implements Names {
    @Override
    public String name(Operand space, int id) {
      return texts[place[space.ordinal()]].text(id);
    }

    @Override
    public String location(int location) {
      return texts[LOCATIONS].text(location);
    }
  }

  private void readHeader() throws IOException {
    byte[] header = in.readNBytes(RdtCodec.HEADER);
    next = header.length;
    if (header.length < RdtCodec.HEADER || !new RdtCodec().recognises(header)) {
      fault = fault("no trace of the format rdt", "the bytes that one begins with");
      return;
    }
    int version =
        ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(RdtCodec.MAGIC.length);
    if (version != RdtCodec.VERSION) {
      fault = fault("version " + version + " of the format", "version " + RdtCodec.VERSION);
    }
  }

  @Override
  public boolean read(EventBlock block) throws IOException {
    base = events;
    while (fault == null && !block.isFull() && (left > 0 || hasBlock())) {
      int before = block.size();
      boolean whole = decode(block);
      events += block.size() - before;
      left -= block.size() - before;
      if (!whole) {
        refuse("an event that is none", "a site and a thread that the file has named");
      } else if (left == 0 && at != end) {
        refuse((end - at) + " bytes behind the last event", "the end of the block");
      }
    }
    if (block.size() == 0 && fault != null) {
      throw fault;
    }
    return block.size() > 0;
  }

  /** Decodes events until the block is full or there are no more; false when one makes no sense. */
  private boolean decode(EventBlock block) {
    int last = Math.min(EventBlock.CAPACITY, block.size() + left);
    decodeKnown(block, last);
    while (block.size() < last) {
      if (!decodeNew(block)) {
        return false;
      }
      decodeKnown(block, last);
    }
    return true;
  }

  /** Decodes events of known sites, and the threads between them, as far as there are such. */
  private void decodeKnown(EventBlock block, int last) {
    long[] words = block.words();
    int[] locations = block.locations();
    long[] known = sites;
    long limit = RdtCodec.FIRST_SITE + siteCount;
    int to = end;
    int size = block.size();
    int p = at;
    long by = thread;
    while (size < last & p < to) {
      long coded = numbers.getLong(p);
      int length = Long.numberOfTrailingZeros(~coded) + 1;
      long code = coded << Long.SIZE - 8 * length >>> Long.SIZE - 7 * length;
      if (p + length > to | code >= limit | length > RdtCodec.LONGEST_NUMBER) {
        break;
      }
      if (code >= RdtCodec.FIRST_SITE & by >= 0) {
        int row = 2 * ((int) code - RdtCodec.FIRST_SITE);
        words[size] = known[row] | by;
        locations[size] = (int) known[row + 1];
        size++;
        p += length;
      } else if (code == 0) {
        at = p + 1;
        by = nextThread();
        p = at;
      } else {
        break;
      }
    }
    block.extend(size);
    at = p;
    thread = by;
  }

  /** Decodes an event that is written out, and remembers its site; false for nonsense. */
  private boolean decodeNew(EventBlock block) {
    int op = next() - 1;
    if (op < 0 || op >= Op.COUNT || thread < 0) {
      return false;
    }
    Operand space = Op.of(op).operand();
    int operand = space == Operand.NONE ? 0 : next();
    int location = next() - 1;
    boolean isNamed =
        operand >= 0
            && (space == Operand.NONE || operand < texts[place[space.ordinal()]].size())
            && (space != Operand.THREAD || operand <= EventBlock.MAX_THREAD);
    if (!isNamed || location < NONE || location >= texts[LOCATIONS].size()) {
      return false;
    }
    long site = EventBlock.word(Op.of(op), 0, operand);
    if (siteCount < RdtCodec.MOST_SITES) {
      if (2 * siteCount == sites.length) {
        sites = Arrays.copyOf(sites, 2 * sites.length);
      }
      sites[2 * siteCount] = site;
      sites[2 * siteCount + 1] = location;
      siteCount++;
    }
    block.append(site | thread, location);
    return true;
  }

  /** The next number of the payload as a thread, where a word has it; or NONE. */
  private long nextThread() {
    int id = next();
    boolean isKnown = id >= 0 && id < texts[0].size() && id <= EventBlock.MAX_THREAD;
    return isKnown ? EventBlock.word(Op.READ, id, 0) : NONE;
  }

  /** Reads the next block with events; false at the end of the trace, or at a fault. */
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
    int read = in.readNBytes(fields.array(), 0, RdtCodec.PAYLOAD);
    if (read < RdtCodec.PAYLOAD) {
      return refuse(
          read == 0 ? "the end of the file" : "the end of the file within a block", "a trailer");
    }
    byte kind = fields.get(0);
    int length = fields.getInt(RdtCodec.LENGTH);
    int count = fields.getInt(RdtCodec.COUNT);
    boolean isTrailer = kind == RdtCodec.TRAILER;
    boolean inRange =
        isTrailer
            ? length == RdtCodec.TRAILER_LENGTH && count == 0
            : kind == RdtCodec.EVENTS
                && (length >= 0 && length <= RdtCodec.LONGEST_PAYLOAD)
                && (count > 0 && count <= RdtCodec.MOST_EVENTS);
    if (!inRange) {
      return refuse("no block, or a damaged one", "the beginning of a block or a trailer");
    }
    if (length + ByteWords.SLACK > payload.length) {
      payload = new byte[length + ByteWords.SLACK];
      wrap();
    }
    if (in.readNBytes(payload, 0, length) < length) {
      return refuse("the end of the file within a block", count + " events more, and a trailer");
    }
    Arrays.fill(payload, length, length + ByteWords.SLACK, (byte) 0);
    next = offset + RdtCodec.PAYLOAD + length;
    CRC32C crc = new CRC32C();
    crc.update(fields.array(), 0, RdtCodec.CRC);
    crc.update(payload, 0, length);
    if ((int) crc.getValue() != fields.getInt(RdtCodec.CRC)) {
      return refuse("a damaged block", "one with the checksum that it was written with");
    }
    return isTrailer ? readTrailer() : begin(length, count);
  }

  private boolean readTrailer() throws IOException {
    ended = true;
    long blockCount = numbers.getLong(0);
    long eventCount = numbers.getLong(Long.BYTES);
    if (blockCount != blocks || eventCount != events) {
      return refuse(
          "a trailer for " + blockCount + " blocks and " + eventCount + " events",
          "one for " + blocks + " and " + events);
    }
    return in.read() < 0 || refuse("bytes behind the trailer", "the end of the file");
  }

  /** Takes in the names and sites of a block. */
  private boolean begin(int length, int count) {
    at = 0;
    end = length;
    thread = NONE;
    for (TextList list : texts) {
      if (!readNames(list)) {
        return refuse("a block with names that are none", "UTF-8 with its length before it");
      }
    }
    blocks++;
    left = count;
    return true;
  }

  private boolean readNames(TextList list) {
    int more = next();
    for (int i = 0; i < more; i++) {
      int length = next();
      if (length < 0 || length > RdtCodec.LONGEST_NAME || length > end - at) {
        return false;
      }
      if (!Utf8.isText(payload, at, at + length)) {
        return false;
      }
      list.add(payload, at, at + length);
      at += length;
    }
    return more >= 0;
  }

  /** The next number of the payload, or a negative one for nonsense. */
  private int next() {
    byte[] bytes = payload;
    int from = at;
    int first = bytes[from] & 0xFF;
    int length = Integer.numberOfTrailingZeros(~first) + 1;
    if (from + length > end || length > RdtCodec.LONGEST_NUMBER) {
      at = end;
      return NONSENSE;
    }
    long coded = first;
    for (int i = 1; i < length; i++) {
      coded |= (bytes[from + i] & 0xFFL) << i * Byte.SIZE;
    }
    at = from + length;
    long number = coded >>> length;
    return number > Integer.MAX_VALUE ? NONSENSE : (int) number;
  }

  private void wrap() {
    numbers = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
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
  public String source() {
    return source;
  }

  @Override
  public String position(int i) {
    return "event " + (base + i + 1);
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public void onDropped(Consumer<TraceFormatException> newListener) {
    listener = newListener;
  }

  @Override
  public long dropped() {
    return dropped;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
