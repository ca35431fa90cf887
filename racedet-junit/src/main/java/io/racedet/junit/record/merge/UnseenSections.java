package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The critical sections that run code whose data accesses are not recorded: libraries out of scope,
 * and parts of the JDK that are not modelled. One section may read what another has written there,
 * and no event shows it. A predictive engine that treated such sections as independent would
 * predict races that cannot happen.
 *
 * <p>Each lock therefore has an atomic variable, which represents what unrecorded code accesses,
 * and a channel for each thread, which represents what recorded code accesses. Each section under a
 * lock with such code reads the variable at the beginning, and a section with unrecorded code
 * writes it at its end. Where the unrecorded code of a section starts, it receives what the
 * sections without have sent since the last section with such code; these send at their ends. So a
 * section with unrecorded code is exchanged with no other; sections without may be exchanged with
 * each other, for which each thread needs a channel of its own. Happens-before orders the sections
 * of a lock anyway. A section in read mode sends and writes nothing, and one without any other
 * event has none of these.
 *
 * <p>All events pass through here, so that these come before the first other one of a section.
 */
final class UnseenSections implements Emitter {
  private static final int NO_LOCK = 0;
  private static final int NONE = -1;
  private static final int LOCK_SHIFT = 2;
  private static final long SHARED = 1;
  private static final long UNSEEN = 2;

  private final Knowledge known;
  private final TraceIds ids;
  private final Emitter out;

  /** By thread, the locks that it holds, outermost first: | lock:30 | unseen | shared |. */
  private final List<LongArrayList> held = new ArrayList<>();

  /** By lock, the threads that have sent and from which no section has received. */
  private final Int2ObjectOpenHashMap<BitSet> sent = new Int2ObjectOpenHashMap<>();

  /** By thread, the lock (plus one) that it has acquired last, while no event has followed. */
  private int[] acquired = new int[16];

  UnseenSections(Knowledge known, TraceIds ids, Emitter out) {
    this.known = known;
    this.ids = ids;
    this.out = out;
  }

  @Override
  public void emit(Op op, int slot, int operand, int place) {
    event(slot);
    out.emit(op, slot, operand, place);
  }

  /** A thread is about to acquire a lock that it does not hold in this mode. */
  void acquiring(int slot, int lock, boolean shared) {
    heldBy(slot).add(hold(lock, shared));
  }

  /** It has acquired it. */
  void acquired(int slot, int lock) {
    if (covers(lock)) {
      acquired = IntArrays.grow(acquired, slot + 1);
      acquired[slot] = lock + 1;
    }
  }

  private boolean hasJustAcquired(int slot) {
    return slot < acquired.length && acquired[slot] != NO_LOCK;
  }

  /** Called before each event of a thread, except for the release of its last lock. */
  void event(int slot) {
    if (hasJustAcquired(slot)) {
      int last = acquired[slot];
      acquired[slot] = NO_LOCK;
      unseen(Op.SYNC_READ, slot, last - 1);
    }
  }

  /** Unrecorded code runs, or has acquired a lock, as a record says. */
  void begin(LogCursor at) {
    if (at.aspect() == Aspects.UNSEEN) {
      begin(at.slot());
    } else {
      int lock = ids.locks.of(LockBook.key(at), at.operand());
      begin(at.slot(), lock, false);
      begin(at.slot(), lock, true);
    }
  }

  /** Unrecorded code runs under all locks of the thread. */
  void begin(int slot) {
    LongArrayList locks = heldBy(slot);
    for (int i = 0; i < locks.size(); i++) {
      begin(slot, locks, i);
    }
  }

  /** Unrecorded code has acquired the lock. */
  void begin(int slot, int lock, boolean shared) {
    LongArrayList locks = heldBy(slot);
    int at = find(locks, lock, shared);
    if (at != NONE) {
      begin(slot, locks, at);
    }
  }

  private void begin(int slot, LongArrayList locks, int at) {
    long hold = locks.getLong(at);
    if ((hold & UNSEEN) == 0) {
      locks.set(at, hold | UNSEEN);
      receive(slot, (int) (hold >>> LOCK_SHIFT));
    }
  }

  private void receive(int slot, int lock) {
    event(slot);
    if (!covers(lock)) { // held since before the recording
      unseen(Op.SYNC_READ, slot, lock);
      return;
    }
    BitSet senders = sent.get(lock);
    if (senders != null) {
      senders.stream().forEach(sender -> seen(Op.RECEIVE, slot, lock, sender));
      // Later sections read what this one writes. In read mode it writes nothing.
      if (find(heldBy(slot), lock, true) == NONE) {
        sent.remove(lock);
      }
    }
  }

  /** A thread is about to release a lock. */
  void end(int slot, int lock, boolean shared) {
    boolean isEmpty = hasJustAcquired(slot) && acquired[slot] == lock + 1;
    if (isEmpty) {
      acquired[slot] = NO_LOCK;
    }
    LongArrayList locks = heldBy(slot);
    int at = find(locks, lock, shared);
    boolean isUnseen = at != NONE && (locks.removeLong(at) & UNSEEN) != 0;
    if (isUnseen && !shared) {
      unseen(Op.SYNC_WRITE, slot, lock);
    } else if (!shared && !isEmpty && covers(lock)) {
      sent.computeIfAbsent(lock, none -> new BitSet()).set(slot);
      seen(Op.SEND, slot, lock, slot);
    }
  }

  /** Forgets a lock, which no thread acquires any more. */
  void forget(int lock) {
    sent.remove(lock);
  }

  private LongArrayList heldBy(int slot) {
    while (held.size() <= slot) {
      held.add(new LongArrayList());
    }
    return held.get(slot);
  }

  private static long hold(int lock, boolean shared) {
    return (long) lock << LOCK_SHIFT | (shared ? SHARED : 0);
  }

  private static int find(LongArrayList locks, int lock, boolean shared) {
    long wanted = hold(lock, shared);
    for (int i = locks.size() - 1; i >= 0; i--) {
      if ((locks.getLong(i) & ~UNSEEN) == wanted) {
        return i;
      }
    }
    return NONE;
  }

  private boolean covers(int lock) {
    return known.mayHaveUnseenCode(ids.locks.first(lock), ids.locks.second(lock));
  }

  private void unseen(Op op, int slot, int lock) {
    out.emit(op, slot, ids.syncs.of(key(lock, Aspects.UNSEEN), lock), Layout.NONE);
  }

  private void seen(Op op, int slot, int lock, int sender) {
    long channel = (long) lock << Integer.SIZE | sender;
    out.emit(op, slot, ids.channels.of(key(lock, Aspects.SEEN), channel), Layout.NONE);
  }

  private long key(int lock, int aspect) {
    return LockBook.key(LockBook.object(ids.locks.first(lock)), aspect);
  }
}
