package io.racedet.engine.catalogue;

import io.racedet.clock.WakeCauses;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.goldilocks.GoldilocksSet;
import io.racedet.engine.history.EngineWithHappensBefore;
import io.racedet.engine.history.Epoch;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Goldilocks as defined: every sync event updates the lockset of every access that can still race.
 * For tests and small traces. Not thread-safe.
 */
final class GoldilocksEager implements Engine {
  /* The last write to a variable has a lockset, and so has the last read of each thread since that
   * write. An access races with an earlier one whose lockset does not contain its thread.
   *
   * Deviations: reads and writes are separate as in [2]; a lock is two elements, for the releases
   * of its two modes; a notify is an element of its own, for the wakes that it causes. Atomic
   * accesses race with plain ones only, so they replace none of them and are kept by thread, until
   * a plain write.
   *
   * [1] Elmas, Qadeer, Tasiran. Goldilocks: efficiently computing the happens-before relation using
   *     locksets. MSR-TR-2006-163, figure 1.
   * [2] Kini, Mathur, Viswanathan. Data race detection on compressed traces. FSE 2018, section 2. */
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "goldilocks-eager",
          "happens-before",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.FIRST_RACE_OF_VARIABLE,
          "O(n T V)",
          "O(T V (T + L)) for V variables and L locks",
          "Elmas, Qadeer, Tasiran: Goldilocks, MSR-TR-2006-163, figure 1");

  private record Access(long epoch, long detail, GoldilocksSet lockset) {}

  /** The last accesses of one kind, by thread. */
  private static final class Accesses {
    private final Map<Integer, Access> byThread = new LinkedHashMap<>();

    void put(int thread, long epoch, long detail) {
      GoldilocksSet lockset = new GoldilocksSet();
      lockset.start(thread);
      byThread.put(thread, new Access(epoch, detail, lockset));
    }

    Collection<Access> all() {
      return byThread.values();
    }

    void clear() {
      byThread.clear();
    }
  }

  /** What is known of a variable since its last plain write. */
  private static final class Variable {
    final Accesses write = new Accesses();
    final Accesses reads = new Accesses();
    final Accesses atomicWrites = new Accesses();
    final Accesses atomicReads = new Accesses();

    void update(Op op, int thread, int operand, long notify) {
      update(write, op, thread, operand, notify);
      update(reads, op, thread, operand, notify);
      update(atomicWrites, op, thread, operand, notify);
      update(atomicReads, op, thread, operand, notify);
    }

    private static void update(Accesses accesses, Op op, int thread, int operand, long notify) {
      for (Access access : accesses.all()) {
        access.lockset().apply(op, thread, operand, notify);
      }
    }

    void clear() {
      write.clear();
      reads.clear();
      atomicWrites.clear();
      atomicReads.clear();
    }
  }

  private final RaceSink races;
  private final WakeCauses<Long> wakes = new WakeCauses<>(); // by the indices of notifies
  private final Map<Integer, Variable> variables = new LinkedHashMap<>();

  /** Creates the engine, which reports the edges of happens-before if edges are needed. */
  static Engine create(EngineSetup setup) {
    return EngineWithHappensBefore.byHappensBefore(new GoldilocksEager(setup), setup);
  }

  GoldilocksEager(EngineSetup setup) {
    races = setup.races();
  }

  @Override
  public void consume(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      long word = block.words()[i];
      Op op = EventBlock.op(word);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      long index = block.indices()[i];
      if (EventBlock.isAccess(word)) {
        long detail = AccessContext.of(block.contexts()[i], block.locations()[i]);
        access(op, operand, thread, Epoch.of(thread, index), detail);
      } else {
        long notify = notify(op, thread, operand, index);
        for (Variable variable : variables.values()) {
          variable.update(op, thread, operand, notify);
        }
      }
    }
  }

  /**
   * Tracks waits; returns the index of the notify that an event is or was caused by, 0 for none.
   */
  private long notify(Op op, int thread, int operand, long index) {
    switch (op) {
      case ACQUIRE -> wakes.acquire(thread, operand, index);
      case RELEASE -> wakes.release(thread, operand, index);
      case NOTIFY -> {
        wakes.signal(operand, index, index);
        return index;
      }
      case WAKE -> {
        Long cause = wakes.cause(thread, operand);
        return cause == null ? 0 : cause;
      }
      default -> {
        /* Not part of a wait. */
      }
    }
    return 0;
  }

  private void access(Op op, int variable, int thread, long epoch, long plainDetail) {
    Variable x = variables.computeIfAbsent(variable, unseen -> new Variable());
    boolean write = op == Op.WRITE || op == Op.ATOMIC_WRITE;
    boolean atomic = op == Op.ATOMIC_READ || op == Op.ATOMIC_WRITE;
    long detail = atomic ? AccessContext.atomic(plainDetail) : plainDetail;
    RaceKind afterWrite = write ? RaceKind.WRITE_WRITE : RaceKind.WRITE_READ;
    check(variable, afterWrite, x.write, thread, epoch, detail);
    if (write) {
      check(variable, RaceKind.READ_WRITE, x.reads, thread, epoch, detail);
    }
    if (!atomic) {
      check(variable, afterWrite, x.atomicWrites, thread, epoch, detail);
      if (write) {
        check(variable, RaceKind.READ_WRITE, x.atomicReads, thread, epoch, detail);
        x.clear();
      }
    }
    Accesses plain = write ? x.write : x.reads;
    Accesses kind = write ? x.atomicWrites : x.atomicReads;
    (atomic ? kind : plain).put(thread, epoch, detail);
  }

  private void check(
      int variable, RaceKind kind, Accesses earlier, int thread, long epoch, long detail) {
    for (Access first : earlier.all()) {
      if (!first.lockset().hasThread(thread)) {
        long index = Epoch.index(epoch);
        races.race(
            variable, kind, false, Epoch.index(first.epoch()), first.detail(), index, detail);
      }
    }
  }
}
