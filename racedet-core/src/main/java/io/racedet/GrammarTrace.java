package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.grammar.Grammar;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceReader;
import java.util.Arrays;
import java.util.function.Consumer;

/** The events of a grammar that was read from a trace, for those who take event by event. */
final class GrammarTrace implements TraceReader {
  private final TraceReader source;
  private final Grammar grammar;
  private int[] position = new int[64]; // in each of the rules that it is inside of
  private int[] end = new int[64];
  private int depth;
  private long before; // events before the last block
  private long done;

  GrammarTrace(TraceReader source, Grammar grammar) {
    this.source = source;
    this.grammar = grammar;
    enter(Grammar.START);
  }

  private void enter(int rule) {
    if (depth == position.length) {
      position = Arrays.copyOf(position, 2 * depth);
      end = Arrays.copyOf(end, 2 * depth);
    }
    position[depth] = grammar.from(rule);
    end[depth++] = grammar.to(rule);
  }

  @Override
  public boolean read(EventBlock block) {
    int[] symbols = grammar.symbols();
    while (depth > 0 && !block.isFull()) {
      int at = position[depth - 1]++;
      if (at == end[depth - 1]) {
        depth--;
      } else if (symbols[at] < 0) {
        enter(~symbols[at]);
      } else {
        block.append(grammar.word(symbols[at]), grammar.location(symbols[at]));
      }
    }
    before = done;
    done += block.size();
    return block.size() > 0;
  }

  @Override
  public String source() {
    return source.source();
  }

  @Override
  public String position(int i) {
    return "event " + (before + i + 1);
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
    depth = 0;
  }
}
