package io.racedet.grammar;

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

  private final ExpansionStack stack = new ExpansionStack();

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
    int first = grammar.symbols()[stack.next()];
    walkBehind(grammar.events(~first));
  }

  private void walkBehind(long before) {
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
