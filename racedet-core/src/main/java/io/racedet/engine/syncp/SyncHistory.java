package io.racedet.engine.syncp;

import io.racedet.clock.WakeCauses;
import io.racedet.engine.history.Epoch;
import io.racedet.event.Op;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * What each event of a trace needs before it in every correct reordering, and the critical
 * sections: all that a {@link SyncClosure} is computed from. Takes a constant number of bytes for
 * each critical section and for each event that needs one of another thread. Not thread-safe.
 */
public final class SyncHistory {
  /* An event needs the earlier ones of its thread; a read its last write and a sync-read its last
   * sync-write; the first event of a thread its fork, and a join the last event of the thread; a
   * receive all earlier sends; a wake the notify that caused it. Times are indices in the trace. */
  final Sections sections = new Sections();

  private ThreadLine[] lines = new ThreadLine[0];
  private long[] writes = new long[0]; // by variable: the epoch of its last write
  private long[] syncWrites = new long[0];
  private final Int2ObjectOpenHashMap<LongArrayList> sends = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<LongArrayList> notifies; // null if causes are known
  private final WakeCauses<Long> wakes = new WakeCauses<>(); // by epochs
  private final Int2ObjectOpenHashMap<IntArrayList> sharers = new Int2ObjectOpenHashMap<>();

  /** Creates the history of an empty trace. */
  public SyncHistory() {
    this(false);
  }

  /**
   * Creates the history of an empty trace.
   *
   * @param isWindow whether the trace is a window, so that waits may have begun before it; then
   *     what ended these is not known, and their wakes need all earlier notifies
   */
  SyncHistory(boolean isWindow) {
    notifies = isWindow ? new Int2ObjectOpenHashMap<>() : null;
  }

  /** Records an access, which is not to be in a closure before that. */
  public void access(boolean isWrite, int thread, int variable, long index) {
    ThreadLine line = line(thread);
    line.last = index;
    if (isWrite) {
      writes = LongArrays.grow(writes, variable + 1);
      writes[variable] = Epoch.of(thread, index);
      line.sources++;
    } else if (variable < writes.length) {
      need(line, thread, index, writes[variable]);
    }
  }

  /** Records any event but an access. */
  public void order(Op op, int thread, int operand, long index) {
    ThreadLine line = line(thread);
    line.last = index;
    line.sources++;
    switch (op) {
      case ACQUIRE -> {
        acquire(line, thread, LockUse.of(operand, false), index);
        wakes.acquire(thread, operand, index);
      }
      case ACQUIRE_SHARED -> acquire(line, thread, LockUse.of(operand, true), index);
      case RELEASE -> {
        release(line, LockUse.of(operand, false), index);
        wakes.release(thread, operand, index);
      }
      case RELEASE_SHARED -> release(line, LockUse.of(operand, true), index);
      case FORK -> fork(operand, Epoch.of(thread, index));
      case JOIN -> join(line, thread, operand, index);
      case SYNC_READ -> {
        if (operand < syncWrites.length) {
          need(line, thread, index, syncWrites[operand]);
        }
      }
      case SYNC_WRITE -> {
        syncWrites = LongArrays.grow(syncWrites, operand + 1);
        syncWrites[operand] = Epoch.of(thread, index);
      }
      case SEND -> add(sends, operand, Epoch.of(thread, index));
      case RECEIVE -> needAll(line, thread, index, sends.get(operand));
      case NOTIFY -> {
        wakes.signal(operand, index, Epoch.of(thread, index));
        if (notifies != null) {
          add(notifies, operand, Epoch.of(thread, index));
        }
      }
      case WAKE -> wake(line, thread, operand, index);
      default -> {
        /* Needs nothing. */
      }
    }
  }

  private static void need(ThreadLine line, int thread, long index, long source) {
    if (source != 0 && Epoch.thread(source) != thread) {
      line.need(index, source);
    }
  }

  private void acquire(ThreadLine line, int thread, int key, long index) {
    int section = sections.add(key, thread, index);
    line.addSection(section, key);
    if (sections.isShared(section)) {
      IntArrayList all = sharers.get(sections.lock(section));
      if (all == null) {
        all = new IntArrayList(2);
        sharers.put(sections.lock(section), all);
      }
      if (!all.contains(thread)) {
        all.add(thread);
      }
    }
  }

  private void release(ThreadLine line, int key, long index) {
    IntArrayList of = line.byLock.get(key);
    sections.end(of.getInt(of.size() - 1), index);
  }

  private void fork(int child, long epoch) {
    ThreadLine line = line(child);
    line.fork = epoch;
    need(line, child, Epoch.index(epoch), epoch);
  }

  private void join(ThreadLine line, int thread, int child, long index) {
    ThreadLine ended = line(child);
    need(line, thread, index, ended.last == 0 ? ended.fork : Epoch.of(child, ended.last));
  }

  private void wake(ThreadLine line, int thread, int operand, long index) {
    Long cause = wakes.cause(thread, operand);
    if (cause != null) {
      need(line, thread, index, cause);
    } else if (notifies != null) {
      needAll(line, thread, index, notifies.get(operand));
    }
  }

  /** Keeps the last event of each thread that is added for an operand. */
  private static void add(Int2ObjectOpenHashMap<LongArrayList> all, int operand, long epoch) {
    LongArrayList last = all.get(operand);
    if (last == null) {
      last = new LongArrayList(2);
      all.put(operand, last);
    }
    int i = 0;
    while (i < last.size() && Epoch.thread(last.getLong(i)) != Epoch.thread(epoch)) {
      i++;
    }
    if (i == last.size()) {
      last.add(epoch);
    } else {
      last.set(i, epoch);
    }
  }

  private static void needAll(ThreadLine line, int thread, long index, LongArrayList sources) {
    for (int i = 0; sources != null && i < sources.size(); i++) {
      need(line, thread, index, sources.getLong(i));
    }
  }

  /** What is known of a thread. */
  ThreadLine line(int thread) {
    lines = ObjectArrays.grow(lines, thread + 1);
    if (lines[thread] == null) {
      lines[thread] = new ThreadLine();
    }
    return lines[thread];
  }

  /** The threads that have held a lock in read mode, or null. */
  IntArrayList sharers(int lock) {
    return sharers.get(lock);
  }

  /**
   * {@return when a thread last acquired a lock: the index of its last such acquire up to the
   * index; 0 if there is none; O(log sections)}
   *
   * @param shared whether in read mode; otherwise exclusively
   */
  public long lastAcquire(int thread, int lock, boolean shared, long index) {
    int section = lastUpTo(thread, LockUse.of(lock, shared), index);
    return section == Sections.NONE ? 0 : sections.acquired(section);
  }

  /** The last section of a thread by its key that begins up to an index, or NONE. */
  int lastUpTo(int thread, int key, long index) {
    IntArrayList of = line(thread).byLock.get(key);
    int count = of == null ? 0 : sections.countUpTo(of, 0, index);
    return count == 0 ? Sections.NONE : of.getInt(count - 1);
  }
}
