package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarWalk;
import io.racedet.compressed.summary.HeldContexts;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;

/**
 * Feeds an engine all events of a trace that is given as a grammar and has no re-entrant acquires.
 */
final class Expansion implements GrammarWalk.Visitor {
  private final Grammar grammar;
  private final Engine engine;
  private final EventBlock block = new EventBlock();
  private final HeldContexts held;

  private Expansion(Grammar grammar, LockContexts contexts, Engine engine) {
    this.grammar = grammar;
    held = new HeldContexts(contexts);
    this.engine = engine;
  }

  /** Feeds the engine, which may be given more events afterwards. */
  static void feed(Grammar grammar, LockContexts contexts, Engine engine) {
    Expansion expansion = new Expansion(grammar, contexts, engine);
    new GrammarWalk(grammar, expansion).walk(Grammar.START);
    expansion.flush();
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
    int context = held.context(thread);
    if (OpenLocks.isLockOp(op)) {
      held.take(op, thread, EventBlock.operand(word));
      boolean acquires = op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
      context = acquires ? held.context(thread) : context;
    }
    block.add(op, thread, EventBlock.operand(word), index, context, grammar.location(terminal));
    if (block.isFull()) {
      flush();
    }
  }

  private void flush() {
    engine.consume(block);
    block.clear();
  }
}
