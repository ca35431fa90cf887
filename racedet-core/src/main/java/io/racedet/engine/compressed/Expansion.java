package io.racedet.engine.compressed;

import io.racedet.engine.Engine;
import io.racedet.engine.compressed.summary.OpenLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.grammar.Grammar;
import io.racedet.grammar.GrammarWalk;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Feeds an engine all events of a trace that is given as a grammar and has no re-entrant acquires.
 */
final class Expansion implements GrammarWalk.Visitor {
  private static final int UNKNOWN = -1;

  private final Grammar grammar;
  private final LockContexts contexts;
  private final Engine engine;
  private final EventBlock block = new EventBlock();
  private final OpenLocks open = new OpenLocks();
  private int[] current = new int[0]; // by thread: its context, or UNKNOWN

  private Expansion(Grammar grammar, LockContexts contexts, Engine engine) {
    this.grammar = grammar;
    this.contexts = contexts;
    this.engine = engine;
  }

  /** Feeds the engine and ends the trace. */
  static void feed(Grammar grammar, LockContexts contexts, Engine engine) {
    Expansion expansion = new Expansion(grammar, contexts, engine);
    new GrammarWalk(grammar, expansion).walk(Grammar.START);
    expansion.flush();
    engine.finish();
  }

  @Override
  public boolean rule(int rule, long before) {
    return false;
  }

  @Override
  public void terminal(int terminal, long index) {
    long word = grammar.word(terminal);
    Op op = EventBlock.op(word);
    int thread = EventBlock.thread(word);
    int context = context(thread);
    if (OpenLocks.isLockOp(op)) {
      open.take(word);
      current[thread] = UNKNOWN;
      boolean acquires = op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
      context = acquires ? context(thread) : context;
    }
    block.add(op, thread, EventBlock.operand(word), index, context, grammar.location(terminal));
    if (block.isFull()) {
      flush();
    }
  }

  private int context(int thread) {
    if (thread >= current.length) {
      int length = current.length;
      current = IntArrays.grow(current, thread + 1);
      Arrays.fill(current, length, current.length, UNKNOWN);
    }
    if (current[thread] == UNKNOWN) {
      current[thread] = open.context(thread, contexts);
    }
    return current[thread];
  }

  private void flush() {
    engine.consume(block);
    block.clear();
  }
}
