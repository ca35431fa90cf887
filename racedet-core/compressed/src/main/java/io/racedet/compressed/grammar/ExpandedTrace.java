package io.racedet.compressed.grammar;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimitException;

/** A grammar in memory, and the events that it derives. */
public final class ExpandedTrace implements GrammarReader {
  private final Grammar grammar;
  private final Names names;
  private final String source;
  private final long mostEvents;
  private final ExpansionStack stack = new ExpansionStack();
  private long base; // events before the last block
  private long done;

  /** Reads a grammar from its beginning. */
  public ExpandedTrace(Grammar grammar, Names names, String source, long mostEvents) {
    this.grammar = grammar;
    this.names = names;
    this.source = source;
    this.mostEvents = mostEvents;
    enter(Grammar.START);
  }

  private void enter(int rule) {
    stack.enter(grammar.from(rule), grammar.to(rule));
  }

  @Override
  public boolean read(EventBlock block) throws TraceLimitException {
    if (grammar.events() > mostEvents) {
      throw new TraceLimitException(
          source, "the grammar", TraceLimit.EVENTS, mostEvents, grammar.events());
    }
    int[] symbols = grammar.symbols();
    while (!stack.isEmpty() && !block.isFull()) {
      int symbol = symbols[stack.next()];
      if (symbol < 0) {
        enter(~symbol);
      } else {
        block.append(grammar.word(symbol), grammar.location(symbol));
      }
    }
    base = done;
    done += block.size();
    return block.size() > 0;
  }

  @Override
  public Grammar grammar() {
    return grammar;
  }

  @Override
  public long statedEvents() {
    return grammar.events();
  }

  @Override
  public long mostEvents() {
    return mostEvents;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public String position(int i) {
    return "event " + (base + i + 1);
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public void close() {
    stack.clear();
  }
}
