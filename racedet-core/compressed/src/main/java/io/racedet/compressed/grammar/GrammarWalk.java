package io.racedet.compressed.grammar;

/** Visits a trace from its start to its end, and skips rules that a visitor takes as a whole. */
public final class GrammarWalk {
  /** Receives the parts of a trace. */
  public interface Visitor {
    /**
     * Visits all events of a rule at once.
     *
     * @return false to visit its symbols instead
     */
    boolean rule(int rule, long before);

    /** Visits an event. */
    void terminal(int terminal, long index);
  }

  private final Grammar grammar;
  private final Visitor visitor;

  private final ExpansionStack stack = new ExpansionStack();

  public GrammarWalk(Grammar grammar, Visitor visitor) {
    this.grammar = grammar;
    this.visitor = visitor;
  }

  /** Visits all that a rule derives. */
  public void walk(int rule) {
    enter(rule);
    walkFrom(0);
  }

  /** Visits all that a rule derives except by its first symbol, which must be a rule. */
  public void walkOn(int rule) {
    enter(rule);
    int first = grammar.symbols()[stack.next()];
    walkFrom(grammar.events(~first));
  }

  private void walkFrom(long before) {
    int[] symbols = grammar.symbols();
    long index = before;
    while (!stack.isEmpty()) {
      int symbol = symbols[stack.next()];
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
    stack.enter(grammar.from(rule), grammar.to(rule));
  }
}
