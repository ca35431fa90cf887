package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;

/**
 * Decides whether a sequence of events is a correct reordering after which two conflicting accesses
 * are next events, which is the definition of a witnessed race.
 *
 * <p>Independent of how sequences are found. What events need is found once, in linear time; it
 * takes 4 bytes for each write of a variable that several threads access. Not thread-safe.
 */
public final class WitnessChecker {
  private static final int NONE = EventHistory.NONE;
  private static final int SEVERAL = -1;

  private final EventHistory trace;

  private final int[] users; // by cell: 1 + the only thread that accesses it, SEVERAL, or 0
  private final int[] begins; // by cell: the place of its first write; one more at the end
  private final int[] writes; // positions, by cell; only those of cells of several threads
  private final Int2IntOpenHashMap causes = map(); // by wake: the notify that caused it, or NONE
  private final Int2IntOpenHashMap lasts = map(); // by thread: the position of its last event
  private final Int2ObjectOpenHashMap<LockLog> locks = new Int2ObjectOpenHashMap<>();
  private final Int2IntOpenHashMap fork = map(); // by thread: the event that starts it
  private final Int2ObjectOpenHashMap<IntArrayList> sends = new Int2ObjectOpenHashMap<>();

  /**
   * Computes the needs of the events of a trace.
   *
   * @param trace the whole trace
   */
  public WitnessChecker(EventHistory trace) {
    this.trace = trace;
    users = users();
    begins = new int[users.length + 1];
    writes = writes();
    deriveOthers();
  }

  /** The number of a variable or sync variable among both, or NONE for other operations. */
  private static int cell(long word) {
    return switch (EventBlock.op(word)) {
      case READ, WRITE, ATOMIC_READ, ATOMIC_WRITE -> EventBlock.operand(word) << 1;
      case SYNC_READ, SYNC_WRITE -> EventBlock.operand(word) << 1 | 1;
      default -> NONE;
    };
  }

  private int[] users() {
    int last = NONE;
    for (int p = 0; p < trace.size(); p++) {
      last = Math.max(last, cell(trace.word(p)));
    }
    int[] found = new int[last + 1];
    for (int p = 0; p < trace.size(); p++) {
      int cell = cell(trace.word(p));
      if (cell != NONE) {
        int user = EventBlock.thread(trace.word(p)) + 1;
        found[cell] = found[cell] == 0 || found[cell] == user ? user : SEVERAL;
      }
    }
    return found;
  }

  private int[] writes() {
    for (int p = 0; p < trace.size(); p++) {
      if (isWriteOfSeveral(trace.word(p))) {
        begins[cell(trace.word(p)) + 1]++;
      }
    }
    for (int cell = 0; cell < users.length; cell++) {
      begins[cell + 1] += begins[cell];
    }
    int[] ends = begins.clone();
    int[] found = new int[begins[users.length]];
    for (int p = 0; p < trace.size(); p++) {
      if (isWriteOfSeveral(trace.word(p))) {
        found[ends[cell(trace.word(p))]++] = p;
      }
    }
    return found;
  }

  private boolean isWriteOfSeveral(long word) {
    return (writes(word) || EventBlock.op(word) == Op.SYNC_WRITE) && users[cell(word)] == SEVERAL;
  }

  private void deriveOthers() {
    Waits waits = new Waits();
    for (int p = 0; p < trace.size(); p++) {
      long word = trace.word(p);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      lasts.put(thread, p);
      switch (EventBlock.op(word)) {
        case FORK -> fork.put(operand, p);
        case SEND -> sendsOf(operand).add(p);
        case RELEASE -> {
          waits.release(thread, operand, p);
          lock(operand).exclusive.add(p);
        }
        case ACQUIRE -> {
          waits.acquire(thread, operand, p);
          lock(operand).exclusive.add(p);
        }
        case ACQUIRE_SHARED -> lock(operand).addShared(p, 1);
        case RELEASE_SHARED -> lock(operand).addShared(p, -1);
        case NOTIFY -> waits.signal(operand, p);
        case WAKE -> causes.put(p, waits.cause(thread, operand));
        default -> {
          /* Needs only its thread and possibly a lock, or what it sees. */
        }
      }
    }
  }

  private IntArrayList sendsOf(int channel) {
    return sends.computeIfAbsent(channel, unseen -> new IntArrayList());
  }

  private LockLog lock(int lock) {
    return locks.computeIfAbsent(lock, unseen -> new LockLog());
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
    int recorded = 0;
    while (recorded < sequence.length
        && recorded < trace.size()
        && sequence[recorded] == trace.index(recorded)) {
      recorded++;
    }
    return accepts(recorded, Arrays.copyOfRange(sequence, recorded, sequence.length), one, other);
  }

  /**
   * Decides the same for a sequence that begins as the trace. What has been recorded can happen, so
   * only the rest is replayed, in time linear in it.
   *
   * @param recorded the number of events with which the sequence begins as the trace does
   * @param rest indices of the other ones, in their order
   * @param one index of an access
   * @param other index of an access that conflicts with it
   * @return whether the sequence is a correct reordering of the trace, and both accesses are the
   *     next events of their threads after it
   * @throws IllegalArgumentException when the trace is shorter than {@code recorded}
   */
  public boolean accepts(int recorded, long[] rest, long one, long other) {
    if (recorded < 0 || recorded > trace.size()) {
      throw new IllegalArgumentException(
          "recorded: " + recorded + " (expected: from 0 to " + trace.size() + ")");
    }
    int e = trace.find(one);
    int f = trace.find(other);
    if (e == NONE || f == NONE || !conflict(trace.word(e), trace.word(f))) {
      return false;
    }
    Replay replay = new Replay(recorded);
    for (long index : rest) {
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
      int last = candidates == null ? NONE : countBefore(candidates, until.get(thread)) - 1;
      int cause = last < 0 ? NONE : candidates.getInt(last);
      return cause < from.get(thread) ? NONE : cause;
    }
  }

  /** The acquires and releases of a lock. */
  private final class LockLog {
    final IntArrayList exclusive = new IntArrayList(); // positions
    final IntArrayList shared = new IntArrayList();
    final IntArrayList holds = new IntArrayList(); // in read mode, after each of these
    private int holding;

    void addShared(int position, int change) {
      holding += change;
      shared.add(position);
      holds.add(holding);
    }

    /** The thread that holds the lock exclusively before a position, or NONE. */
    int owner(int position) {
      int last = countBefore(exclusive, position) - 1;
      long word = last < 0 ? 0 : trace.word(exclusive.getInt(last));
      return last >= 0 && EventBlock.op(word) == Op.ACQUIRE ? EventBlock.thread(word) : NONE;
    }

    /** Adds the threads that hold the lock in read mode before a position. */
    void collectSharers(int position, IntArrayList into) {
      int last = countBefore(shared, position) - 1;
      IntArrayList released = new IntArrayList();
      for (int i = last; i >= 0 && holds.getInt(i) > 0; i--) {
        long word = trace.word(shared.getInt(i));
        int thread = EventBlock.thread(word);
        if (EventBlock.op(word) == Op.RELEASE_SHARED) {
          released.add(thread);
        } else if (!released.rem(thread)) {
          into.add(thread);
        }
      }
    }
  }

  /** How many of some ascending positions are before one. */
  private static int countBefore(IntArrayList positions, int position) {
    int at = Arrays.binarySearch(positions.elements(), 0, positions.size(), position);
    return at < 0 ? -at - 1 : at;
  }

  /** The state after the events replayed so far. */
  private final class Replay {
    private final int recorded; // the events before this position have happened
    private final Int2IntOpenHashMap passed = map(); // by thread: one more than its last one
    private final IntOpenHashSet played = new IntOpenHashSet(); // later ones that have happened
    private final Int2IntOpenHashMap lastWrite = map(); // of those, by cell
    private final Int2IntOpenHashMap owner = new Int2IntOpenHashMap(); // by lock
    private final Int2ObjectOpenHashMap<IntArrayList> sharers = new Int2ObjectOpenHashMap<>();
    private final Int2IntOpenHashMap sent = map(); // the number of sends

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
        owner.put(lock, lock(lock).owner(recorded));
      }
      return owner.get(lock);
    }

    /** Whether an event is the next one of its thread, which has been started. */
    boolean isNext(int p) {
      int thread = EventBlock.thread(trace.word(p));
      int start = fork.get(thread);
      int next = passed(thread);
      while (next < p && EventBlock.thread(trace.word(next)) != thread) {
        next++;
      }
      return next == p && (start == NONE || isPlayed(start));
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
        case WRITE, ATOMIC_WRITE, SYNC_WRITE -> lastWrite.put(cell(trace.word(p)), p);
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
        case WAKE -> causes.get(p) == NONE || isPlayed(causes.get(p));
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
      int cell = cell(trace.word(read));
      if (users[cell] != SEVERAL) {
        return true; // a thread's own writes before it are the same ones in the same order
      }
      int place = -2 - Arrays.binarySearch(writes, begins[cell], begins[cell + 1], read);
      int write = place < begins[cell] ? NONE : writes[place];
      int last = lastWrite.get(cell);
      // If the write has been recorded, no other one was before the read.
      return last == NONE ? write < recorded : last == write;
    }

    /** Whether all events of a thread have been replayed, and its fork. */
    private boolean hasEnded(int thread) {
      int start = fork.get(thread);
      return passed(thread) > lasts.get(thread) && (start == NONE || isPlayed(start));
    }

    /** Whether the sends to a channel before a receive have been replayed. */
    private boolean hasSent(int channel, int receive) {
      IntArrayList all = sendsOf(channel);
      int count = countBefore(all, receive);
      int done = sent.get(channel);
      done = done == NONE ? countBefore(all, recorded) : done;
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
        if (locks.containsKey(lock)) {
          locks.get(lock).collectSharers(recorded, of);
        }
        sharers.put(lock, of);
      }
      return of;
    }
  }
}
