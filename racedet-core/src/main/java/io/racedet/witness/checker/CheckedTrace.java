package io.racedet.witness.checker;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.witness.EventHistory;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** What the checker derives from a trace: what events need, and who holds which lock when. */
final class CheckedTrace {
  private static final int NONE = EventHistory.NONE;
  static final int SEVERAL = -1;

  private final EventHistory trace;

  final int[] users; // by cell: 1 + the only thread that accesses it, SEVERAL, or 0
  private final int[] begins; // by cell: the place of its first write; one more at the end
  private final int[] writes; // positions, by cell; only those of cells of several threads
  final Int2IntOpenHashMap causes = map(); // by wake: the notify that caused it, or NONE
  final Int2IntOpenHashMap lasts = map(); // by thread: the position of its last event
  final Int2IntOpenHashMap fork = map(); // by thread: the event that starts it
  private final Int2ObjectOpenHashMap<LockLog> locks = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<IntArrayList> sends = new Int2ObjectOpenHashMap<>();

  /** Derives it, in linear time. */
  CheckedTrace(EventHistory trace) {
    this.trace = trace;
    users = users();
    begins = new int[users.length + 1];
    writes = writes();
    deriveOthers();
  }

  /** The number of a variable or sync variable among both, or NONE for other operations. */
  static int cell(long word) {
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

  /** The last write of a cell of several threads before a position, or NONE. */
  int lastWrite(int cell, int position) {
    int place = -2 - Arrays.binarySearch(writes, begins[cell], begins[cell + 1], position);
    return place < begins[cell] ? NONE : writes[place];
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

  /** The sends to a channel, by position. */
  IntArrayList sendsOf(int channel) {
    return sends.computeIfAbsent(channel, unseen -> new IntArrayList());
  }

  /** What has happened to a lock. */
  LockLog lock(int lock) {
    return locks.computeIfAbsent(lock, unseen -> new LockLog());
  }

  static Int2IntOpenHashMap map() {
    Int2IntOpenHashMap map = new Int2IntOpenHashMap();
    map.defaultReturnValue(NONE);
    return map;
  }

  /** Whether an event writes a variable. */
  static boolean writes(long word) {
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
      int last = countBefore(candidates, until.get(thread)) - 1;
      return last < 0 || candidates.getInt(last) < from.get(thread)
          ? NONE
          : candidates.getInt(last);
    }
  }

  /** The acquires and releases of a lock. */
  final class LockLog {
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
  static int countBefore(IntArrayList positions, int position) {
    int at = Arrays.binarySearch(positions.elements(), 0, positions.size(), position);
    return at < 0 ? -at - 1 : at;
  }
}
