package io.racedet.witness.checker;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.witness.EventHistory;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;

/**
 * Decides whether a sequence of events is a correct reordering after which two conflicting accesses
 * are next events, which is the definition of a witnessed race, or after which threads wait for
 * each other's locks, which is that of a witnessed deadlock.
 *
 * <p>Independent of how sequences are found. What events need is found once, in linear time; it
 * takes 4 bytes for each write to a variable that several threads access. Not thread-safe.
 */
public final class WitnessChecker {
  private static final int NONE = EventHistory.NONE;

  private final EventHistory trace;
  private final CheckedTrace needs;

  /** Computes the needs of the events of a trace. */
  public WitnessChecker(EventHistory trace) {
    this.trace = trace;
    needs = new CheckedTrace(trace);
  }

  /**
   * Replays a sequence.
   *
   * @param other index of an access that conflicts with it
   * @return whether the sequence is a correct reordering of the trace, and both accesses are the
   *     next events of their threads after it
   */
  public boolean accepts(long[] sequence, long one, long other) {
    int recorded = recorded(sequence);
    return accepts(recorded, Arrays.copyOfRange(sequence, recorded, sequence.length), one, other);
  }

  /**
   * Decides the same for a sequence that begins as the trace. What has been recorded can happen, so
   * only the rest is replayed, in time linear in it.
   *
   * @param recorded the number of events with which the sequence begins as the trace does
   * @param rest indices of the other ones, in their order
   * @param other index of an access that conflicts with it
   * @return whether the sequence is a correct reordering of the trace, and both accesses are the
   *     next events of their threads after it
   * @throws IllegalArgumentException when the trace is shorter than {@code recorded}
   */
  public boolean accepts(int recorded, long[] rest, long one, long other) {
    checkRecorded(recorded);
    int e = trace.find(one);
    int f = trace.find(other);
    if (e == NONE || f == NONE || !conflict(trace.word(e), trace.word(f))) {
      return false;
    }
    Replay replay = new Replay(recorded);
    return replay.takeAll(rest) && replay.isNext(e) && replay.isNext(f);
  }

  /**
   * Decides whether a sequence is a correct reordering after which threads wait for each other's
   * locks forever.
   *
   * @param recorded the number of events with which the sequence begins as the trace does
   * @param rest indices of the other ones, in their order
   * @param requests the indices of at least two acquires
   * @return whether the sequence is a correct reordering of the trace, and after it each request is
   *     the next event of its thread and waits for a lock that the thread of the one before holds,
   *     the first one for that of the last one; threads and locks of all being different
   * @throws IllegalArgumentException when the trace is shorter than {@code recorded}
   */
  public boolean acceptsDeadlock(int recorded, long[] rest, long... requests) {
    checkRecorded(recorded);
    int size = requests.length;
    int[] next = new int[size];
    IntOpenHashSet threads = new IntOpenHashSet();
    IntOpenHashSet wanted = new IntOpenHashSet();
    for (int i = 0; i < size; i++) {
      next[i] = trace.find(requests[i]);
      long word = next[i] == NONE ? 0 : trace.word(next[i]);
      boolean isAcquire =
          next[i] != NONE
              && (EventBlock.op(word) == Op.ACQUIRE || EventBlock.op(word) == Op.ACQUIRE_SHARED);
      if (!isAcquire
          || !threads.add(EventBlock.thread(word))
          || !wanted.add(EventBlock.operand(word))) {
        return false;
      }
    }
    Replay replay = new Replay(recorded);
    boolean isWaiting = size > 1 && replay.takeAll(rest);
    for (int i = 0; isWaiting && i < size; i++) {
      isWaiting =
          replay.isNext(next[i])
              && replay.isHeldAgainst(next[(i + 1) % size], EventBlock.thread(trace.word(next[i])));
    }
    return isWaiting;
  }

  /** Decides the same for a whole sequence. */
  public boolean acceptsDeadlock(long[] sequence, long... requests) {
    int recorded = recorded(sequence);
    return acceptsDeadlock(
        recorded, Arrays.copyOfRange(sequence, recorded, sequence.length), requests);
  }

  /** The number of events with which a sequence begins as the trace does. */
  private int recorded(long[] sequence) {
    int recorded = 0;
    while (recorded < sequence.length
        && recorded < trace.size()
        && sequence[recorded] == trace.index(recorded)) {
      recorded++;
    }
    return recorded;
  }

  private void checkRecorded(int recorded) {
    if (recorded < 0 || recorded > trace.size()) {
      throw new IllegalArgumentException(
          "recorded: " + recorded + " (expected: from 0 to " + trace.size() + ")");
    }
  }

  private static boolean conflict(long e, long f) {
    return EventBlock.isAccess(e)
        && EventBlock.isAccess(f)
        && EventBlock.operand(e) == EventBlock.operand(f)
        && EventBlock.thread(e) != EventBlock.thread(f)
        && (CheckedTrace.writes(e) || CheckedTrace.writes(f))
        && (EventBlock.isPlain(e) || EventBlock.isPlain(f));
  }

  /** The state after the events replayed so far. */
  private final class Replay {
    private final int recorded; // the events before this position have happened
    private final Int2IntOpenHashMap passed =
        CheckedTrace.map(); // by thread: one more than its last one
    private final IntOpenHashSet played = new IntOpenHashSet(); // later ones that have happened
    private final Int2IntOpenHashMap lastWrite = CheckedTrace.map(); // of those, by cell
    private final Int2IntOpenHashMap owner = new Int2IntOpenHashMap(); // by lock
    private final Int2ObjectOpenHashMap<IntArrayList> sharers = new Int2ObjectOpenHashMap<>();
    private final Int2IntOpenHashMap sent = CheckedTrace.map(); // the number of sends

    Replay(int recorded) {
      this.recorded = recorded;
    }

    private boolean isPlayed(int p) {
      return p < recorded || played.contains(p);
    }

    /** The position up to which all events of a thread have happened, and none after it. */
    private int passed(int thread) {
      return Math.max(recorded, passed.get(thread));
    }

    private int ownerOf(int lock) {
      if (!owner.containsKey(lock)) {
        owner.put(lock, needs.lock(lock).owner(recorded));
      }
      return owner.get(lock);
    }

    /** Whether an event is the next one of its thread, which has been started. */
    boolean isNext(int p) {
      int thread = EventBlock.thread(trace.word(p));
      int start = needs.fork.get(thread);
      int next = passed(thread);
      while (next < p && EventBlock.thread(trace.word(next)) != thread) {
        next++;
      }
      return next == p && (start == NONE || isPlayed(start));
    }

    /** Whether a thread holds the lock of another thread's acquire, which therefore waits. */
    boolean isHeldAgainst(int acquire, int thread) {
      int lock = EventBlock.operand(trace.word(acquire));
      return ownerOf(lock) == thread
          || EventBlock.op(trace.word(acquire)) == Op.ACQUIRE && sharersOf(lock).contains(thread);
    }

    /** Replays events, given by their indices; false if one of them cannot come next. */
    boolean takeAll(long[] indices) {
      for (long index : indices) {
        int p = trace.find(index);
        if (p == NONE || !take(p)) {
          return false;
        }
      }
      return true;
    }

    /** Replays an event, unless it cannot come next. */
    boolean take(int p) {
      if (!isNext(p) || !isPossible(p)) {
        return false;
      }
      int thread = EventBlock.thread(trace.word(p));
      int operand = EventBlock.operand(trace.word(p));
      passed.put(thread, p + 1);
      played.add(p);
      switch (EventBlock.op(trace.word(p))) {
        case WRITE, ATOMIC_WRITE, SYNC_WRITE -> lastWrite.put(CheckedTrace.cell(trace.word(p)), p);
        case ACQUIRE -> owner.put(operand, thread);
        case RELEASE -> owner.put(operand, NONE);
        case ACQUIRE_SHARED -> sharersOf(operand).add(thread);
        case RELEASE_SHARED -> sharersOf(operand).rem(thread);
        default -> {
          /* No effect on other threads. */
        }
      }
      return true;
    }

    private boolean isPossible(int p) {
      int thread = EventBlock.thread(trace.word(p));
      int operand = EventBlock.operand(trace.word(p));
      return switch (EventBlock.op(trace.word(p))) {
        case READ, ATOMIC_READ, SYNC_READ -> seesTheSame(p);
        case WAKE -> needs.causes.get(p) == NONE || isPlayed(needs.causes.get(p));
        case RECEIVE -> hasSent(operand, p);
        case JOIN -> hasEnded(operand);
        case ACQUIRE ->
            ownerOf(operand) == NONE
                && sharersOf(operand).intStream().allMatch(other -> other == thread);
        case ACQUIRE_SHARED -> ownerOf(operand) == NONE || ownerOf(operand) == thread;
        default -> true;
      };
    }

    /** Whether a read sees the write that it sees in the trace, or none as there. */
    private boolean seesTheSame(int read) {
      int cell = CheckedTrace.cell(trace.word(read));
      if (needs.users[cell] != CheckedTrace.SEVERAL) {
        return true; // a thread's own writes before it are the same ones in the same order
      }
      int write = needs.lastWrite(cell, read);
      int last = lastWrite.get(cell);
      // If the write has been recorded, no other one was before the read.
      return last == NONE ? write < recorded : last == write;
    }

    /** Whether all events of a thread have been replayed, and its fork. */
    private boolean hasEnded(int thread) {
      int start = needs.fork.get(thread);
      return passed(thread) > needs.lasts.get(thread) && (start == NONE || isPlayed(start));
    }

    /** Whether the sends to a channel before a receive have been replayed. */
    private boolean hasSent(int channel, int receive) {
      IntArrayList all = needs.sendsOf(channel);
      int count = CheckedTrace.countBefore(all, receive);
      int done = sent.get(channel);
      done = done == NONE ? CheckedTrace.countBefore(all, recorded) : done;
      while (done < count && isPlayed(all.getInt(done))) {
        done++;
      }
      sent.put(channel, done);
      return done >= count;
    }

    private IntArrayList sharersOf(int lock) {
      IntArrayList of = sharers.get(lock);
      if (of == null) {
        of = new IntArrayList();
        needs.lock(lock).collectSharers(recorded, of);
        sharers.put(lock, of);
      }
      return of;
    }
  }
}
