package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** Whether a stretch of a trace is well formed, and after what. Not thread-safe. */
final class WellFormedness implements Stretch<WellFormednessSummary> {
  /* A stretch records for each thread whether it was forked, whether it ran, with or without a
   * begin event, and whether it ended or was joined. Nothing may come before a fork, no run after
   * an end, and no run with a begin event after another run.
   *
   * The requirements on locks are equations for how often a thread held a lock in a mode before the
   * stretch: at least as often as the stretch releases it without having acquired it, and exactly
   * as often if the thread must not hold it any more when another thread acquires it. Threads that
   * do not occur in the stretch must not hold it then. An acquire in write mode is also taken to
   * require that its own thread does not hold the read mode. It may if the write mode is held
   * already, which is not always known from a stretch, so a well-formed trace may be rejected, but
   * no other trace is accepted. */

  private static final int FORKED = 1;
  private static final int RAN = 2;
  private static final int BEGAN = 4;
  private static final int STOPPED = 8;

  private final DenseIds threads = new DenseIds();
  private int[] lives = new int[16]; // by number of the thread: bits
  private final LockRequirements demands = new LockRequirements();
  private boolean refused;
  private long steps;

  /** False for all traces that are not well formed, and for few others. */
  static boolean isCertain(Grammar grammar) {
    return isCertain(grammar, new Allowance(grammar));
  }

  /** The same, with summaries as far as these are allowed. */
  static boolean isCertain(Grammar grammar, Allowance allowance) {
    WellFormedness inner = new WellFormedness();
    StretchWalk<WellFormednessSummary> walk =
        StretchWalk.of(grammar, new boolean[grammar.terminals()], inner, allowance);
    if (inner.isRefused()) {
      return false;
    }
    WellFormedness whole = new WellFormedness();
    walk.feed(whole);
    return !whole.isRefused() && whole.demands.isNothingHeldBefore();
  }

  /** Whether a stretch since the first one was not well formed, whatever came before. */
  private boolean isRefused() {
    return refused || demands.isBroken();
  }

  @Override
  public void clear() {
    threads.clear();
    demands.clear();
    steps = 0;
  }

  @Override
  public long steps() {
    return steps + demands.steps();
  }

  @Override
  public long space() {
    return size();
  }

  @Override
  public long size() {
    return threads.size() + 3 * demands.size();
  }

  @Override
  public void pass(long time) {
    // An access that cannot race is an event nevertheless, and not passed.
  }

  @Override
  public void event(long word, long time, long detail) {
    steps++;
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    Op op = EventBlock.op(word);
    switch (op) {
      case BEGIN -> live(thread, RAN | BEGAN);
      case END -> live(thread, RAN | STOPPED);
      case FORK, JOIN -> {
        refused |= operand == thread;
        live(thread, RAN);
        live(operand, op == Op.FORK ? FORKED : STOPPED);
      }
      default -> live(thread, RAN);
    }
    if (OpenLocks.isLockOp(op)) {
      demands.take(op, thread, operand);
    }
  }

  /** Adds a life-cycle event of a thread. */
  private void live(int thread, int next) {
    int number = threads.find(thread);
    if (number == DenseIds.NONE) {
      number = threads.add(thread);
      if (number == lives.length) {
        lives = IntArrays.grow(lives, number + 1);
      }
      lives[number] = 0;
    }
    int before = lives[number];
    refused |=
        (next & FORKED) != 0 && before != 0
            || (next & RAN) != 0 && (before & STOPPED) != 0
            || (next & BEGAN) != 0 && (before & RAN) != 0;
    lives[number] = before | next;
  }

  @Override
  public void append(WellFormednessSummary next) {
    steps += next.threads().length;
    for (int i = 0; i < next.threads().length; i++) {
      live(next.threads()[i], next.lives()[i]);
    }
    demands.append(next);
  }

  @Override
  public WellFormednessSummary summary() {
    return demands.summary(threads.toArray(), Arrays.copyOf(lives, threads.size()));
  }
}
