package io.racedet.trace.split;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockOutput;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.ByteList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * The splits of a file that is being written: when they begin, what they repeat, and their index.
 */
public final class SplitOutput {
  /** The most splits, whose index is a block; the last one is as long as it takes. */
  static final int MAX_SPLITS = 1 << 18;

  private static final int THREAD = 0; // its rank

  private final FileIds ids;
  private final SplitRule rule;
  private final SiteNumbers sites;
  private final UsedNames names;
  private final OpenThreads threads = new OpenThreads();
  private final LongArrayList index = new LongArrayList(); // two words a split, but the first
  private long repeated; // bytes of the file
  private long returningSites; // bytes of this period
  private long periodFrom = BlockFormat.HEADER;
  private boolean isFirstPeriod = true; // of the split
  private boolean isDue;

  /**
   * Starts a file with its first split.
   *
   * @param mostSites the most sites that are numbered in a split
   */
  public SplitOutput(FileIds ids, int mostSites, SplitRule rule) {
    this.ids = ids;
    this.rule = rule;
    sites = new SiteNumbers(mostSites);
    names = new UsedNames(ids);
  }

  /** The number of a site in this split, or {@link SiteNumbers#UNKNOWN}. */
  public int site(Op op, int operand, int location) {
    int number = sites.of(EventBlock.word(op, 0, operand), location);
    if (sites.isFirstUse()) {
      use(op.operand(), operand, location);
      if (number != SiteNumbers.UNKNOWN) {
        returningSites += cost(op, operand, location);
      } else if (sites.isRepeated()) {
        repeated += cost(op, operand, location);
      }
    }
    return number;
  }

  /** How many more bytes a site that is written out takes than its number, at most. */
  private static int cost(Op op, int operand, int location) {
    int written = op.operand() == Operand.NONE ? 0 : ByteList.length(operand);
    return written + ByteList.length(1 + location);
  }

  /** Marks the names of an operand and a location as used. */
  public void use(Operand space, int operand, int location) {
    if (space != Operand.NONE) {
      names.use(ids.rank(space), operand);
    }
    if (location != EventSink.NO_LOCATION) {
      names.use(FileIds.LOCATIONS, location);
    }
  }

  /** Processes that a thread has the next events. */
  public void run(int thread) {
    names.use(THREAD, thread);
    threads.run(thread);
  }

  /** Processes an event that is not an access. */
  public void event(Op op, int thread, int operand, long time) {
    threads.event(op, thread, operand, time);
  }

  /** Whether the names that the next block repeats are enough for a block. */
  public boolean isFull() {
    return names.bytes() > BlockFormat.MAX_NAME_LENGTH;
  }

  /** Whether the next block repeats names, so that its payload begins with them. */
  public boolean repeats() {
    return !names.isEmpty();
  }

  /** Moves the repeated names to a payload. */
  public void moveTo(ByteList block) {
    int before = block.size();
    names.moveTo(block);
    repeated += block.size() - before;
  }

  /** Processes that a block has been written. */
  public void endBlock(BlockOutput out) {
    if (out.size() - periodFrom < rule.period()) {
      return;
    }
    long returning = names.returning() + returningSites;
    isDue =
        index.size() < 2 * (MAX_SPLITS - 1)
            && rule.endsSplit(out.size(), repeated, isFirstPeriod, returning);
    isFirstPeriod = false;
    periodFrom = out.size();
    returningSites = 0;
    names.beginPeriod();
    sites.beginPeriod();
  }

  /** Whether another split begins before the next event. */
  public boolean isDue() {
    return isDue;
  }

  /** Begins another split. */
  public void begin(BlockOutput out, long events) throws IOException {
    isDue = false;
    isFirstPeriod = true;
    names.beginSplit();
    sites.beginSplit();
    index.add(out.size());
    index.add(events);
    ByteList block = BlockOutput.block();
    block.word(events);
    for (int rank = 0; rank <= FileIds.LOCATIONS; rank++) {
      block.number(ids.size(rank));
    }
    threads.heldLocks().forEach(lock -> names.use(ids.rank(Operand.LOCK), lock));
    names.moveTo(block);
    threads.state().write(block);
    repeated += block.size();
    out.write(BlockFormat.SPLIT, 0, block);
    periodFrom = out.size();
  }

  /** Writes the index, unless there is one split only. */
  public void writeIndex(BlockOutput out, long events) throws IOException {
    if (index.isEmpty()) {
      return;
    }
    ByteList block = BlockOutput.block();
    block.number(index.size() / 2);
    index.forEach(block::word);
    block.word(events);
    block.word(out.size());
    out.write(BlockFormat.INDEX, 0, block);
  }
}
