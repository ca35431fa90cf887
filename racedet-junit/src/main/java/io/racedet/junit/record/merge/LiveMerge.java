package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.objects.NumberSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Merges a recording in progress. Each round looks at what the threads have appended, and merges
 * what the look before has seen: all that precedes it in time is known by then, such as the classes
 * that it needs. What has been merged is given back. Not thread-safe.
 */
public final class LiveMerge implements MergeInput, RecordSink {
  private static final int MAX_PASSED = 1 << 20;

  /** One thread: its log, a cursor at the end of what was seen, and what that is about. */
  private static final class Scanned {
    private final RawThread log;
    private final LogCursor cursor;

    /** Whether the number of the record at the cursor is still to be added. */
    private boolean isPending;

    Scanned(RawThread log, LogCursor cursor) {
      this.log = log;
      this.cursor = cursor;
    }
  }

  private final RawTrace live;
  private final LongPredicate startedEarlier;
  private final IntOpenHashSet leftover = new IntOpenHashSet();
  private final SoFar known;
  private final OptimisticReads optimisticReads = new OptimisticReads();
  private final ElementWrites elementWrites = new ElementWrites();
  private final List<Scanned> threads = new ArrayList<>();
  private final LogCursor reasons = new LogCursor();
  private final LogCursor element = new LogCursor();
  private boolean goesOn;
  private final BooleanSupplier isPressed;
  private RecordSink sink;
  private TraceMerge merge; // null before there is a sink
  private boolean hasLooked;
  private boolean complete;

  /* The numbers of the sync records seen, from the base on. */
  private BitSet seqs = new BitSet();
  private long base;
  private long passed;

  /**
   * Prepares to merge.
   *
   * @param classes whether the class of a name is in the scope of the recording
   * @param isPressed whether so much waits that what is not known yet must be assumed
   * @param startedEarlier whether an earlier repetition of the test has started the thread of an id
   */
  public LiveMerge(
      RawTrace live,
      SiteCatalog catalog,
      Predicate<String> classes,
      BooleanSupplier isPressed,
      LongPredicate startedEarlier) {
    this.live = live;
    this.isPressed = isPressed;
    this.startedEarlier = startedEarlier;
    known = new SoFar(live, catalog, classes, leftover);
    base = live.firstSeq();
    passed = base;
  }

  /** What is known for the translation of the records. */
  public SoFar known() {
    return known;
  }

  /** Looks at the threads, before the first round. Returns false if that must be tried again. */
  public boolean look() {
    if (!live.look()) {
      return false;
    }
    scan();
    return true;
  }

  /**
   * Looks at the threads and merges into the same sink each time; false if nothing could be done.
   */
  public boolean round(RecordSink sink) {
    if (!look()) {
      return false;
    }
    merge(sink).round();
    return true;
  }

  /** Merges the rest of a recording that is over; returns how many edges had to be dropped. */
  public int finish(RecordSink sink) {
    live.finish();
    complete = true;
    scan();
    return merge(sink).finish();
  }

  /** How far the records of a thread have been merged, in the form of {@link RawThread#end}. */
  public long passed(int slot) {
    return merge == null ? 0 : merge.passed(slot);
  }

  /** The object of which a part of the last merged record of a thread may still follow, or 0. */
  public long open(int slot) {
    return merge == null ? 0 : merge.open(slot);
  }

  private TraceMerge merge(RecordSink receiver) {
    if (merge == null) {
      sink = receiver;
      merge = new TraceMerge(this, this);
    }
    return merge;
  }

  /* What only the numbers of sync records tell becomes a record: the sink does not need them. */
  @Override
  public boolean record(LogCursor at) {
    if (at.kind() == Layout.SYNC) {
      int change = optimisticReads.changeOnce(at);
      if (change != 0) {
        long head = Layout.head(Layout.SYNC, Layout.NONE, 0);
        long discard = Layout.sync(OpCodes.DISCARD, Aspects.REASONS);
        reasons.set(at.slot(), new long[] {head, discard, change});
        sink.record(reasons);
      }
    }
    return ElementWrites.isRead(at) ? readElements(at) : sink.record(at);
  }

  /* A record for each element, so that a replay has the same events when more is known. */
  private boolean readElements(LogCursor at) {
    goesOn = true;
    elementWrites.forEachWritten(
        at,
        index -> {
          element.set(at.slot(), at.withOperand(Layout.elements(index, index + 1)));
          goesOn &= sink.record(element);
        });
    return goesOn;
  }

  /** Forgets what is known of objects of which no later record is. */
  public void forget(NumberSet objects) {
    elementWrites.forget(objects);
  }

  /* ---- what is seen ---- */

  private void scan() {
    if (passed - base > MAX_PASSED) {
      seqs = seqs.get((int) (passed - base), Math.max(seqs.length(), (int) (passed - base)));
      base = passed;
    }
    for (int slot = threads.size(); slot < live.threads().size(); slot++) {
      add(slot);
    }
    for (Scanned thread : threads) {
      if (!hasLooked) {
        known.initialHolds.nextThread();
      }
      scan(thread);
    }
    hasLooked = true;
  }

  private void add(int slot) {
    RawThread log = live.threads().get(slot);
    threads.add(new Scanned(log, new LogCursor(log, slot)));
    if (!log.forked() && startedEarlier.test(log.id())) {
      leftover.add(slot);
    }
  }

  private void scan(Scanned thread) {
    LogCursor at = thread.cursor;
    do {
      if (thread.isPending) {
        if (!isFinal(at)) {
          return;
        }
        thread.isPending = false;
        addSeq(at.seq());
        optimisticReads.addSoFar(at);
      }
      if (!at.next()) {
        return;
      }
      elementWrites.add(at);
      if (at.kind() == Layout.SYNC) {
        thread.isPending = true;
        known.classInits().add(at);
        if (!hasLooked) {
          known.initialHolds.add(at, thread.log.forked());
        }
      }
    } while (true);
  }

  /* The last record of a thread may be replaced by one that repeats it, with the next number. */
  private boolean isFinal(LogCursor at) {
    return at.seq() < live.knownSeqs() || at.hasMore();
  }

  private void addSeq(long seq) {
    if (seq >= passed) {
      seqs.set(Math.toIntExact(seq - base));
    }
  }

  /* ---- the input of the merge ---- */

  @Override
  public RawTrace trace() {
    return live;
  }

  @Override
  public LogCursor cursor(int slot) {
    return new LogCursor(threads.get(slot).log, slot, true);
  }

  @Override
  public boolean isForked(int slot) {
    return threads.get(slot).log.forked();
  }

  @Override
  public long seqFrom(long seq) {
    passed = Math.max(passed, seq);
    int next = seqs.nextSetBit(Math.toIntExact(seq - base));
    return next < 0 ? -1 : base + next;
  }

  @Override
  public boolean isUndecided(LogCursor at) {
    if (!optimisticReads.isOpen(at) || complete) {
      return false;
    }
    if (isPressed.getAsBoolean()) {
      optimisticReads.assume(at);
      return false;
    }
    return true;
  }

  @Override
  public ClassInits classInits() {
    return known.classInits();
  }
}
