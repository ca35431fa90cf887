package io.racedet.junit.record.detail;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.Frame;
import io.racedet.report.Instruction;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedRequest;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A replay that tracks the stack and locks of each thread, with the stacks where it took them, and
 * collects the details of given requests for locks. Receives each record before the translator
 * does, and the events that the translator makes of it.
 */
public final class RequestPass implements RecordSink, EventSink {
  /** The details of one of the requests; the thread is not named yet. */
  private record Caught(
      long index,
      int slot,
      String lock,
      boolean shared,
      int site,
      int callSite,
      List<Frame> stack,
      List<LockHold> locks) {}

  private final SiteCatalog catalog;
  private final ThreadNames threadNames;
  private final long[] indices; // sorted
  private final CallStack[] stacks;
  private final AcquiredLocks[] locks;
  private final Long2ObjectOpenHashMap<Caught> caught = new Long2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<List<Frame>> starts = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<String> starters = new Int2ObjectOpenHashMap<>();
  private EventTranslator translator;
  private TraceIds ids;
  private TraceNames names;
  private int next;
  private long index;

  /**
   * Prepares for a replay.
   *
   * @param catalog the instrumented instructions, methods and fields
   * @param threadNames names of the threads, by slot
   * @param threads how many threads there are
   * @param indices the indices of acquires
   */
  public RequestPass(SiteCatalog catalog, ThreadNames threadNames, int threads, long... indices) {
    this.catalog = catalog;
    this.threadNames = threadNames;
    this.indices = LongStream.of(indices).sorted().distinct().toArray();
    stacks = new CallStack[threads];
    locks = new AcquiredLocks[threads];
    for (int slot = 0; slot < threads; slot++) {
      stacks[slot] = new CallStack(catalog);
      locks[slot] = new AcquiredLocks(catalog);
    }
  }

  /**
   * Sets the translator of the records, and the names of its ids.
   *
   * @param followed the translator, which sends its events here
   * @param namesOfItsIds the names
   */
  public void follow(EventTranslator followed, TraceNames namesOfItsIds) {
    translator = followed;
    ids = followed.ids();
    names = namesOfItsIds;
  }

  /**
   * Returns a request, after the replay.
   *
   * @param wanted the index of its acquire
   * @return the thread with its locks, and what it asks for
   */
  public ReportedRequest request(long wanted) {
    Caught of = caught(wanted);
    return new ReportedRequest(
        of.index,
        threadNames.of(of.slot),
        of.lock,
        of.shared,
        of.site < 0 ? Instruction.UNKNOWN : catalog.site(of.site).instruction(),
        of.stack,
        of.locks,
        starts.getOrDefault(of.slot, List.of()),
        starters.getOrDefault(of.slot, ""));
  }

  /**
   * Returns where threads can be caught before they make a request.
   *
   * @param wanted the index of its acquire
   * @return its instruction, and the call of its method, as far as they are known: none of the code
   *     of a synchronized method comes before its request
   */
  public List<String> places(long wanted) {
    Caught of = caught(wanted);
    List<String> places = new ArrayList<>();
    for (int site : new int[] {of.site, of.callSite}) {
      site(site).map(Site::location).ifPresent(places::add);
    }
    return places;
  }

  private Optional<Site> site(int site) {
    return site < 0 ? Optional.empty() : Optional.of(catalog.site(site));
  }

  private Caught caught(long wanted) {
    Caught of = caught.get(wanted);
    if (of == null) {
      throw new IllegalArgumentException("index: " + wanted + " (expected: an acquire)");
    }
    return of;
  }

  @Override
  public boolean record(LogCursor at) {
    int slot = at.slot();
    stacks[slot].record(at);
    if (at.kind() == Layout.SYNC && at.syncOp() == OpCodes.FORK) {
      int child = (int) at.operand();
      starts.putIfAbsent(child, stacks[slot].frames(at.site()));
      starters.putIfAbsent(child, threadNames.of(slot));
    }
    return translator.record(at) && next < indices.length;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    int slot = ids.slot(thread);
    int site = location == NO_LOCATION ? Layout.NONE : ids.site(location);
    if (next < indices.length && indices[next] == index) {
      next++;
      add(op, slot, operand, site);
    }
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> locks[slot].acquire(op, operand, site, stacks[slot]);
      case RELEASE, RELEASE_SHARED -> locks[slot].event(op, operand, site);
      default -> {
        /* No other operation is about holding a lock. */
      }
    }
  }

  private void add(Op op, int slot, int lock, int site) {
    Caught of =
        new Caught(
            index,
            slot,
            names.name(Op.Operand.LOCK, lock),
            op == Op.ACQUIRE_SHARED,
            site,
            stacks[slot].callSite(),
            stacks[slot].frames(site),
            locks[slot].stacks(names));
    caught.put(index, of);
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    index += count;
  }
}
