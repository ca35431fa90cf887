package io.racedet.junit.record.merge;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

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
 * of a lock anyway. A section in read mode sends and writes nothing.
 */
final class UnseenCode {
  private static final int LOCK_SHIFT = 2;
  private static final long SHARED = 1;
  private static final long UNSEEN = 2;
  private static final int NONE = -1;

  /** By thread, the locks that it holds, outermost first: | lock:30 | unseen | shared |. */
  private final List<LongArrayList> held = new ArrayList<>();

  /** By lock, the threads that have sent and from which no section has received. */
  private final Int2ObjectOpenHashMap<BitSet> sent = new Int2ObjectOpenHashMap<>();

  private LongArrayList heldBy(int slot) {
    while (held.size() <= slot) {
      held.add(new LongArrayList());
    }
    return held.get(slot);
  }

  /** Called when a thread acquires a lock that it did not hold in this mode. */
  void acquired(int slot, int lock, boolean shared) {
    heldBy(slot).add((long) lock << LOCK_SHIFT | (shared ? SHARED : 0));
  }

  /**
   * Called when unrecorded code runs.
   *
   * @param reads receives each lock of which that receives what other sections have sent
   */
  void begins(int slot, IntConsumer reads) {
    LongArrayList locks = heldBy(slot);
    for (int i = 0; i < locks.size(); i++) {
      long lock = locks.getLong(i);
      if ((lock & UNSEEN) == 0) {
        locks.set(i, lock | UNSEEN);
        reads.accept((int) (lock >>> LOCK_SHIFT));
      }
    }
  }

  /** As {@link #begins}, for a lock that such code has acquired; true if it receives. */
  boolean beginsUnder(int slot, int lock, boolean shared) {
    int at = find(slot, lock, shared);
    if (at == NONE || (heldBy(slot).getLong(at) & UNSEEN) != 0) {
      return false;
    }
    heldBy(slot).set(at, heldBy(slot).getLong(at) | UNSEEN);
    return true;
  }

  /**
   * Called when a thread releases a lock; returns true if the section has had unrecorded code, and
   * first writes the variable.
   */
  boolean released(int slot, int lock, boolean shared) {
    int at = find(slot, lock, shared);
    return at != NONE && (heldBy(slot).removeLong(at) & UNSEEN) != 0 && !shared;
  }

  /** Called when a section without unrecorded code sends. */
  void sends(int slot, int lock) {
    sent.computeIfAbsent(lock, none -> new BitSet()).set(slot);
  }

  /**
   * Called when a section with unrecorded code receives.
   *
   * @param channels receives the threads from whose channels it does
   */
  void receives(int slot, int lock, IntConsumer channels) {
    BitSet senders = sent.get(lock);
    if (senders != null) {
      senders.stream().forEach(channels);
      // Later sections read what this one writes. In read mode it writes nothing.
      if (find(slot, lock, true) == NONE) {
        sent.remove(lock);
      }
    }
  }

  /** Forgets a lock, which no thread acquires any more. */
  void forget(int lock) {
    sent.remove(lock);
  }

  private int find(int slot, int lock, boolean shared) {
    LongArrayList locks = heldBy(slot);
    long wanted = (long) lock << LOCK_SHIFT | (shared ? SHARED : 0);
    for (int i = locks.size() - 1; i >= 0; i--) {
      if ((locks.getLong(i) & ~UNSEEN) == wanted) {
        return i;
      }
    }
    return NONE;
  }
}
