package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarCounts;
import io.racedet.event.EventBlock;
import java.util.BitSet;

/** Chooses the faster of the two event-by-event engines for happens-before. */
public final class HbEngineChoice {
  /* Clocks cost up to a word for each thread at each sync event. The locksets of Goldilocks cost
   * none of that as long as the sync events fit into its update list, but more for each access. So
   * Goldilocks is faster where threads do little before they end. */

  /** Most sync events of which the greater part stays in the update list of Goldilocks. */
  private static final long MAX_ORDERING = 32_768;

  /** Threads beyond this number share chunks of their clocks. */
  private static final int MAX_THREADS = 256;

  /** Words of clocks per event from which locksets are faster. */
  private static final int WORDS_AN_EVENT = 8;

  private HbEngineChoice() {}

  /** Whether locksets are faster than clocks for a trace. */
  public static boolean isByLocksets(Grammar grammar) {
    GrammarCounts counts = new GrammarCounts(grammar);
    BitSet threads = new BitSet();
    long ordering = 0;
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long word = grammar.word(terminal);
      threads.set(EventBlock.thread(word));
      ordering += EventBlock.isAccess(word) ? 0 : counts.terminalTimes(terminal);
    }
    long words = ordering * Math.min(threads.cardinality(), MAX_THREADS);
    return ordering <= MAX_ORDERING && words >= WORDS_AN_EVENT * grammar.events();
  }
}
