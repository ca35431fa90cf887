package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.event.EventBlock;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/**
 * The accesses of a trace that can be part of a race at all: those of variables that several
 * threads access, with at least one write and at least one plain access. Allocations can be
 * ignored, since the variables that they split one into have subsets of its accesses.
 */
final class Contended {
  private static final int THREAD_BITS = 24;
  private static final int THREAD = (1 << THREAD_BITS) - 1; // one of the threads that access it
  private static final int SEVERAL = 1 << THREAD_BITS;
  private static final int WRITTEN = SEVERAL << 1;
  private static final int PLAIN = SEVERAL << 2;
  private static final int ALL = SEVERAL | WRITTEN | PLAIN;
  private static final int UNSEEN = -1;

  private final Int2IntOpenHashMap byVariable = new Int2IntOpenHashMap();

  private Contended() {
    byVariable.defaultReturnValue(UNSEEN);
  }

  /** For each terminal, whether it is an access that cannot be part of a race. */
  static boolean[] others(Grammar grammar) {
    Contended contended = new Contended();
    boolean[] others = new boolean[grammar.terminals()];
    for (int terminal = 0; terminal < others.length; terminal++) {
      contended.note(grammar.word(terminal));
    }
    for (int terminal = 0; terminal < others.length; terminal++) {
      others[terminal] = !contended.mayRace(grammar.word(terminal));
    }
    return others;
  }

  private void note(long word) {
    if (!EventBlock.isAccess(word)) {
      return;
    }
    int thread = EventBlock.thread(word);
    int kind = AccessKind.of(word);
    int variable = EventBlock.operand(word);
    int seen = byVariable.get(variable);
    int now = seen == UNSEEN ? thread : seen;
    now |= (now & THREAD) == thread ? 0 : SEVERAL;
    now |= AccessKind.isWrite(kind) ? WRITTEN : 0;
    now |= AccessKind.isAtomic(kind) ? 0 : PLAIN;
    if (now != seen) {
      byVariable.put(variable, now);
    }
  }

  /** Whether an event can be part of a race, or is not an access. */
  private boolean mayRace(long word) {
    return !EventBlock.isAccess(word) || (byVariable.get(EventBlock.operand(word)) & ALL) == ALL;
  }
}
