package io.racedet.grammar;

import java.util.Arrays;

/** Goes through a trace from its start to its end, taking whole rules at once where it may. */
public final class GrammarWalk {
  /** What is done with a trace. */
  public interface Visitor {
    /**
     * Takes all events of a rule at once.
     *
     * @param before how many events came before
     * @return false to be given its symbols instead
     */
    boolean rule(int rule, long before);

    /** Takes an event. */
    void terminal(int terminal, long index);
  }

  private final Grammar grammar;
  private final Visitor visitor;

  // Where it is in each of the rules that it is inside of.
  private int[] position = new int[64];
  private int[] end = new int[64];
  private int depth;

  public GrammarWalk(Grammar grammar, Visitor visitor) {
    this.grammar = grammar;
    this.visitor = visitor;
  }

  /** Goes through all that a rule derives. */
  public void walk(int rule) {
    enter(rule);
    walkBehind(0);
  }

  /** Goes through what a rule derives behind its first symbol, which is a rule. */
  public void walkOn(int rule) {
    enter(rule);
    int first = grammar.symbols()[position[0]++];
    walkBehind(grammar.events(~first));
  }

  private void walkBehind(long before) {
    int[] symbols = grammar.symbols();
    long index = before;
    while (depth > 0) {
      int at = position[depth - 1]++;
      if (at == end[depth - 1]) {
        depth--;
        continue;
      }
      int symbol = symbols[at];
      if (symbol >= 0) {
        visitor.terminal(symbol, ++index);
      } else if (visitor.rule(~symbol, index)) {
        index += grammar.events(~symbol);
      } else {
        enter(~symbol);
      }
    }
  }

  private void enter(int rule) {
    if (depth == position.length) {
      position = Arrays.copyOf(position, 2 * depth);
      end = Arrays.copyOf(end, 2 * depth);
    }
    position[depth] = grammar.from(rule);
    end[depth++] = grammar.to(rule);
  }
}
