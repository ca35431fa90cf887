package io.racedet.part;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.trace.TraceReader;
import io.racedet.trace.bytes.ByteList;
import io.racedet.trace.split.OpenThreads;
import io.racedet.trace.split.SplitBeginning;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import io.racedet.trace.split.SplitBeginning.Wait;
import io.racedet.wellformed.ExecutionState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * Reads a part of a trace to its end and checks that an execution can have its events, given what
 * is open at its beginning. Re-entrant acquires and releases are left out, ranges are written out.
 */
final class PartEvents {
  /** Takes the events of a part in order. */
  interface Sink {
    /**
     * Takes an event.
     *
     * @param context its thread with the locks that it holds
     */
    void event(Op op, int thread, int operand, long index, int context, int location);
  }

  private final TraceReader part;
  private final LockContexts contexts = new LockContexts();
  private final ExecutionState execution = new ExecutionState(contexts);
  private final OpenThreads open;
  private final SplitBeginning beginning;
  private long index;

  PartEvents(TraceReader part) throws IOException {
    this.part = part;
    beginning = part.beginning();
    index = part.eventsBefore();
    execution.restore(beginning);
    open = new OpenThreads(beginning);
  }

  LockContexts contexts() {
    return contexts;
  }

  Names names() {
    return part.names();
  }

  /** The index of the last event so far. */
  long index() {
    return index;
  }

  /** The last wait of a thread. */
  Wait lastWait(int thread) {
    return open.lastWait(thread);
  }

  /** A checksum of what was open at the beginning. */
  long beginningSum() {
    return sum(beginning);
  }

  /** A checksum of what is open now. */
  long endSum() {
    return sum(open.state());
  }

  static long sum(SplitBeginning state) {
    ByteList bytes = new ByteList();
    state.write(bytes);
    CRC32C crc = new CRC32C();
    crc.update(bytes.bytes(), 0, bytes.size());
    return crc.getValue();
  }

  /** The last waits of all threads that have waited, by when they began and ended. */
  List<Wait> waits() {
    TreeSet<List<Long>> times = new TreeSet<>(PartEvents::compare);
    for (ThreadState thread : open.state().threads()) {
      Wait wait = thread.lastWait();
      if (wait.lock() >= 0) {
        times.add(List.of(wait.began(), wait.ended()));
      }
    }
    List<Wait> waits = new ArrayList<>();
    times.forEach(time -> waits.add(new Wait(-1, 0, 0, time.get(0), time.get(1))));
    return waits;
  }

  private static int compare(List<Long> one, List<Long> other) {
    int byBegin = one.get(0).compareTo(other.get(0));
    return byBegin != 0 ? byBegin : one.get(1).compareTo(other.get(1));
  }

  /**
   * Reads the part.
   *
   * @throws MalformedEventException at the first event that no execution can have next
   * @throws IOException when the part cannot be read
   */
  void read(Sink sink) throws IOException {
    EventBlock block = new EventBlock();
    while (part.read(block)) {
      for (int i = 0; i < block.size(); i++) {
        long word = block.words()[i];
        if (EventBlock.isRange(word)) {
          long walk = block.walkOf(i);
          long access = EventBlock.firstOf(word);
          for (int k = 0; k < Walk.count(walk); k++) {
            int variable = EventBlock.operand(access) + k * Walk.stride(walk);
            take(EventBlock.withOperand(access, variable), block.locations()[i], i, sink);
          }
        } else {
          take(word, block.locations()[i], i, sink);
        }
      }
      block.clear();
    }
    if (index > EventBlock.MAX_INDEX) {
      throw new IllegalStateException(
          part.source() + ": event " + index + " (expected: at most " + EventBlock.MAX_INDEX + ")");
    }
  }

  private void take(long word, int location, int entry, Sink sink) {
    Op op = EventBlock.op(word);
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    index++;
    int context = execution.take(op, thread, operand);
    if (context == ExecutionState.REFUSED) {
      Names names = part.names();
      throw new MalformedEventException(
          part.source() + ": " + part.position(entry) + ": ",
          index,
          names.name(Operand.THREAD, thread),
          op,
          op.operand() == Operand.NONE ? "" : names.name(op.operand(), operand),
          execution.expected());
    }
    open.run(thread);
    open.event(op, thread, operand, index);
    if (context != ExecutionState.INNER) {
      sink.event(op, thread, operand, index, context, location);
    }
  }
}
