package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.EraserPartner;
import io.racedet.engine.history.EraserRows;
import io.racedet.engine.history.HeldLocksets;
import io.racedet.engine.history.Locksets;
import io.racedet.engine.history.VariableWords;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;

/**
 * Detects variables that no single lock protects at all accesses; one report for each variable. Not
 * thread-safe.
 */
final class Eraser implements Engine {
  /* The lockset of x is the intersection of what its accesses held. The definition in [2] adds a
   * dummy lock for each thread and one for threads that only read, so that x is in violation iff
   * its lockset is empty, two threads have accessed it, and one access is a write. Each of the
   * three conditions stays true once it is, so the access that makes the last of them true is
   * reported, and x is not tracked any further.
   *
   * A race names the last conflicting access before. Whichever thread makes the second access, that
   * one is among the two newest writes by different threads or the two newest such reads. The
   * newest of each kind is in the state, the other in a row once there are two threads.
   *
   * Deviations: no state machine of initialisation and sharing as in [1], which depends on the
   * order of accesses and misses violations; a lock held in read mode protects reads; atomic
   * accesses hold a common lock of their own and are kept by thread.
   *
   * [1] Savage, Burrows, Nelson, Sobalvarro, Anderson. Eraser: a dynamic data race detector for
   *     multithreaded programs. TOCS 15(4), 1997.
   * [2] Kini, Mathur, Viswanathan. Data race detection on compressed traces. FSE 2018, section 2. */
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "eraser",
          "lockset discipline",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.VARIABLES,
          "O(n), O(T) for sync operations, O(L) for a new lockset of L locks",
          "O(variables + locksets + T (T + locks))",
          "Savage et al.: Eraser, TOCS 1997, as defined by Kini et al., FSE 2018");

  private static final int WORDS = 5;
  private static final int STATE = 0; // | who:32 | lockset:32 |, 0 before the first access
  private static final int R_TIME = 1; // followed by the detail word
  private static final int W_TIME = 3;

  // Who: 1 + the only thread so far, or ~ the row of several threads.
  private static final int WHO_SHIFT = Integer.SIZE;
  private static final long VIOLATED = Long.MIN_VALUE;

  private final RaceSink races;
  private final HappensBefore hb = new HappensBefore();
  private final Locksets locksets = new Locksets();
  private final HeldLocksets held;
  private final VariableWords variables = new VariableWords(WORDS);
  private final EraserRows rows = new EraserRows();
  private final AtomicAccesses atomics = new AtomicAccesses();

  Eraser(EngineSetup setup) {
    races = setup.races();
    held = new HeldLocksets(setup.contexts(), locksets);
  }

  @Override
  public void consume(EventBlock block) {
    variables.touch(block);
    held.learn();
    events(block);
  }

  private void events(EventBlock block) {
    long[] words = block.words();
    int size = block.size();
    int i = 0;
    while (i < size) {
      if (EventBlock.isAccess(words[i])) {
        i = accesses(block, i);
      } else {
        long word = words[i];
        int thread = EventBlock.thread(word);
        hb.order(EventBlock.op(word), thread, EventBlock.operand(word), block.indices()[i++]);
      }
    }
  }

  /**
   * Processes the accesses up to the next other event, and returns its position in the block. A
   * separate method, too long to be inlined, because it is compiled earlier than the whole loop
   * would be.
   */
  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    int i = from;
    for (int size = block.size(); i < size && EventBlock.isAccess(words[i]); i++) {
      long word = words[i];
      long epoch = Epoch.of(EventBlock.thread(word), indices[i]);
      long detail = AccessContext.of(contexts[i], locations[i]);
      if (!EventBlock.isPlain(word)) {
        atomic(word, epoch, AccessContext.atomic(detail));
        continue;
      }
      int base = variables.base(EventBlock.operand(word));
      long[] s = variables.words();
      boolean write = EventBlock.isWrite(word);
      int thread = EventBlock.thread(word);
      int now = held.learnt(write, contexts[i]);
      int lockset = (int) s[base]; // no branches where they would be unpredictable
      int who = who(s[base]);
      boolean alone = who == thread + 1 & (lockset == now | lockset == Locksets.EMPTY);
      boolean guarded = who < 0 & lockset == now & now != Locksets.EMPTY;
      if (!(alone | guarded) && !update(word, base, now, epoch, detail)) {
        continue;
      }
      int at = newest(base, write);
      long last = s[at];
      if (s[base] < 0 & Epoch.thread(last) != thread) { // 0 replaces 0 where there was no access
        rows.put(~who(s[base]), write, last, s[at + 1]);
      }
      s[at] = epoch;
      s[at + 1] = detail;
    }
    return i;
  }

  /**
   * Updates the lockset and the threads by an access; false if the variable is not tracked any
   * further.
   */
  private boolean update(long word, int base, int now, long epoch, long detail) {
    long[] s = variables.words();
    long state = s[base];
    if (state == VIOLATED) {
      return false;
    }
    int lockset = locksets.meet((int) state, now);
    int who = who(state);
    int thread = EventBlock.thread(word);
    if (who != thread + 1 && (who >= 0 || lockset == Locksets.EMPTY)) {
      if (violates(word, base, lockset)) {
        report(word, base, epoch, detail);
        return false;
      }
      who = whoWith(who, thread);
    }
    s[base] = state(who, lockset);
    return true;
  }

  /** Where the newest write, or read, is; computed, since a branch would be unpredictable. */
  private static int newest(int base, boolean write) {
    return base + R_TIME + (write ? 1 : 0) * (W_TIME - R_TIME);
  }

  private static long state(int who, int lockset) {
    return (long) who << WHO_SHIFT | lockset;
  }

  private static int who(long state) {
    return (int) (state >>> WHO_SHIFT);
  }

  private void atomic(long word, long epoch, long detail) {
    int variable = EventBlock.operand(word);
    int thread = EventBlock.thread(word);
    int now = held.at(EventBlock.op(word), AccessContext.context(detail));
    if (!update(word, variables.base(variable), now, epoch, detail)) {
      return;
    }
    atomics.put(variable, isWrite(word), thread, epoch, detail);
  }

  private static boolean isWrite(long word) {
    return EventBlock.isWrite(word) || EventBlock.op(word) == Op.ATOMIC_WRITE;
  }

  /** Whether an access completes a violation; it is not by the only thread so far. */
  private boolean violates(long word, int base, int lockset) {
    long[] s = variables.words();
    return lockset == Locksets.EMPTY
        && s[base] != 0
        && (s[base + W_TIME] != 0
            || isWrite(word)
            || atomics.row(EventBlock.operand(word), true).length > 0);
  }

  private int whoWith(int who, int thread) {
    if (who == 0) {
      return thread + 1;
    }
    return who > 0 ? ~rows.acquire() : who;
  }

  /** Reports the access that completes the violation, and drops the history of the variable. */
  private void report(long word, int base, long epoch, long detail) {
    int variable = EventBlock.operand(word);
    int thread = EventBlock.thread(word);
    boolean write = isWrite(word);
    EraserPartner partner = new EraserPartner(thread);
    offerNewest(variable, base, partner, true, detail);
    if (write) {
      offerNewest(variable, base, partner, false, detail);
    }
    RaceKind kind =
        write
            ? partner.isWrite() ? RaceKind.WRITE_WRITE : RaceKind.READ_WRITE
            : RaceKind.WRITE_READ;
    long first = partner.epoch();
    boolean ordered = first == 0 || hb.isBefore(Epoch.thread(first), Epoch.index(first), thread);
    races.race(
        variable, kind, ordered, Epoch.index(first), partner.detail(), Epoch.index(epoch), detail);
    forget(variable, base);
  }

  /** Offers the newest writes, or reads, that can conflict with the access. */
  private void offerNewest(
      int variable, int base, EraserPartner partner, boolean write, long detail) {
    long[] s = variables.words();
    int at = newest(base, write);
    partner.offer(s[at], s[at + 1], write);
    int who = (int) (s[base] >>> WHO_SHIFT);
    if (who < 0) {
      partner.offer(rows.epoch(~who, write), rows.detail(~who, write), write);
    }
    if (!AccessContext.isAtomic(detail)) {
      long[] row = atomics.row(variable, write);
      for (int i = 0; i < row.length; i += 2) {
        partner.offer(row[i], row[i + 1], write);
      }
    }
  }

  /** How many rows there are beside the newest accesses to each variable. */
  int rows() {
    return rows.inUse() + atomics.rows();
  }

  private void forget(int variable, int base) {
    long[] s = variables.words();
    int who = (int) (s[base] >>> WHO_SHIFT);
    if (who < 0) {
      rows.release(~who);
    }
    atomics.clear(variable);
    s[base] = VIOLATED;
  }
}
