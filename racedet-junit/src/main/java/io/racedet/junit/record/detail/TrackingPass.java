package io.racedet.junit.record.detail;

import io.racedet.event.EventSink;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.Frame;
import io.racedet.report.Instruction;
import io.racedet.report.Position;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A replay that tracks the stack and locks of each thread, and collects the details of given
 * events. Receives each record before the translator does, and the events that the translator makes
 * of it.
 */
abstract class TrackingPass<T> implements RecordSink, EventSink {
  /** The origin of an object or thread; the thread is not named yet. */
  record RawOrigin(int slot, List<Frame> stack, boolean exact) {}

  final SiteCatalog catalog;
  final ThreadNames threadNames;
  final CallStack[] stacks;
  final AcquiredLocks[] locks;
  final long[] indices; // sorted
  TraceIds ids;
  TraceNames names;
  int next; // among the indices
  long index;
  private final String kind;
  private final Long2ObjectOpenHashMap<T> caught = new Long2ObjectOpenHashMap<>(); // by index
  private final Int2ObjectOpenHashMap<RawOrigin> starts = new Int2ObjectOpenHashMap<>();
  private EventTranslator translator;

  TrackingPass(
      SiteCatalog catalog, ThreadNames threadNames, int threads, LongStream indices, String kind) {
    this.catalog = catalog;
    this.threadNames = threadNames;
    this.indices = indices.sorted().distinct().toArray();
    this.kind = kind;
    stacks = new CallStack[threads];
    locks = new AcquiredLocks[threads];
    for (int slot = 0; slot < threads; slot++) {
      stacks[slot] = new CallStack(catalog);
      locks[slot] = new AcquiredLocks(catalog);
    }
  }

  /** Sets the translator of the records, and the names of its ids. */
  public final void follow(EventTranslator followed, TraceNames namesOfItsIds) {
    translator = followed;
    ids = followed.ids();
    names = namesOfItsIds;
  }

  /** Whether the start of a thread is among the details. */
  abstract boolean wantsStart(int slot);

  /** Tracks the stack of the thread of a record; comes before {@link #passOn}. */
  final void track(LogCursor at) {
    int slot = at.slot();
    stacks[slot].record(at);
    if (at.kind() == Layout.SYNC && at.syncOp() == OpCodes.FORK) {
      int child = (int) at.operand();
      if (wantsStart(child) && !starts.containsKey(child)) {
        starts.put(child, new RawOrigin(slot, stacks[slot].frames(at.site()), true));
      }
    }
  }

  /** Lets the translator make events of a record; returns whether there may be more of them. */
  final boolean passOn(LogCursor at) {
    return translator.record(at);
  }

  /** Whether the event of the current index is one of those with details; asked once for each. */
  final boolean isWanted() {
    boolean wanted = next < indices.length && indices[next] == index;
    next += wanted ? 1 : 0;
    return wanted;
  }

  /** Keeps the details of the event of the current index. */
  final void keep(T details) {
    caught.put(index, details);
  }

  /** The details of an event, after the replay. */
  final T caught(long wanted) {
    T details = caught.get(wanted);
    if (details == null) {
      throw new IllegalArgumentException("index: " + wanted + " (expected: " + kind + ")");
    }
    return details;
  }

  final int site(int location) {
    return location == NO_LOCATION ? Layout.NONE : ids.site(location);
  }

  private int toldSite(int location) {
    return location == NO_LOCATION ? Layout.NONE : ids.toldSite(location);
  }

  /** Where a thread is at this event, and where it was started, as far as that was recorded. */
  final Position position(int slot, int location) {
    int told = toldSite(location);
    RawOrigin start = starts.get(slot);
    return new Position(
        index,
        threadNames.of(slot),
        told < 0 ? Instruction.UNKNOWN : catalog.site(told).instruction(),
        stacks[slot].frames(site(location)),
        start == null ? List.of() : start.stack(),
        start == null ? "" : threadNames.of(start.slot()));
  }
}
