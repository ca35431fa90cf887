package io.racedet.engine;

import io.racedet.clock.Clock;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RaceKind;
import io.racedet.race.RacePlace;

/** Reports successive conflicting accesses that causally-precedes leaves unordered, online. */
final class Cp implements Engine {
  /* TODO */
  static final EngineProperties CP =
      new EngineProperties(
          "cp",
          "causally-precedes",
          1,
          EngineProperties.Soundness.FIRST_RACE,
          EngineProperties.Exactness.SUCCESSIVE_PAIRS,
          "O(n (T + Q)) with Q undecided critical sections",
          "O(T (variables + sections that live accesses tell apart) + lock-variable pairs)",
          "Roemer, Genc, Bond: Raptor, Practical Online CP, 2019");

  private static final int WORDS = 4;
  private static final int W = 0;
  private static final int R = 2; // an epoch, or ~row if several threads have read
  private static final int PLACE = 1; // behind the epoch
  private static final int NONE = -1;

  private final HappensBefore observed;
  private final CpReports reports;
  private final CpOrder order;
  private final VariableWords variables = new VariableWords(WORDS);
  private final AccessTable reads = new AccessTable();
  private final AtomicAccesses atomics = new AtomicAccesses();
  private Clock clock; // of the thread at hand

  Cp(EngineSetup setup) {
    this(setup, new HappensBefore());
  }

  /**
   * Starts a trace.
   *
   * @param setup what the engine is made with
   * @param observed tells the grades; moved by {@link #consume} only
   */
  Cp(EngineSetup setup, HappensBefore observed) {
    this.observed = observed;
    reports = new CpReports(setup.races());
    order = new CpOrder(setup, reports);
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
        Op op = EventBlock.op(word);
        int thread = EventBlock.thread(word);
        observed.order(op, thread, EventBlock.operand(word), block.indices()[i]);
        order(op, thread, EventBlock.operand(word), block.indices()[i++]);
      }
    }
  }

  @Override
  public void finish() {
    order.finish();
    report();
  }

  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    int current = NONE;
    int i = from;
    for (int size = block.size(); i < size && EventBlock.isAccess(words[i]); i++) {
      long word = words[i];
      int thread = EventBlock.thread(word);
      if (thread != current) {
        current = thread;
        clock = order.clock(thread);
      }
      long epoch = Epoch.of(thread, indices[i]);
      long place = RacePlace.of(contexts[i], locations[i]);
      access(EventBlock.op(word), EventBlock.operand(word), epoch, place);
    }
    return i;
  }

  /** Takes any event but an access. */
  void order(Op op, int thread, int operand, long time) {
    order.order(op, thread, operand, time);
    report();
  }

  /** Takes an access of the thread whose clock is at hand. */
  private void access(Op op, int variable, long epoch, long place) {
    boolean isWrite = op == Op.WRITE || op == Op.ATOMIC_WRITE;
    order.access(Epoch.thread(epoch), variable, isWrite);
    switch (op) {
      case READ -> read(variable, epoch, place);
      case WRITE -> write(variable, epoch, place);
      case ATOMIC_READ -> atomicRead(variable, epoch, RacePlace.atomic(place));
      default -> atomicWrite(variable, epoch, RacePlace.atomic(place));
    }
    report();
  }

  private void report() {
    if (!reports.isEmpty()) {
      reports.flush();
    }
  }

  /** Takes an access when it is not known whose the last one was. */
  void accessOf(Op op, int variable, long epoch, long place) {
    clock = order.clock(Epoch.thread(epoch));
    access(op, variable, epoch, place);
  }

  private void read(int variable, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    long last = s[base + R];
    long mine =
        last < 0 ? reads.epoch((int) ~last, thread) : Epoch.thread(last) == thread ? last : 0;
    if (mine == 0) {
      check(variable, RaceKind.WRITE_READ, s[base + W], s[base + W + PLACE], epoch, place);
    }
    if (atomics.areUsed()) {
      check(variable, RaceKind.WRITE_READ, atomics.writes(variable), mine, epoch, place);
    }
    if (last < 0) {
      reads.put((int) ~last, thread, epoch, place);
    } else if (last != 0 && mine == 0) {
      int row = reads.acquire();
      reads.put(row, Epoch.thread(last), last, s[base + R + PLACE]);
      reads.put(row, thread, epoch, place);
      s[base + R] = ~(long) row;
    } else {
      s[base + R] = epoch;
      s[base + R + PLACE] = place;
    }
  }

  private void write(int variable, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    check(variable, RaceKind.WRITE_WRITE, s[base + W], s[base + W + PLACE], epoch, place);
    checkReads(variable, 0, epoch, place);
    if (atomics.areUsed()) {
      check(variable, RaceKind.WRITE_WRITE, atomics.writes(variable), 0, epoch, place);
      check(variable, RaceKind.READ_WRITE, atomics.reads(variable), 0, epoch, place);
      atomics.clear(variable);
    }
    if (s[base + R] < 0) {
      reads.release((int) ~s[base + R]);
    }
    s[base + R] = 0;
    s[base + W] = epoch;
    s[base + W + PLACE] = place;
  }

  private void atomicRead(int variable, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    if (atomics.read(variable, thread) == 0) {
      check(variable, RaceKind.WRITE_READ, s[base + W], s[base + W + PLACE], epoch, place);
    }
    atomics.read(variable, thread, epoch, place);
  }

  private void atomicWrite(int variable, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    int thread = Epoch.thread(epoch);
    long mine = atomics.write(variable, thread);
    if (mine == 0) {
      check(variable, RaceKind.WRITE_WRITE, s[base + W], s[base + W + PLACE], epoch, place);
    }
    checkReads(variable, mine, epoch, place);
    atomics.write(variable, thread, epoch, place);
  }

  /** Checks a write against the last read of each thread, if it came after another access. */
  private void checkReads(int variable, long after, long epoch, long place) {
    int base = variables.base(variable);
    long[] s = variables.words();
    long last = s[base + R];
    if (last < 0) {
      check(variable, RaceKind.READ_WRITE, reads.row((int) ~last), after, epoch, place);
    } else if (Epoch.index(last) > Epoch.index(after)) {
      check(variable, RaceKind.READ_WRITE, last, s[base + R + PLACE], epoch, place);
    }
  }

  private void check(int variable, RaceKind kind, long[] row, long after, long epoch, long place) {
    for (int i = 0; i < row.length; i += 2) {
      if (Epoch.index(row[i]) > Epoch.index(after)) {
        check(variable, kind, row[i], row[i + 1], epoch, place);
      }
    }
  }

  /** Checks two accesses; index 0 is none. */
  private void check(
      int variable, RaceKind kind, long first, long firstPlace, long epoch, long place) {
    int other = Epoch.thread(first);
    int thread = Epoch.thread(epoch);
    if (other == thread || clock.known(other) >= Epoch.index(first)) {
      return;
    }
    int hopes = order.questions.hopes(other, Epoch.index(first), thread);
    if (hopes == CpQuestions.ORDERED) {
      return;
    }
    boolean ordered = observed.isBefore(other, Epoch.index(first), thread);
    CpPair pair = new CpPair(variable, kind, ordered, first, firstPlace, epoch, place);
    if (hopes == 0) {
      reports.add(pair);
    } else {
      order.questions.await(pair, hopes);
    }
  }
}
