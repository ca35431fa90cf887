package io.racedet.engine.compressed;

import io.racedet.engine.compressed.summary.LocalIds;
import io.racedet.engine.compressed.summary.OpenLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.grammar.Grammar;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** Whether a trace is well formed, computed from its stretches. Not thread-safe. */
final class WellFormedness {
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

  private final LocalIds threads = new LocalIds();
  private int[] lives = new int[16]; // by number of the thread: bits
  private final LockRequirements demands = new LockRequirements();
  private boolean refused;

  private WellFormedness() {}

  /** False for all traces that are not well formed, and for few others. */
  static boolean isCertain(Grammar grammar) {
    WellFormednessSummary[] summaries = new WellFormednessSummary[grammar.rules()];
    WellFormedness stretch = new WellFormedness();
    for (int rule = summaries.length - 1; rule >= Grammar.START; rule--) {
      stretch.clear();
      stretch.feed(grammar, rule, summaries);
      if (stretch.refused || stretch.demands.isBroken()) {
        return false;
      }
      if (rule != Grammar.START) {
        summaries[rule] = stretch.summary();
      }
    }
    return stretch.demands.isNothingHeldBefore();
  }

  private void clear() {
    threads.clear();
    demands.clear();
  }

  private void feed(Grammar grammar, int rule, WellFormednessSummary[] summaries) {
    int[] symbols = grammar.symbols();
    for (int i = grammar.from(rule), to = grammar.to(rule); i < to; i++) {
      if (symbols[i] >= 0) {
        event(grammar.word(symbols[i]));
      } else {
        append(summaries[~symbols[i]]);
      }
    }
  }

  private void event(long word) {
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
    if (number == LocalIds.NONE) {
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

  private void append(WellFormednessSummary next) {
    for (int i = 0; i < next.threads().length; i++) {
      live(next.threads()[i], next.lives()[i]);
    }
    demands.append(next);
  }

  private WellFormednessSummary summary() {
    return demands.summary(threads.toArray(), Arrays.copyOf(lives, threads.size()));
  }
}
