package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarCounts;
import io.racedet.compressed.grammar.GrammarWalk;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A trace in which each notify that caused a wake has an operand of its own, which it has in common
 * with the wakes that it caused, and other notifies and wakes are no events of these kinds: the
 * order is the same, and whether a notify caused a wake does not depend on what comes between. Only
 * the rules around these events are expanded.
 */
final class WakeGrammar {
  /** Fewest events for each notify or wake: otherwise too much is expanded. */
  private static final int EVENTS_A_WAKE = 64;

  /* Each notify or wake takes about 200 bytes, with the symbols around it. There are at most as many
   * as the grammar has symbols, so that the memory is O(g), or as many as other things take anyway. */
  private static final int FEW = 1 << 16;

  private static final int NONE = -1;

  private final Grammar grammar;
  private final BitSet operands;
  private final LongArrayList words = new LongArrayList();
  private final IntArrayList locations = new IntArrayList();
  private final IntArrayList start = new IntArrayList(); // the symbols of the first rule
  private final Long2IntOpenHashMap operandAt = new Long2IntOpenHashMap(); // by index

  private WakeGrammar(Grammar grammar, BitSet operands) {
    this.grammar = grammar;
    this.operands = operands;
    operandAt.defaultReturnValue(NONE);
  }

  /**
   * Makes the grammar.
   *
   * @param operands those of the notifies and wakes in question
   * @return null if there are too many of them, or if a lock is re-entered by a thread that waits
   */
  static Grammar of(Grammar grammar, BitSet operands) {
    WakeGrammar made = new WakeGrammar(grammar, operands);
    long most = Math.min(grammar.events() / EVENTS_A_WAKE, FEW + grammar.size());
    return made.times() <= most ? made.make(new Allowance(grammar)) : null;
  }

  /**
   * Makes the grammar, however many notifies and wakes there are.
   *
   * @return null if a lock is re-entered by a thread that waits
   */
  static Grammar of(Grammar grammar, BitSet operands, Allowance allowance) {
    return new WakeGrammar(grammar, operands).make(allowance);
  }

  private Grammar make(Allowance allowance) {
    WaitCauses causes = new WaitCauses();
    StretchWalk.of(grammar, others(), new WaitStretch(), allowance).feed(causes);
    return causes.isReentrant() ? null : with(causes.found());
  }

  private boolean isInQuestion(long word) {
    Op op = EventBlock.op(word);
    return (op == Op.NOTIFY || op == Op.WAKE) && operands.get(EventBlock.operand(word));
  }

  private long times() {
    GrammarCounts counts = new GrammarCounts(grammar);
    long times = 0;
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      times += isInQuestion(grammar.word(terminal)) ? counts.terminalTimes(terminal) : 0;
    }
    return times;
  }

  /** The terminals that do not matter: but for locks of threads that wait. */
  private boolean[] others() {
    BitSet waiting = new BitSet();
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long word = grammar.word(terminal);
      if (isInQuestion(word) && EventBlock.op(word) == Op.WAKE) {
        waiting.set(EventBlock.thread(word));
      }
    }
    boolean[] others = new boolean[grammar.terminals()];
    for (int terminal = 0; terminal < others.length; terminal++) {
      long word = grammar.word(terminal);
      Op op = EventBlock.op(word);
      boolean locks = op == Op.ACQUIRE || op == Op.RELEASE;
      others[terminal] = !isInQuestion(word) && !(locks && waiting.get(EventBlock.thread(word)));
    }
    return others;
  }

  private Grammar with(Long2LongMap causes) {
    addTerminals();
    long[] indices = operandsOf(causes);
    new GrammarWalk(
            grammar,
            new GrammarWalk.Visitor() {
              private int next;

              @Override
              public boolean rule(int rule, long before) {
                boolean isInside =
                    next < indices.length && indices[next] <= before + grammar.events(rule);
                if (!isInside) {
                  start.add(~rule);
                }
                return !isInside;
              }

              @Override
              public void terminal(int terminal, long index) {
                boolean isWaiting = next < indices.length && indices[next] == index;
                next += isWaiting ? 1 : 0;
                start.add(isWaiting ? terminalAt(terminal, index) : terminal);
              }
            })
        .walk(Grammar.START);
    int[][] rules = new int[grammar.rules()][];
    rules[Grammar.START] = start.toIntArray();
    for (int rule = Grammar.START + 1; rule < rules.length; rule++) {
      rules[rule] = Arrays.copyOfRange(grammar.symbols(), grammar.from(rule), grammar.to(rule));
    }
    return Grammar.of(words.toLongArray(), locations.toIntArray(), rules);
  }

  private void addTerminals() {
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long word = grammar.word(terminal);
      long nothing = EventBlock.word(Op.BEGIN, EventBlock.thread(word), 0);
      words.add(isInQuestion(word) ? nothing : word);
      locations.add(grammar.location(terminal));
    }
  }

  /** Assigns operands to notifies and wakes; returns the indices of these in order. */
  private long[] operandsOf(Long2LongMap causes) {
    int operand = 0;
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long word = grammar.word(terminal);
      boolean isLock = EventBlock.op(word).operand() == Op.Operand.LOCK;
      operand = isLock ? Math.max(operand, EventBlock.operand(word) + 1) : operand;
    }
    for (Long2LongMap.Entry wake : causes.long2LongEntrySet()) {
      int known = operandAt.get(wake.getLongValue());
      int ofCause = known == NONE ? operand++ : known;
      operandAt.put(wake.getLongValue(), ofCause);
      operandAt.put(wake.getLongKey(), ofCause);
    }
    long[] indices = operandAt.keySet().toLongArray();
    Arrays.sort(indices);
    return indices;
  }

  /** A new terminal for a notify or a wake at an index. */
  private int terminalAt(int terminal, long index) {
    long word = grammar.word(terminal);
    words.add(EventBlock.word(EventBlock.op(word), EventBlock.thread(word), operandAt.get(index)));
    locations.add(EventSink.NO_LOCATION);
    return words.size() - 1;
  }
}
