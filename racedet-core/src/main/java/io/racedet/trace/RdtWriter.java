package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.grammar.LocatedEvents;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the format {@value RdtCodec#NAME}. */
final class RdtWriter implements TraceWriter {
  private static final int NO_THREAD = -1;

  private final OutputStream out;
  private final BlockOutput blocks;
  private final FileIds ids;
  private final LocatedEvents sites = new LocatedEvents(RdtCodec.MOST_SITES);
  private final ByteList events = new ByteList();
  private int count; // events in the block
  private int thread = NO_THREAD; // of the last event in the block
  private long total;

  RdtWriter(OutputStream out, Names names) throws IOException {
    this.out = out;
    blocks = new BlockOutput(out, RdtCodec.MAGIC, RdtCodec.VERSION);
    ids = new FileIds(names, RdtCodec.NAME);
  }

  @Override
  public void write(EventBlock block) throws IOException {
    long[] words = block.words();
    int[] locations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      Op op = EventBlock.op(word);
      int by = ids.ofThread(EventBlock.thread(word));
      int operand = ids.ofOperand(op.operand(), EventBlock.operand(word));
      int location =
          locations[i] == EventSink.NO_LOCATION ? locations[i] : ids.ofLocation(locations[i]);
      add(by, op, operand, location);
      if (count == BlockFormat.MOST_COUNTED || ids.isFull()) {
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
      FileIds.writeSite(events, op, operand, location);
    }
    count++;
  }

  private void endBlock() throws IOException {
    if (count == 0) {
      return;
    }
    ByteList block = BlockOutput.block();
    ids.moveTo(block);
    block.put(events);
    blocks.write(BlockFormat.PLAIN, count, block);
    events.clear();
    total += count;
    count = 0;
    thread = NO_THREAD;
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
      blocks.writeTrailer(total);
    }
  }
}
