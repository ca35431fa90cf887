package io.racedet.oracle;

import io.racedet.event.Op;
import io.racedet.oracle.Shape.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns numbers into a well-formed trace: each number encodes a thread, a step and an operand, and
 * is skipped where that step is not possible. So omitting or decreasing a number yields another
 * well-formed trace, as shrinking requires.
 */
final class TraceComposer {
  private static final int DEEPEST = 3;
  private static final int OBJECTS = 2;

  private final Shape shape;
  private final TestTrace.Builder trace = new TestTrace.Builder();
  private final ThreadState[] threads;
  private final ComposedLock[] locks;

  private static final class ThreadState {
    boolean started;
    boolean forked;
    boolean ended;
    int waitsFor = ComposedLock.NOBODY;
    String waitOperand;
    int waitDepth;
    boolean awake; // holds the lock again, but has not said so
    String accessed; // by the last event, null if that was no plain access
    final List<Hold> held = new ArrayList<>();

    boolean root;

    boolean mayRun() {
      return !ended && (root || forked);
    }
  }

  private record Hold(int lock, boolean shared) {}

  TraceComposer(Shape shape) {
    this.shape = shape;
    threads = new ThreadState[shape.threads()];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = new ThreadState();
      threads[t].root = t < shape.roots();
    }
    locks = new ComposedLock[shape.locks()];
    for (int l = 0; l < locks.length; l++) {
      locks[l] = new ComposedLock(threads.length);
    }
  }

  boolean isFull() {
    return trace.size() >= shape.maxEvents();
  }

  TestTrace trace() {
    return trace.build();
  }

  /** Performs the step that the number encodes, if it is possible now. */
  void step(int number) {
    int rest = number & Integer.MAX_VALUE;
    int thread = rest % threads.length;
    rest /= threads.length;
    Step step = shape.steps().get(rest % shape.steps().size());
    int pick = rest / shape.steps().size();
    ThreadState state = threads[thread];
    if (!state.mayRun()) {
      return;
    }
    if (state.waitsFor != ComposedLock.NOBODY) {
      resume(thread, pick);
      return;
    }
    if (make(thread, step, pick)) {
      state.started = true;
    }
  }

  /** Releases all locks still held, innermost first. */
  void closeSections() {
    for (int thread = 0; thread < threads.length; thread++) {
      List<Hold> held = threads[thread].held;
      while (!held.isEmpty() && threads[thread].mayRun()) {
        release(thread, held.size() - 1);
      }
    }
  }

  private boolean make(int thread, Step step, int pick) {
    return switch (step) {
      case READ, WRITE, ATOMIC_READ, ATOMIC_WRITE -> add(thread, Shape.op(step), variable(pick));
      case SYNC_READ, SYNC_WRITE -> add(thread, Shape.op(step), "v" + pick % 2);
      case SYNC_UPDATE ->
          add(thread, Op.SYNC_READ, "v" + pick % 2) && add(thread, Op.SYNC_WRITE, "v" + pick % 2);
      case SEND, RECEIVE -> add(thread, Shape.op(step), "c" + pick % 2);
      case AGAIN ->
          threads[thread].accessed != null && add(thread, Op.AGAIN, threads[thread].accessed);
      case ALLOC -> add(thread, Op.ALLOC, "o" + pick % OBJECTS);
      case BEGIN -> !threads[thread].started && add(thread, Op.BEGIN, "");
      case END -> end(thread);
      case FORK -> fork(thread, pick % threads.length);
      case JOIN -> join(thread, pick % threads.length);
      case ACQUIRE -> acquire(thread, pick % locks.length, false);
      case ACQUIRE_SHARED -> acquire(thread, pick % locks.length, true);
      case RELEASE -> releaseSome(thread, pick, false);
      case RELEASE_SHARED -> releaseSome(thread, pick, true);
      case EMPTY_SECTION -> section(thread, pick);
      case GUARDED_READ -> section(thread, pick, Op.READ);
      case GUARDED_WRITE -> section(thread, pick, Op.WRITE);
      case GUARDED_PAIR -> section(thread, pick, Op.READ, Op.WRITE);
      case SHARED_READ -> sharedSection(thread, pick, Op.READ);
      case SHARED_WRITE -> sharedSection(thread, pick, Op.WRITE);
      case REENTERED_WRITE -> reenteredSection(thread, pick);
      case NESTED_SECTIONS -> nestedSections(thread, pick);
      case NOTIFY -> notifyOne(thread, pick);
      case UNLOCKED_NOTIFY -> add(thread, Op.NOTIFY, waitOperand(pick / 2 % locks.length, pick));
      case NOTIFIED_WRITE ->
          add(thread, Op.WRITE, variable(pick / 4))
              && add(thread, Op.NOTIFY, waitOperand(pick / 2 % locks.length, pick));
      case WAIT -> startWait(thread, pick);
      case GUARDED_WAIT ->
          acquire(thread, pick / 2 % locks.length, false) && startWait(thread, pick);
      case SENT_READ -> add(thread, Op.READ, variable(pick)) && handOff(thread, pick, true);
      case SENT_WRITE -> add(thread, Op.WRITE, variable(pick)) && handOff(thread, pick, true);
      case EARLY_WRITE -> add(thread, Op.WRITE, variable(pick)) && handOff(thread, pick, false);
      case LATE_WRITE -> handOff(thread, pick, true) && add(thread, Op.WRITE, variable(pick));
      case RECEIVED_READ -> handOff(thread, pick, false) && add(thread, Op.READ, variable(pick));
      case RECEIVED_WRITE -> handOff(thread, pick, false) && add(thread, Op.WRITE, variable(pick));
      case IDLE_CHILD -> idleChild(thread, pick);
      case SECTION_CASE -> hardCase(thread, pick, HardCases.SECTIONS);
      case WAIT_CASE -> hardCase(thread, pick, HardCases.WAITS);
    };
  }

  /** A channel or sync variable for each variable. */
  private boolean handOff(int thread, int pick, boolean from) {
    int variable = pick % shape.variables();
    return pick / shape.variables() % 2 == 0
        ? add(thread, from ? Op.SEND : Op.RECEIVE, "c" + variable)
        : add(thread, from ? Op.SYNC_WRITE : Op.SYNC_READ, "v" + variable);
  }

  /** A hard case by this thread and others, sometimes without one of its events. */
  private boolean hardCase(int thread, int pick, List<TestTrace> cases) {
    TestTrace all = cases.get(pick % cases.size());
    int omitted = pick / cases.size() % (2 * all.size());
    for (int i = 0; i < all.size(); i++) {
      TraceEvent e = all.events().get(i);
      int other = (thread + e.thread()) % threads.length;
      if (i != omitted && isRunning(other)) {
        threads[other].started |= repeat(e, other);
      }
    }
    return true;
  }

  private boolean isRunning(int thread) {
    return threads[thread].mayRun() && threads[thread].waitsFor == ComposedLock.NOBODY;
  }

  private boolean idleChild(int thread, int pick) {
    int child = pick % threads.length;
    int other = pick / threads.length % threads.length;
    if (other == thread || other == child || !isRunning(other) || threads[child].forked) {
      return false;
    }
    add(thread, Op.WRITE, variable(pick));
    if (fork(thread, child) && join(other, child)) {
      threads[other].started = true;
      add(other, Op.WRITE, variable(pick));
    }
    return true;
  }

  private boolean repeat(TraceEvent e, int thread) {
    return switch (e.op()) {
      case ACQUIRE, ACQUIRE_SHARED ->
          acquire(thread, e.operand() % locks.length, e.op() == Op.ACQUIRE_SHARED);
      case RELEASE, RELEASE_SHARED -> {
        Hold hold = new Hold(e.operand() % locks.length, e.op() == Op.RELEASE_SHARED);
        int position = threads[thread].held.lastIndexOf(hold);
        yield position >= 0 && release(thread, position);
      }
      case SEND, RECEIVE -> add(thread, e.op(), "c" + e.operand());
      case NOTIFY -> add(thread, Op.NOTIFY, "l" + e.operand() % locks.length);
      case WAKE ->
          locks[e.operand() % locks.length].owner == thread
              && add(thread, Op.WAKE, "l" + e.operand() % locks.length);
      default -> add(thread, e.op(), variable(e.operand() % shape.variables()));
    };
  }

  private boolean add(int thread, Op op, String operand) {
    trace.add("T" + thread, op, operand);
    boolean isPlain = op == Op.READ || op == Op.WRITE || op == Op.AGAIN;
    threads[thread].accessed = isPlain ? operand : null;
    return true;
  }

  private String variable(int pick) {
    int variable = pick % shape.variables();
    return "o" + variable % OBJECTS + ".f" + variable / OBJECTS;
  }

  /** The monitor itself, or a condition of the lock. */
  private static String waitOperand(int lock, int pick) {
    return pick % 2 == 0 ? "l" + lock : "l" + lock + "#c";
  }

  private boolean end(int thread) {
    ThreadState state = threads[thread];
    if (!state.started) {
      return false;
    }
    state.ended = true;
    return add(thread, Op.END, "");
  }

  private boolean fork(int thread, int child) {
    ThreadState state = threads[child];
    if (child == thread || state.started || state.forked || state.ended || state.root) {
      return false;
    }
    state.forked = true;
    return add(thread, Op.FORK, "T" + child);
  }

  private boolean join(int thread, int child) {
    ThreadState state = threads[child];
    if (child == thread
        || !(state.started || state.forked)
        || state.waitsFor != ComposedLock.NOBODY) {
      return false;
    }
    state.ended = true;
    return add(thread, Op.JOIN, "T" + child);
  }

  private boolean acquire(int thread, int lock, boolean shared) {
    ComposedLock state = locks[lock];
    if (shared) {
      boolean excluded = state.owner != ComposedLock.NOBODY && state.owner != thread;
      if (excluded || state.sharedDepth[thread] == DEEPEST) {
        return false;
      }
      state.sharedDepth[thread]++;
    } else {
      if (!state.mayAcquire(thread) || state.depth == DEEPEST) {
        return false;
      }
      state.owner = thread;
      state.depth++;
    }
    threads[thread].held.add(new Hold(lock, shared));
    return add(thread, shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, "l" + lock);
  }

  /** A whole section around successive accesses to different variables. */
  private boolean section(int thread, int pick, Op... accesses) {
    if (!acquire(thread, pick % locks.length, false)) {
      return false;
    }
    for (int i = 0; i < accesses.length; i++) {
      add(thread, accesses[i], variable(pick / locks.length + i));
    }
    return release(thread, threads[thread].held.size() - 1);
  }

  private boolean sharedSection(int thread, int pick, Op access) {
    return acquire(thread, pick % locks.length, true)
        && add(thread, access, variable(pick / locks.length))
        && release(thread, threads[thread].held.size() - 1);
  }

  private boolean reenteredSection(int thread, int pick) {
    int lock = pick % locks.length;
    if (!acquire(thread, lock, false)) {
      return false;
    }
    if (acquire(thread, lock, false)) {
      release(thread, threads[thread].held.size() - 1);
    }
    add(thread, Op.WRITE, variable(pick / locks.length));
    return release(thread, threads[thread].held.size() - 1);
  }

  /** Most are exclusive, and most end with the inner one. */
  private boolean nestedSections(int thread, int pick) {
    int outer = pick % locks.length;
    int next = pick / locks.length % Math.max(1, locks.length - 1);
    int inner = (outer + 1 + next) % locks.length;
    int rest = pick / locks.length / locks.length;
    if (!acquire(thread, outer, rest % 8 == 0)) {
      return false;
    }
    if (rest % 5 < 3) {
      add(thread, rest % 2 == 0 ? Op.READ : Op.WRITE, variable(rest / 5));
    }
    int depth = threads[thread].held.size() - 1;
    boolean isNested = acquire(thread, inner, rest % 8 == 1);
    return (!isNested || release(thread, rest % 8 == 2 ? depth : depth + 1))
        && release(thread, depth);
  }

  private boolean releaseSome(int thread, int pick, boolean shared) {
    List<Integer> candidates = new ArrayList<>();
    for (int i = 0; i < threads[thread].held.size(); i++) {
      if (threads[thread].held.get(i).shared == shared) {
        candidates.add(i);
      }
    }
    return !candidates.isEmpty() && release(thread, candidates.get(pick % candidates.size()));
  }

  private boolean release(int thread, int position) {
    Hold hold = threads[thread].held.remove(position);
    ComposedLock state = locks[hold.lock];
    if (hold.shared) {
      state.sharedDepth[thread]--;
    } else if (--state.depth == 0) {
      state.owner = ComposedLock.NOBODY;
    }
    return add(thread, hold.shared ? Op.RELEASE_SHARED : Op.RELEASE, "l" + hold.lock);
  }

  /** The pick-th lock that the thread holds exclusively, or {@link #ComposedLock.NOBODY}. */
  private int ownedLock(int thread, int pick) {
    List<Integer> owned = new ArrayList<>();
    for (int lock = 0; lock < locks.length; lock++) {
      if (locks[lock].owner == thread) {
        owned.add(lock);
      }
    }
    return owned.isEmpty() ? ComposedLock.NOBODY : owned.get(pick / 2 % owned.size());
  }

  private boolean notifyOne(int thread, int pick) {
    int lock = ownedLock(thread, pick);
    return lock != ComposedLock.NOBODY && add(thread, Op.NOTIFY, waitOperand(lock, pick));
  }

  private boolean startWait(int thread, int pick) {
    int lock = ownedLock(thread, pick);
    if (lock == ComposedLock.NOBODY || locks[lock].sharedDepth[thread] > 0) {
      return false;
    }
    ThreadState state = threads[thread];
    state.waitsFor = lock;
    state.waitOperand = waitOperand(lock, pick);
    state.waitDepth = locks[lock].depth;
    for (int i = 0; i < state.waitDepth; i++) {
      release(thread, state.held.lastIndexOf(new Hold(lock, false)));
    }
    return true;
  }

  /**
   * Ends a wait when the lock is free, whether or not it was notified; the wake may come later than
   * the acquire.
   */
  private void resume(int thread, int pick) {
    ThreadState state = threads[thread];
    int lock = state.waitsFor;
    if (!state.awake && locks[lock].mayAcquire(thread)) {
      state.awake = true;
      for (int i = 0; i < state.waitDepth; i++) {
        acquire(thread, lock, false);
      }
      if (pick % 4 == 0) {
        return;
      }
    }
    if (state.awake) {
      state.awake = false;
      state.waitsFor = ComposedLock.NOBODY;
      add(thread, Op.WAKE, state.waitOperand);
    }
  }
}
