package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Decides whether a sequence of events is a correct reordering after which two conflicting accesses
 * are next events, which is the definition of a witnessed race.
 *
 * <p>Independent of how sequences are found. It computes the needs of every event from the trace
 * once, in linear time, and then replays each sequence. Not thread-safe.
 */
public final class WitnessChecker {
  private static final int NONE = EventHistory.NONE;

  private final EventHistory trace;

  /**
   * What must come before an event: for a read the write that it sees, for a sync-read the
   * sync-write, for a wake the notify that caused it, all as positions; for a receive the number of
   * sends to its channel.
   */
  private final int[] cause;

  private final int[] next; // by position: the next event of the same thread
  private final Int2IntOpenHashMap first = map(); // by thread: its first event
  private final Int2IntOpenHashMap fork = map(); // by thread: the event that starts it
  private final Int2ObjectOpenHashMap<IntArrayList> sends = new Int2ObjectOpenHashMap<>();

  /**
   * Computes the needs of the events of a trace.
   *
   * @param trace the whole trace
   */
  public WitnessChecker(EventHistory trace) {
    this.trace = trace;
    cause = new int[trace.size()];
    next = new int[trace.size()];
    Arrays.fill(next, NONE);
    deriveCauses();
  }

  private void deriveCauses() {
    Int2IntOpenHashMap last = map(); // by thread: its latest event
    Int2IntOpenHashMap writes = map();
    Int2IntOpenHashMap syncWrites = map();
    Waits waits = new Waits();
    for (int p = 0; p < cause.length; p++) {
      int thread = EventBlock.thread(trace.word(p));
      int operand = EventBlock.operand(trace.word(p));
      int before = last.put(thread, p);
      if (before == NONE) {
        first.put(thread, p);
      } else {
        next[before] = p;
      }
      switch (EventBlock.op(trace.word(p))) {
        case READ, ATOMIC_READ -> cause[p] = writes.get(operand);
        case WRITE, ATOMIC_WRITE -> writes.put(operand, p);
        case SYNC_READ -> cause[p] = syncWrites.get(operand);
        case SYNC_WRITE -> syncWrites.put(operand, p);
        case FORK -> fork.put(operand, p);
        case SEND -> sendsOf(operand).add(p);
        case RECEIVE -> cause[p] = sendsOf(operand).size();
        case RELEASE -> waits.release(thread, operand, p);
        case ACQUIRE -> waits.acquire(thread, operand, p);
        case NOTIFY -> waits.signal(operand, p);
        case WAKE -> cause[p] = waits.cause(thread, operand);
        default -> {
          /* Needs only its thread and possibly a lock. */
        }
      }
    }
  }

  private IntArrayList sendsOf(int channel) {
    return sends.computeIfAbsent(channel, unseen -> new IntArrayList());
  }

  private static Int2IntOpenHashMap map() {
    Int2IntOpenHashMap map = new Int2IntOpenHashMap();
    map.defaultReturnValue(NONE);
    return map;
  }

  /**
   * Replays a sequence.
   *
   * @param sequence indices of events
   * @param one index of an access
   * @param other index of an access that conflicts with it
   * @return whether the sequence is a correct reordering of the trace, and both accesses are the
   *     next events of their threads after it
   */
  public boolean accepts(long[] sequence, long one, long other) {
    int e = trace.find(one);
    int f = trace.find(other);
    if (e == NONE || f == NONE || !conflict(trace.word(e), trace.word(f))) {
      return false;
    }
    Replay replay = new Replay();
    for (long index : sequence) {
      int p = trace.find(index);
      if (p == NONE || p == e || p == f || !replay.take(p)) {
        return false;
      }
    }
    return replay.isNext(e) && replay.isNext(f);
  }

  private static boolean conflict(long e, long f) {
    return EventBlock.isAccess(e)
        && EventBlock.isAccess(f)
        && EventBlock.operand(e) == EventBlock.operand(f)
        && EventBlock.thread(e) != EventBlock.thread(f)
        && (writes(e) || writes(f))
        && (EventBlock.isPlain(e) || EventBlock.isPlain(f));
  }

  private static boolean writes(long word) {
    return EventBlock.isWrite(word) || EventBlock.op(word) == Op.ATOMIC_WRITE;
  }

  /** Which waits the threads have ended, and the notifies that may have ended them. */
  private static final class Waits {
    private final Int2ObjectOpenHashMap<IntArrayList> notifies = new Int2ObjectOpenHashMap<>();
    private final Int2IntOpenHashMap released = map(); // by thread: the lock released last
    private final Int2IntOpenHashMap releasedAt = map();
    private final Int2IntOpenHashMap from = map(); // by thread: the last wait's release
    private final Int2IntOpenHashMap until = map(); // and acquire

    void release(int thread, int lock, int position) {
      released.put(thread, lock);
      releasedAt.put(thread, position);
    }

    void acquire(int thread, int lock, int position) {
      if (released.containsKey(thread) && released.get(thread) == lock) {
        from.put(thread, releasedAt.get(thread));
        until.put(thread, position);
      }
    }

    void signal(int operand, int position) {
      notifies.computeIfAbsent(operand, unseen -> new IntArrayList()).add(position);
    }

    /** The last notify of the operand during the wait that the thread has just ended. */
    int cause(int thread, int operand) {
      IntArrayList candidates = notifies.get(operand);
      if (candidates == null) {
        return NONE;
      }
      int at = Arrays.binarySearch(candidates.elements(), 0, candidates.size(), until.get(thread));
      int last = -at - 2;
      return last < 0 || candidates.getInt(last) < from.get(thread)
          ? NONE
          : candidates.getInt(last);
    }
  }

  /** The state after the events replayed so far. */
  private final class Replay {
    private final Int2IntOpenHashMap cursor = map(); // by thread: its next event
    private final boolean[] played = new boolean[cause.length];
    private final Int2IntOpenHashMap lastWrite = map();
    private final Int2IntOpenHashMap lastSyncWrite = map();
    private final Int2IntOpenHashMap owner = map(); // by lock
    private final Int2ObjectOpenHashMap<IntArrayList> sharers = new Int2ObjectOpenHashMap<>();
    private final Int2IntOpenHashMap sent = new Int2IntOpenHashMap(); // the number of sends

    Replay() {
      cursor.putAll(first);
    }

    /** Whether an event is the next one of its thread, which has been started. */
    boolean isNext(int p) {
      int thread = EventBlock.thread(trace.word(p));
      int start = fork.get(thread);
      return cursor.get(thread) == p && (start == NONE || played[start]);
    }

    /** Replays an event, unless it cannot come next. */
    boolean take(int p) {
      if (!isNext(p) || !isPossible(p)) {
        return false;
      }
      int thread = EventBlock.thread(trace.word(p));
      int operand = EventBlock.operand(trace.word(p));
      cursor.put(thread, next[p]);
      played[p] = true;
      switch (EventBlock.op(trace.word(p))) {
        case WRITE, ATOMIC_WRITE -> lastWrite.put(operand, p);
        case SYNC_WRITE -> lastSyncWrite.put(operand, p);
        case ACQUIRE -> owner.put(operand, thread);
        case RELEASE -> owner.remove(operand);
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
        case READ, ATOMIC_READ -> lastWrite.get(operand) == cause[p];
        case SYNC_READ -> lastSyncWrite.get(operand) == cause[p];
        case WAKE -> cause[p] == NONE || played[cause[p]];
        case RECEIVE -> hasSent(operand, cause[p]);
        case JOIN -> hasEnded(operand);
        case ACQUIRE ->
            owner.get(operand) == NONE
                && sharersOf(operand).intStream().allMatch(other -> other == thread);
        case ACQUIRE_SHARED -> owner.get(operand) == NONE || owner.get(operand) == thread;
        default -> true;
      };
    }

    /** Whether all events of a thread have been replayed, and its fork. */
    private boolean hasEnded(int thread) {
      int start = fork.get(thread);
      return cursor.get(thread) == NONE && (start == NONE || played[start]);
    }

    /** Whether a number of sends to a channel have been replayed. */
    private boolean hasSent(int channel, int count) {
      IntArrayList all = sendsOf(channel);
      int done = sent.get(channel);
      while (done < count && played[all.getInt(done)]) {
        done++;
      }
      sent.put(channel, done);
      return done >= count;
    }

    private IntArrayList sharersOf(int lock) {
      return sharers.computeIfAbsent(lock, unseen -> new IntArrayList());
    }
  }
}
