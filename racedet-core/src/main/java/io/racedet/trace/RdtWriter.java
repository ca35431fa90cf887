package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Writes the binary format, a block in one piece. */
final class RdtWriter implements TraceWriter {
  /** The id spaces in the order of the file, and the locations behind them. */
  static final Operand[] SPACES = {
    Operand.THREAD, Operand.VARIABLE, Operand.LOCK, Operand.SYNC, Operand.CHANNEL, Operand.OBJECT
  };

  private static final int NOBODY = -1;

  private final OutputStream out;
  private final Names names;
  private final DenseIds[] ids = new DenseIds[SPACES.length + 1];
  private final int[] place = new int[Operand.values().length]; // of a space in the file
  private final ByteList[] newNames = new ByteList[SPACES.length + 1];
  private final int[] newCounts = new int[SPACES.length + 1];
  private final SiteTable sites = new SiteTable(RdtCodec.MOST_SITES);
  private int nameBytes;
  private final ByteList events = new ByteList();
  private int count; // events in the block
  private int thread = NOBODY;
  private long blocks;
  private long total;

  RdtWriter(OutputStream out, Names names) throws IOException {
    this.out = out;
    this.names = names;
    for (int i = 0; i <= SPACES.length; i++) {
      ids[i] = new DenseIds();
      newNames[i] = new ByteList();
    }
    for (int i = 0; i < SPACES.length; i++) {
      place[SPACES[i].ordinal()] = i;
    }
    ByteBuffer header = ByteBuffer.allocate(RdtCodec.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    out.write(header.put(RdtCodec.MAGIC).putInt(RdtCodec.VERSION).array());
  }

  @Override
  public void write(EventBlock block) throws IOException {
    long[] words = block.words();
    int[] locations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      Op op = EventBlock.op(word);
      int by = id(0, EventBlock.thread(word));
      int space = place[op.operand().ordinal()];
      int operand = op.operand() == Operand.NONE ? 0 : id(space, EventBlock.operand(word));
      int location =
          locations[i] == EventSink.NO_LOCATION ? locations[i] : id(SPACES.length, locations[i]);
      add(by, op, operand, location);
      if (count == RdtCodec.MOST_EVENTS || nameBytes > RdtCodec.LONGEST_NAME) {
        endBlock();
      }
    }
  }

  private void add(int by, Op op, int operand, int location) {
    if (by != thread) {
      thread = by;
      events.number(0);
      events.number(by);
    }
    int site = sites.of(EventBlock.word(op, 0, operand), location);
    if (site >= 0) {
      events.number(RdtCodec.FIRST_SITE + site);
    } else {
      events.number(1 + op.ordinal());
      if (op.operand() != Operand.NONE) {
        events.number(operand);
      }
      events.number(1 + location);
    }
    count++;
  }

  /** The id in the file of an id of the caller's. */
  private int id(int space, int number) {
    int known = ids[space].size();
    int id = ids[space].of(number);
    if (id == known) {
      name(space, number);
    }
    return id;
  }

  private void name(int space, int number) {
    String name =
        space == SPACES.length ? names.location(number) : names.name(SPACES[space], number);
    byte[] text = Utf8.encode(name);
    if (text == null || text.length > RdtCodec.LONGEST_NAME) {
      ids[space].forgetLast();
      String kind = space == SPACES.length ? "location" : SPACES[space] + " name";
      throw new IllegalArgumentException(
          kind.toLowerCase(Locale.ROOT)
              + ": \""
              + name.substring(0, Math.min(name.length(), 120))
              + "\" (expected: in the format rdt, Unicode text of at most "
              + RdtCodec.LONGEST_NAME
              + " bytes)");
    }
    newCounts[space]++;
    newNames[space].number(text.length);
    newNames[space].put(text);
    nameBytes += text.length;
  }

  private void endBlock() throws IOException {
    if (count == 0) {
      return;
    }
    ByteList block = new ByteList();
    block.skip(RdtCodec.PAYLOAD);
    for (int i = 0; i <= SPACES.length; i++) {
      block.number(newCounts[i]);
      block.put(newNames[i]);
      newNames[i].clear();
    }
    block.put(events);
    write(RdtCodec.EVENTS, count, block);
    Arrays.fill(newCounts, 0);
    nameBytes = 0;
    events.clear();
    blocks++;
    total += count;
    count = 0;
    thread = NOBODY;
  }

  /** Fills in the fields before the payload, and writes all of it at once. */
  private void write(byte kind, int eventCount, ByteList block) throws IOException {
    int length = block.size() - RdtCodec.PAYLOAD;
    ByteBuffer fields = ByteBuffer.wrap(block.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    fields.put(0, kind);
    fields.putInt(RdtCodec.LENGTH, length);
    fields.putInt(RdtCodec.COUNT, eventCount);
    CRC32C crc = new CRC32C();
    crc.update(block.bytes(), 0, RdtCodec.CRC);
    crc.update(block.bytes(), RdtCodec.PAYLOAD, length);
    fields.putInt(RdtCodec.CRC, (int) crc.getValue());
    out.write(block.bytes(), 0, block.size());
  }

  @Override
  public void flush() throws IOException {
    endBlock();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      endBlock();
      ByteList trailer = new ByteList();
      trailer.skip(RdtCodec.PAYLOAD + RdtCodec.TRAILER_LENGTH);
      ByteBuffer.wrap(trailer.bytes())
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(RdtCodec.PAYLOAD, blocks)
          .putLong(RdtCodec.PAYLOAD + Long.BYTES, total);
      write(RdtCodec.TRAILER, 0, trailer);
    }
  }
}
