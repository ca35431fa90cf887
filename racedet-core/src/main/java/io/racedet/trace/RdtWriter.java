package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockOutput;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.ByteList;
import io.racedet.trace.bytes.Progression;
import io.racedet.trace.split.SplitOutput;
import io.racedet.trace.split.SplitRule;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the format {@value RdtLayout#NAME}. */
final class RdtWriter implements TraceWriter {
  private static final int NO_THREAD = -1;

  private final OutputStream out;
  private final BlockOutput blocks;
  private final FileIds ids;
  private final SplitOutput splits;
  private final ByteList events = new ByteList();
  private final Progression elements = new Progression();
  private int count; // events in the block
  private int thread = NO_THREAD; // of the last event in the block
  private long total;

  RdtWriter(OutputStream out, Names names, SplitRule rule) throws IOException {
    this.out = out;
    blocks = new BlockOutput(out, RdtLayout.MAGIC, RdtLayout.VERSION);
    ids = new FileIds(names, RdtLayout.NAME);
    splits = new SplitOutput(ids, RdtLayout.MAX_SITES, rule);
  }

  @Override
  public void write(EventBlock block) throws IOException {
    long[] words = block.words();
    int[] locations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      if (splits.isDue()) {
        splits.begin(blocks, total);
      }
      if (EventBlock.isRange(word)) {
        range(EventBlock.firstOf(word), block.walkOf(i), locations[i]);
        continue;
      }
      Op op = EventBlock.op(word);
      int by = ids.ofThread(EventBlock.thread(word));
      int operand = ids.ofOperand(op.operand(), EventBlock.operand(word));
      int location =
          locations[i] == EventSink.NO_LOCATION ? locations[i] : ids.ofLocation(locations[i]);
      add(by, op, operand, location);
      if (isFull()) {
        endBlock();
      }
    }
  }

  /** Writes a range, in parts whose variables are at equal distances in the numbers of the file. */
  private void range(long word, long walk, int location) throws IOException {
    int by = ids.ofThread(EventBlock.thread(word));
    int first = EventBlock.operand(word);
    int stride = Walk.stride(walk);
    int size = Walk.count(walk);
    int place = location == EventSink.NO_LOCATION ? location : ids.ofLocation(location);
    Op op = EventBlock.op(word);
    if (stride < 0) { // so that it goes down in the file, too
      for (int i = size - 1; i >= 0; i--) {
        ids.ofOperand(Operand.VARIABLE, first + i * stride);
      }
    }
    elements.begin();
    for (int i = 0; i < size; i++) {
      int operand = ids.ofOperand(Operand.VARIABLE, first + i * stride);
      if (!elements.goesOn(operand) || count + elements.count() == BlockFormat.MAX_COUNTED) {
        endRange(by, op, place);
      }
      splits.use(Operand.VARIABLE, operand, place);
      elements.add(operand);
    }
    endRange(by, op, place);
  }

  private void endRange(int by, Op op, int location) throws IOException {
    beginEvent(by);
    events.number(RdtLayout.RANGE);
    events.number(1 + op.ordinal());
    events.number(elements.first());
    int stride = elements.stride();
    events.number(stride > 0 ? 2 * stride : 1 - 2 * stride);
    events.number(elements.count());
    events.number(1 + location);
    count += elements.count();
    elements.begin();
    if (isFull()) {
      endBlock();
    }
  }

  private boolean isFull() {
    return count == BlockFormat.MAX_COUNTED || ids.isFull() || splits.isFull();
  }

  private void beginEvent(int by) {
    if (by != thread) {
      thread = by;
      splits.run(by);
      events.number(0);
      events.number(by);
    }
  }

  private void add(int by, Op op, int operand, int location) {
    beginEvent(by);
    int site = splits.site(op, operand, location);
    if (op.operand() != Operand.VARIABLE) {
      splits.event(op, by, operand, total + count + 1);
    }
    if (site >= 0) {
      events.number(RdtLayout.FIRST_SITE + site);
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
    boolean repeats = splits.repeats();
    if (repeats) {
      splits.moveTo(block);
    }
    ids.moveTo(block);
    block.put(events);
    blocks.write(repeats ? BlockFormat.REPEATING : BlockFormat.PLAIN, count, block);
    splits.endBlock(blocks);
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
      splits.writeIndex(blocks, total);
      blocks.writeTrailer(total);
    }
  }
}
