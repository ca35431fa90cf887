package io.racedet.trace.generated;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.ids.DenseIds;
import io.racedet.trace.TraceReader;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A generated execution: threads take turns, access thread-local variables, constants, and, in
 * critical sections, variables that the lock guards. A few variables, locks and locations are used
 * most of the time. The trace is well formed and has no races except those requested. Not
 * thread-safe.
 */
public final class GeneratedTrace implements TraceReader {
  /* Variables are divided into ranges: constants (read by all threads, written before the forks
   * only), locals (a range for each thread), guarded (a range for each lock), racy. Critical sections
   * are nested in ascending order of their locks, so there is no deadlock. */

  private static final int CONSTANT_PERCENT = 9;
  private static final int LOCAL_PERCENT = 50;
  private static final int RACY_PERCENT = 1;
  private static final int PERCENT = 100;
  private static final int MILLION = 1_000_000;

  private static final int MAX_TURN = 32;
  private static final int MAX_SECTION_LENGTH = 12;
  private static final int DEEPEST = 3;
  private static final int NESTING_PERCENT = 10;
  private static final int GUARDED_PERCENT = 60; // of the accesses inside a section
  private static final int CONSTANT_READ_PERCENT = 15;
  private static final int WRITE_PERCENT = 35;
  private static final int LOCK_TRIES = 3;
  private static final int INITIAL_PERCENT = 5; // of the events, at most

  private static final int FREE = -1;
  private static final int LOCATIONS_OF_FIELD = 4;

  private final Workload workload;
  private final SplittableRandom random;
  private final DenseIds variableIds = new DenseIds();
  private final DenseIds lockIds = new DenseIds();
  private final DenseIds threadIds = new DenseIds();
  private final DenseIds locationIds = new DenseIds();
  private final Names names = new GeneratedNames();

  private final int constants;
  private final int localsEnd; // locals are [constants, localsEnd)
  private final int guardedEnd; // guarded are [localsEnd, guardedEnd), racy from there on

  private final int threads; // limited by the number of events
  private final int[] holder; // by lock
  private final int[] depth; // by thread
  private final int[][] held; // by thread
  private final int[] left; // by thread, accesses left in the innermost section
  private final int initialWrites;

  private EventBlock block;
  private long done;
  private long syncs;
  private int open; // sections
  private int written;
  private int forked;
  private int joined;
  private int thread;
  private int turn;

  /**
   * Starts a trace.
   *
   * @param workload the shape of the trace
   */
  public GeneratedTrace(Workload workload) {
    this.workload = workload;
    random = new SplittableRandom(workload.seed());
    int variables = workload.variables();
    int racy =
        workload.racyPerMillion() == 0 || variables == 1
            ? 0
            : Math.max(1, share(variables, RACY_PERCENT));
    constants = Math.max(1, share(variables, CONSTANT_PERCENT));
    int locals =
        workload.syncPercent() == 0
            ? variables - constants - racy
            : Math.min(variables - constants - racy, share(variables, LOCAL_PERCENT));
    localsEnd = constants + locals;
    guardedEnd = variables - racy;
    threads = (int) Math.min(workload.threads(), 1 + workload.events() / 4);
    holder = new int[workload.locks()];
    Arrays.fill(holder, FREE);
    depth = new int[threads];
    held = new int[threads][DEEPEST];
    left = new int[threads];
    initialWrites = (int) Math.min(constants, workload.events() * INITIAL_PERCENT / PERCENT);
    forked = 1;
    joined = 1;
  }

  private static int share(int of, int percent) {
    return (int) ((long) of * percent / PERCENT);
  }

  private final class GeneratedNames implements Names {
    @Override
    public String name(Operand space, int id) {
      return switch (space) {
        case VARIABLE -> "V" + variableIds.number(id);
        case LOCK -> "L" + lockIds.number(id);
        case THREAD -> "T" + threadIds.number(id);
        default -> throw new IllegalArgumentException("id: " + space + " " + id);
      };
    }

    @Override
    public String location(int location) {
      // Only a number, since some other tools accept nothing else.
      return String.valueOf(locationIds.number(location) + 1);
    }
  }

  @Override
  public boolean read(EventBlock into) {
    block = into;
    while (done < workload.events() && !into.isFull()) {
      next();
    }
    return into.size() > 0;
  }

  private void next() {
    if (written < initialWrites) {
      access(Op.WRITE, written++);
    } else if (forked < threads) {
      emit(Op.FORK, threadIds.of(forked++), 0);
    } else if (workload.events() - done <= open + threads - joined) {
      end();
    } else {
      work();
    }
  }

  /** Ends the open sections, then joins the threads. */
  private void end() {
    if (open == 0) {
      thread = 0;
      emit(Op.JOIN, threadIds.of(joined++), 0);
      return;
    }
    while (depth[thread] == 0) {
      thread = (thread + 1) % threads;
    }
    release();
  }

  private void work() {
    if (turn == 0) {
      thread = below(threads);
      turn = 1 + skewed(MAX_TURN);
    }
    turn--;
    if (depth[thread] > 0 && left[thread] == 0) {
      release();
    } else if (!mayAcquire() || !acquire()) {
      access();
    }
  }

  /** Whether an acquire is due, and enough events are left to end its section. */
  private boolean mayAcquire() {
    boolean due = syncs * PERCENT < done * workload.syncPercent();
    boolean mayNest =
        depth[thread] == 0 || depth[thread] < DEEPEST && below(PERCENT) < NESTING_PERCENT;
    return due && mayNest && workload.events() - done > open + threads - joined + 2;
  }

  private boolean acquire() {
    int from = depth[thread] == 0 ? 0 : held[thread][depth[thread] - 1] + 1;
    for (int i = 0; i < LOCK_TRIES && from < holder.length; i++) {
      int lock = from + skewed(holder.length - from);
      if (holder[lock] == FREE) {
        holder[lock] = thread;
        held[thread][depth[thread]++] = lock;
        left[thread] = 1 + below(MAX_SECTION_LENGTH);
        open++;
        syncs++;
        emit(Op.ACQUIRE, lockIds.of(lock), 2 * lock);
        return true;
      }
    }
    return false;
  }

  private void release() {
    int lock = held[thread][--depth[thread]];
    holder[lock] = FREE;
    left[thread] = 1;
    open--;
    syncs++;
    emit(Op.RELEASE, lockIds.of(lock), 2 * lock + 1);
  }

  private void access() {
    if (depth[thread] > 0) {
      left[thread]--;
    }
    int racy = workload.variables() - guardedEnd;
    if (racy > 0 && below(MILLION) < workload.racyPerMillion()) {
      access(readOrWrite(), guardedEnd + skewed(racy));
      return;
    }
    if (depth[thread] > 0 && below(PERCENT) < GUARDED_PERCENT) {
      int lock = held[thread][below(depth[thread])];
      if (accessPart(localsEnd, guardedEnd, lock, workload.locks())) {
        return;
      }
    }
    boolean constant = below(PERCENT) < CONSTANT_READ_PERCENT;
    if (constant || !accessPart(constants, localsEnd, thread, threads)) {
      access(Op.READ, skewed(constants));
    }
  }

  /** Accesses a variable of one of the equal parts of a range; false when the part is empty. */
  private boolean accessPart(int from, int to, int part, int parts) {
    int begin = from + (int) ((long) (to - from) * part / parts);
    int end = from + (int) ((long) (to - from) * (part + 1) / parts);
    if (begin == end) {
      return false;
    }
    access(readOrWrite(), begin + skewed(end - begin));
    return true;
  }

  private Op readOrWrite() {
    return below(PERCENT) < WRITE_PERCENT ? Op.WRITE : Op.READ;
  }

  /** Variables stand for the fields of many objects, so many of them share a few locations. */
  private void access(Op op, int variable) {
    int field = variable % Math.max(1, workload.locations() / LOCATIONS_OF_FIELD);
    int location = LOCATIONS_OF_FIELD * field + (op == Op.WRITE ? 2 : 0) + below(2);
    emit(op, variableIds.of(variable), location);
  }

  private void emit(Op op, int operand, int location) {
    done++;
    block.append(
        EventBlock.word(op, threadIds.of(thread), operand),
        locationIds.of(location % workload.locations()));
  }

  private int below(int bound) {
    return (int) ((random.nextLong() >>> 32) * bound >>> 32);
  }

  /** A random number below the bound; a quarter of the range has about two thirds of the weight. */
  private int skewed(int bound) {
    double uniform = (random.nextLong() >>> 11) * 0x1.0p-53;
    return (int) (uniform * uniform * uniform * bound);
  }

  @Override
  public String source() {
    return "generated trace";
  }

  @Override
  public String position(int i) {
    return "event " + (done - block.size() + i + 1);
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public void close() {
    done = workload.events();
  }
}
