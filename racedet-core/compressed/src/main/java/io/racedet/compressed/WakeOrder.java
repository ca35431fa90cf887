package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.LocksetBeginning;
import io.racedet.compressed.stretch.LocksetStretch;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Makes each wake receive from all notifies on its operand before it. That is so where locks order
 * them, so that it does not matter which of them caused the wake: if there is a lock that every
 * thread holds at its notifies and wakes on an operand, such as the monitor or the lock of the
 * condition, and the notify comes first, its critical section has ended when the one with the wake
 * begins. Elsewhere each notify that caused a wake gets an operand of its own.
 */
final class WakeOrder {
  private static final long NOTHING = EventBlock.word(Op.BEGIN, 0, 0);

  private WakeOrder() {}

  /**
   * A grammar of the same order in which each wake may receive from all notifies on its operand.
   *
   * @return the same grammar, if locks order all of them; null if so many events are not so ordered
   *     that the grammar would not be much shorter than the trace, or if locks are re-entered there
   */
  static Grammar resolve(Grammar grammar) {
    BitSet woken = operands(grammar, Op.WAKE);
    woken.and(operands(grammar, Op.NOTIFY));
    BitSet unordered = woken.isEmpty() ? woken : unordered(grammar, woken);
    return unordered.isEmpty() ? grammar : WakeGrammar.of(grammar, unordered);
  }

  /* Treats notifies and wakes as writes to a variable that a lock has to protect. */
  private static BitSet unordered(Grammar grammar, BitSet woken) {
    Grammar writes = writes(grammar, woken);
    FoundRaces found = FoundRaces.all();
    StretchWalk.bySummaries(
            writes, new LocksetStretch(AllocatedVariables.RENAMED), new Allowance(writes))
        .feed(new LocksetBeginning(found, AllocatedVariables.RENAMED));
    return found.variables();
  }

  private static BitSet operands(Grammar grammar, Op op) {
    BitSet operands = new BitSet();
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      if (EventBlock.op(grammar.word(terminal)) == op) {
        operands.set(EventBlock.operand(grammar.word(terminal)));
      }
    }
    return operands;
  }

  private static Grammar writes(Grammar grammar, BitSet operands) {
    long[] words = new long[grammar.terminals()];
    int[] locations = new int[words.length];
    for (int terminal = 0; terminal < words.length; terminal++) {
      words[terminal] = write(grammar.word(terminal), operands);
      locations[terminal] = EventSink.NO_LOCATION;
    }
    int[][] rules = new int[grammar.rules()][];
    for (int rule = 0; rule < rules.length; rule++) {
      rules[rule] = Arrays.copyOfRange(grammar.symbols(), grammar.from(rule), grammar.to(rule));
    }
    return Grammar.of(words, locations, rules);
  }

  private static long write(long word, BitSet operands) {
    Op op = EventBlock.op(word);
    if (op == Op.NOTIFY || op == Op.WAKE) {
      int operand = EventBlock.operand(word);
      boolean matters = operands.get(operand);
      return matters ? EventBlock.word(Op.WRITE, EventBlock.thread(word), operand) : NOTHING;
    }
    return OpenLocks.isLockOp(op) ? word : NOTHING;
  }
}
