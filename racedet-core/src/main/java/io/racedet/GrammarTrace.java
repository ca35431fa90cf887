package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.grammar.ExpansionStack;
import io.racedet.grammar.Grammar;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimitException;
import io.racedet.trace.TraceReader;
import java.util.function.Consumer;

/** Expands the grammar of a trace for engines that take events. */
final class GrammarTrace implements TraceReader {
  private final TraceReader source;
  private final Grammar grammar;
  private final ExpansionStack stack = new ExpansionStack();
  private long base; // events before the last block
  private long done;

  GrammarTrace(TraceReader source, Grammar grammar) {
    this.source = source;
    this.grammar = grammar;
    enter(Grammar.START);
  }

  private void enter(int rule) {
    stack.enter(grammar.from(rule), grammar.to(rule));
  }

  @Override
  public boolean read(EventBlock block) throws TraceLimitException {
    long most = source.mostEvents();
    if (grammar.events() > most) {
      throw new TraceLimitException(
          source(), "the grammar", TraceLimit.EVENTS, most, grammar.events());
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
  public String source() {
    return source.source();
  }

  @Override
  public String position(int i) {
    return "event " + (base + i + 1);
  }

  @Override
  public Names names() {
    return source.names();
  }

  @Override
  public void onDropped(Consumer<TraceFormatException> listener) {
    source.onDropped(listener);
  }

  @Override
  public long dropped() {
    return source.dropped();
  }

  @Override
  public void close() {
    stack.clear();
  }
}
