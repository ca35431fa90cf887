package io.racedet.engine.history;

import io.racedet.clock.Clock;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.AccessOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceSink;
import java.util.BitSet;

/**
 * Reports each access that an order leaves unordered with earlier conflicting ones, paired with the
 * last of them of each thread. Not thread-safe.
 */
public final class LastAccessDetector implements Engine {
  /* The last read and the last write by each thread, as in [1]. Where the order does not include
   * locks and common locks protect instead, the last of each thread and lockset, since the last one
   * may be protected while an earlier one is not.
   *
   * W_x and R_x are the last write and the last read of x; the last accesses by other threads are
   * in rows, to which W_x and R_x move when those of another thread replace them. As in FastTrack a
   * row usually need not be searched: W_x is marked if an earlier access is not known to be ordered
   * before it, or an atomic one came after it; R_x is marked if a plain read since W_x is not known
   * to be ordered before it. So an access ordered after an unmarked W_x, and a write also after an
   * unmarked R_x, is ordered after all. An entry of a row that is older than another access by the
   * same thread with the same locks is harmless, since the newer one races wherever it does.
   *
   * A read joins the clock of its last write after it is checked [2], so the edge between the two
   * does not hide a race between them. The clock is referred to, not copied, and joined only if the
   * reader does not know the write.
   *
   * [1] Pozniansky, Schuster. MultiRace: efficient on-the-fly data race detection in multithreaded
   *     C++ programs. Concurrency and Computation 19(3), 2007 (the protocol called Djit+).
   * [2] Mathur, Kini, Viswanathan. What happens-after the first race? OOPSLA 2018.
   * [3] Serebryany, Iskhodzhanov. ThreadSanitizer: data race detection in practice. WBIA 2009 (the
   *     hybrid state machine). */
  private static final int WORDS = 4;
  private static final int W = 0; // an epoch, with a mark in its sign
  private static final int R = 2;
  private static final int DETAIL = 1; // after the epoch
  private static final long MARK = Long.MIN_VALUE;
  private static final int NONE = -1;

  private final AccessOrder order;
  private final LastWrites lastWrites; // null unless reads are ordered after them
  private final ProtectingLocks locks; // null where the order includes locks
  private final Partners partners;
  private final VariableWords variables = new VariableWords(WORDS);
  private final AccessRows rows;
  private final AccessRows atomics;
  private Clock clock; // of the current thread

  private LastAccessDetector(
      AccessOrder order, boolean readsFrom, ProtectingLocks locks, RaceSink races) {
    this.order = order;
    this.locks = locks;
    lastWrites = readsFrom ? new LastWrites() : null;
    partners = new Partners(order, races);
    rows = new AccessRows(locks != null);
    atomics = new AccessRows(locks != null);
  }

  /** Creates an engine that reports what an order leaves unordered. */
  public static Engine ordered(AccessOrder order, EngineSetup setup) {
    return new LastAccessDetector(order, false, null, setup.races());
  }

  /**
   * Creates an engine that reports what an order leaves unordered, with each read ordered after the
   * write that it saw.
   */
  public static Engine orderedWithReads(AccessOrder order, EngineSetup setup) {
    return new LastAccessDetector(order, true, null, setup.races());
  }

  /**
   * Creates an engine that reports what an order leaves unordered and no common lock protects.
   *
   * @param order an order that does not include locks
   */
  public static Engine disjoint(AccessOrder order, EngineSetup setup) {
    return new LastAccessDetector(
        order, false, new ProtectingLocks(setup.contexts()), setup.races());
  }

  /**
   * Creates an engine that reports what an order leaves unordered and no common lock protects, with
   * each read ordered after the write that it saw.
   *
   * @param order an order that does not include locks
   */
  public static Engine disjointWithReads(AccessOrder order, EngineSetup setup) {
    return new LastAccessDetector(
        order, true, new ProtectingLocks(setup.contexts()), setup.races());
  }

  @Override
  public boolean forgets() {
    return order.forgets() && locks == null;
  }

  @Override
  public void forget(Operand space, int id) {
    if (space != Operand.VARIABLE) {
      order.forget(space, id);
      return;
    }
    variables.release(id);
    rows.forget(id);
    atomics.forget(id);
    if (lastWrites != null) {
      lastWrites.forget(id);
    }
  }

  @Override
  public void markContexts(BitSet live) {
    long[] s = variables.words();
    for (int at = 0; at < s.length; at += R) { // each epoch that is not 0 has a detail word
      if (s[at] != 0) {
        live.set(AccessContext.context(s[at + DETAIL]));
      }
    }
    rows.markContexts(live);
    atomics.markContexts(live);
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    int size = block.size();
    variables.touch(block);
    int i = 0;
    while (i < size) {
      if (EventBlock.isAccess(words[i])) {
        i = accesses(block, i);
      } else {
        long word = words[i];
        int thread = EventBlock.thread(word);
        order.order(EventBlock.op(word), thread, EventBlock.operand(word), block.indices()[i++]);
      }
    }
  }

  /** Processes the accesses up to the next other event, and returns its position in the block. */
  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    int current = NONE; // the thread of the clock
    boolean isMoved = false; // by accesses
    int i = from;
    for (int size = block.size(); i < size && EventBlock.isAccess(words[i]); i++) {
      long word = words[i];
      int thread = EventBlock.thread(word);
      long epoch = Epoch.of(thread, indices[i]);
      if (thread != current) {
        current = thread;
        isMoved = order.isMovedByAccesses(thread);
        takeClock(epoch);
      }
      int variable = EventBlock.operand(word);
      long detail = AccessContext.of(contexts[i], locations[i]);
      if (isMoved && order.access(EventBlock.isAnyWrite(word), thread, variable, indices[i])) {
        takeClock(epoch);
      }
      if (!EventBlock.isPlain(word)) {
        atomic(EventBlock.op(word), variable, epoch, AccessContext.atomic(detail));
      } else if (locks == null) {
        access(EventBlock.isWrite(word), variable, epoch, detail);
      } else if (EventBlock.isWrite(word)) {
        write(variable, epoch, detail);
      } else {
        read(variable, epoch, detail);
      }
    }
    return i;
  }

  private void takeClock(long epoch) {
    int thread = Epoch.thread(epoch);
    clock = lastWrites == null ? order.clock(thread) : order.snapshot(thread, Epoch.index(epoch));
  }

  /* The case that all accesses since W_x are by this thread, without a branch on what is
   * unpredictable: whether the access is a read or a write. All others take the slow path. */
  private void access(boolean isWrite, int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    long write = s[base + W];
    long read = s[base + R];
    // A marked epoch has no thread.
    boolean mine =
        (Epoch.thread(write) == thread | write == 0) & (Epoch.thread(read) == thread | read == 0);
    if (!mine) {
      if (isWrite) {
        write(variable, epoch, detail);
      } else {
        read(variable, epoch, detail);
      }
      return;
    }
    if (lastWrites != null && isWrite) {
      lastWrites.write(variable, clock);
    }
    int ifWrite = isWrite ? 1 : 0;
    s[base + R] = epoch & ifWrite - 1L; // 0 after a write
    int at = base + R + (W - R) * ifWrite;
    s[at] = epoch;
    s[at + DETAIL] = detail;
  }

  private void read(int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    boolean afterWrites = isAfterAll(s[base + W], thread);
    boolean afterReads = isAfterAll(s[base + R], thread);
    if (locks != null) {
      int lockset = locks.plainLockset(false, AccessContext.context(detail));
      if (!afterWrites && !isProtected(variable, lockset, thread)) {
        check(variable, false, epoch, detail);
      }
      locks.note(variable, lockset, afterWrites & afterReads, epoch);
    } else if (!afterWrites) {
      check(variable, false, epoch, detail);
    }
    if (!afterWrites && lastWrites != null) {
      readFrom(variable, s[base + W], epoch);
    }
    int key = rows.key(epoch, detail);
    spill(variable, false, s[base + R], s[base + R + DETAIL], key);
    s[base + R] = afterReads ? epoch : epoch | MARK;
    s[base + R + DETAIL] = detail;
  }

  private void write(int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    boolean afterAll = isAfterAll(s[base + W], thread) & isAfterAll(s[base + R], thread);
    if (locks != null) {
      int lockset = locks.plainLockset(true, AccessContext.context(detail));
      if (!afterAll && !isProtected(variable, lockset, thread)) {
        afterAll = check(variable, true, epoch, detail);
      }
      locks.note(variable, lockset, afterAll, epoch);
    } else if (!afterAll) {
      afterAll = check(variable, true, epoch, detail);
    }
    if (lastWrites != null) {
      lastWrites.write(variable, clock);
    }
    int key = rows.key(epoch, detail);
    spill(variable, true, s[base + W], s[base + W + DETAIL], key);
    spill(variable, false, s[base + R], s[base + R + DETAIL], key);
    s[base + W] = afterAll ? epoch : epoch | MARK;
    s[base + W + DETAIL] = detail;
    s[base + R] = 0;
  }

  private void atomic(Op op, int variable, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    boolean isWrite = op == Op.ATOMIC_WRITE;
    if (locks != null) {
      int lockset = locks.lockset(op, AccessContext.context(detail));
      if (!isProtected(variable, lockset, thread)) {
        check(variable, isWrite, epoch, detail);
      }
      locks.note(variable, lockset, false, epoch);
    } else {
      check(variable, isWrite, epoch, detail);
    }
    if (lastWrites != null && isWrite) {
      lastWrites.atomicWrite(variable, epoch, clock);
    } else if (lastWrites != null) {
      readFrom(variable, s[base + W], epoch);
    }
    atomics.put(variable, isWrite, atomics.key(epoch, detail), epoch, detail);
    s[base + W] |= MARK;
  }

  /**
   * Whether a last access is not marked and ordered before a thread's present, or there is none.
   */
  private boolean isAfterAll(long last, int thread) {
    return last >= 0 & !isUnordered(last, thread);
  }

  /**
   * Whether an access is unordered with the thread's present; false for no access, which has time
   * 0.
   */
  private boolean isUnordered(long earlier, int thread) {
    int other = Epoch.thread(earlier) & EventBlock.MAX_THREAD;
    return other != thread & clock.known(other) < Epoch.index(earlier);
  }

  /** Whether a lock protects from all accesses to a variable that are not ordered anyway. */
  private boolean isProtected(int variable, int lockset, int thread) {
    return locks.isCommon(variable, lockset) && !isUnordered(locks.since(variable), thread);
  }

  /**
   * Checks an access against every conflicting one.
   *
   * @return whether all of them are ordered before it, protected or not
   */
  private boolean check(int variable, boolean isWrite, long epoch, long detail) {
    int base = variables.base(variable);
    long[] s = variables.words();
    boolean afterAll = check(true, s[base + W] & ~MARK, s[base + W + DETAIL], epoch, detail);
    if (isWrite) {
      afterAll &= check(false, s[base + R] & ~MARK, s[base + R + DETAIL], epoch, detail);
    }
    afterAll &= check(rows, variable, isWrite, epoch, detail);
    if (!AccessContext.isAtomic(detail)) {
      afterAll &= check(atomics, variable, isWrite, epoch, detail);
    }
    if (!afterAll) {
      partners.report(variable, isWrite, epoch, detail);
    }
    return afterAll;
  }

  private boolean check(AccessRows in, int variable, boolean isWrite, long epoch, long detail) {
    long[] words = in.words();
    boolean afterAll = true;
    for (int at = in.begin(variable), end = in.end(variable); at < end; at += AccessRows.ENTRY) {
      boolean byWrite = AccessRows.isWrite(words[at]);
      if (isWrite | byWrite) {
        afterAll &= check(byWrite, AccessRows.epoch(words[at]), words[at + 1], epoch, detail);
      }
    }
    return afterAll;
  }

  private boolean check(boolean isWrite, long other, long otherDetail, long epoch, long detail) {
    if (!isUnordered(other, Epoch.thread(epoch))) {
      return true;
    }
    if (locks == null
        || !locks.protect(AccessContext.context(otherDetail), AccessContext.context(detail))) {
      partners.add(isWrite, other, otherDetail);
    }
    return false;
  }

  /** Joins the clock of the last write. */
  private void readFrom(int variable, long plainWrite, long epoch) {
    int thread = Epoch.thread(epoch);
    long last = lastWrites.last(variable, plainWrite & ~MARK);
    if (isUnordered(last, thread)) {
      order.readFrom(thread, Epoch.thread(last), Epoch.index(last), lastWrites.clock(variable));
      takeClock(epoch);
    }
  }

  /** Moves a last access to its row, unless the current access can replace it. */
  private void spill(int variable, boolean isWrite, long last, long lastDetail, int key) {
    long epoch = last & ~MARK;
    if (epoch != 0) {
      int lastKey = rows.key(epoch, lastDetail);
      if (lastKey != key && (locks == null || !locks.holdsNoMore(key, lastKey))) {
        rows.put(variable, isWrite, lastKey, epoch, lastDetail);
      }
    }
  }
}
