package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.LiveTrace;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.OpenRange;
import io.racedet.runtime.objects.ObjectNumbers;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
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
    private final LiveTrace.Log log;
    private final LogCursor cursor;

    /** Whether the number of the record at the cursor is still to be added. */
    private boolean isPending;

    Scanned(LiveTrace.Log log, LogCursor cursor) {
      this.log = log;
      this.cursor = cursor;
    }
  }

  private final LiveTrace live;
  private final LongPredicate startedEarlier;
  private final IntOpenHashSet leftover = new IntOpenHashSet();
  private final MergePlan plan;
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
      LiveTrace live,
      SiteCatalog catalog,
      Predicate<String> classes,
      BooleanSupplier isPressed,
      LongPredicate startedEarlier) {
    this.live = live;
    this.isPressed = isPressed;
    this.startedEarlier = startedEarlier;
    plan =
        MergePlan.ofProgress(
            slot -> live.log(slot).forked(),
            live::typeOf,
            live::lengthOf,
            catalog,
            classes,
            leftover);
    base = live.firstSeq();
    passed = base;
  }

  /** What is known for the translation of the records. */
  public MergePlan plan() {
    return plan;
  }

  /** The slots of the threads that an earlier repetition has started. */
  public IntSet leftover() {
    return leftover;
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
   * Looks at the threads and merges.
   *
   * @param sink receives the records, the same at each call
   * @return false if nothing could be done
   */
  public boolean round(RecordSink sink) {
    if (!look()) {
      return false;
    }
    merge(sink).round();
    return true;
  }

  /**
   * Merges the rest of a recording that is over.
   *
   * @param sink as for {@link #round}
   * @return how many edges had to be dropped
   */
  public int finish(RecordSink sink) {
    live.finish();
    complete = true;
    scan();
    return merge(sink).finish();
  }

  /**
   * How far the records of a thread have been merged.
   *
   * @param slot its position among the threads
   * @return in the form of {@link LiveTrace.Log#end}
   */
  public long passed(int slot) {
    return merge == null ? 0 : merge.passed(slot);
  }

  /**
   * Of which object a part of the last record that was merged of a thread may still follow.
   *
   * @param slot its position among the threads
   * @return the object, 0 if there is none
   */
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
      int change = plan.optimisticReads().changeOnce(at);
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
    plan.elementWrites()
        .forEachWritten(
            at,
            index -> {
              element.set(at.slot(), at.withOperand(OpenRange.operand(index, index + 1)));
              goesOn &= sink.record(element);
            });
    return goesOn;
  }

  /**
   * Forgets what is known of objects.
   *
   * @param objects the numbers of objects of which no later record is
   */
  public void forget(ObjectNumbers objects) {
    plan.elementWrites().forget(objects);
  }

  /* ---- what is seen ---- */

  private void scan() {
    if (passed - base > MAX_PASSED) {
      seqs = seqs.get((int) (passed - base), Math.max(seqs.length(), (int) (passed - base)));
      base = passed;
    }
    for (int slot = threads.size(); slot < live.threads(); slot++) {
      add(slot);
    }
    for (Scanned thread : threads) {
      if (!hasLooked) {
        plan.initialHolds().nextThread();
      }
      scan(thread);
    }
    hasLooked = true;
  }

  private void add(int slot) {
    LiveTrace.Log log = live.log(slot);
    threads.add(new Scanned(log, new LogCursor(new SeenLog(log), slot)));
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
        plan.optimisticReads().add(at);
      }
      if (!at.next()) {
        return;
      }
      plan.elementWrites().add(at);
      if (at.kind() == Layout.SYNC) {
        thread.isPending = true;
        plan.classInits().add(at);
        if (!hasLooked) {
          plan.initialHolds().add(at, thread.log.forked());
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

  /** What was seen of a thread. */
  private final class SeenLog implements LogCursor.Log {
    private final LiveTrace.Log log;

    SeenLog(LiveTrace.Log log) {
      this.log = log;
    }

    @Override
    public int chunks() {
      return (int) (log.end() >>> Integer.SIZE);
    }

    @Override
    public long[] words(int chunk) {
      return log.words(chunk);
    }

    @Override
    public int used(int chunk) {
      return log.used(chunk, log.end());
    }

    @Override
    public boolean isComplete() {
      return complete;
    }
  }

  /** What may be merged of a thread. */
  private final class SettledLog implements LogCursor.Log {
    private final LiveTrace.Log log;

    SettledLog(LiveTrace.Log log) {
      this.log = log;
    }

    @Override
    public int chunks() {
      return (int) (log.settled() >>> Integer.SIZE);
    }

    @Override
    public long[] words(int chunk) {
      log.free(chunk);
      return log.words(chunk);
    }

    @Override
    public int used(int chunk) {
      return log.used(chunk, log.settled());
    }

    @Override
    public boolean isComplete() {
      return complete;
    }
  }

  /* ---- the input of the merge ---- */

  @Override
  public int threads() {
    return threads.size();
  }

  @Override
  public LogCursor cursor(int slot) {
    return new LogCursor(new SettledLog(threads.get(slot).log), slot);
  }

  @Override
  public boolean isDrained(int slot) {
    LiveTrace.Log log = threads.get(slot).log;
    return log.settled() == log.end();
  }

  @Override
  public boolean isForked(int slot) {
    return threads.get(slot).log.forked();
  }

  @Override
  public int[] firstVersions() {
    int[] versions = live.versions();
    for (int stripe = 0; stripe < versions.length; stripe++) {
      versions[stripe]++; // that of the first access
    }
    return versions;
  }

  @Override
  public long firstSeq() {
    return live.firstSeq();
  }

  @Override
  public long seqFrom(long seq) {
    passed = Math.max(passed, seq);
    int next = seqs.nextSetBit(Math.toIntExact(seq - base));
    return next < 0 ? -1 : base + next;
  }

  @Override
  public long knownSeqs() {
    return live.knownSeqs();
  }

  @Override
  public boolean isUndecided(LogCursor at) {
    if (!plan.optimisticReads().isOpen(at) || complete) {
      return false;
    }
    if (isPressed.getAsBoolean()) {
      plan.optimisticReads().assume(at);
      return false;
    }
    return true;
  }

  @Override
  public ClassInits classInits() {
    return plan.classInits();
  }
}
