package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarWalk;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.compressed.summary.OpenSummary;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import java.util.Arrays;

/** The contexts (thread and locks held) of some events of a trace given as a grammar. */
final class ContextsAt {
  private final long[] indices; // ascending
  private final int[] contexts;

  private ContextsAt(long[] indices) {
    this.indices = indices;
    contexts = new int[indices.length];
  }

  /** Walks the grammar, expanding only the rules that derive one of the events. */
  static ContextsAt of(Grammar grammar, long[] indices, LockContexts contexts) {
    ContextsAt found = new ContextsAt(indices);
    if (indices.length > 0) {
      found.search(grammar, contexts);
    }
    return found;
  }

  int at(long index) {
    return contexts[Arrays.binarySearch(indices, index)];
  }

  private void search(Grammar grammar, LockContexts all) {
    StretchWalk<OpenSummary> summaries = StretchWalk.ofAllEvents(grammar, new OpenLocksStretch());
    OpenLocks open = new OpenLocks();
    new GrammarWalk(
            grammar,
            new GrammarWalk.Visitor() {
              private int next;

              @Override
              public boolean rule(int rule, long before) {
                OpenSummary summary = summaries.summary(rule);
                boolean isInside =
                    next < indices.length && indices[next] <= before + grammar.events(rule);
                if (isInside || summary == null) {
                  return false;
                }
                open.append(summary);
                return true;
              }

              @Override
              public void terminal(int terminal, long index) {
                long word = grammar.word(terminal);
                if (next < indices.length && indices[next] == index) {
                  contexts[next++] = open.context(EventBlock.thread(word), all);
                }
                if (OpenLocks.isLockOp(EventBlock.op(word))) {
                  open.take(word);
                }
              }
            })
        .walk(Grammar.START);
  }
}
