package io.racedet.engine.compressed;

import io.racedet.event.EventBlock;
import io.racedet.grammar.Grammar;
import io.racedet.grammar.GrammarWalk;
import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Feeds a grammar to a stretch, rules as summaries. Rules of few events have no summary: their
 * events are added one by one.
 */
final class StretchWalk<S> {
  /** Rules of at most this many events are faster to expand than to summarise. */
  static final int FEW = 16;

  private final Grammar grammar;
  private final List<S> summaries; // by rule; null for those of few events
  private final boolean[] passed; // by terminal

  private StretchWalk(Grammar grammar, List<S> summaries) {
    this.grammar = grammar;
    this.summaries = summaries;
    passed = Contended.others(grammar);
  }

  /**
   * Creates the walk with a summary of each rule but the first, computed by a stretch inside the
   * trace.
   */
  static <S> StretchWalk<S> bySummaries(Grammar grammar, Stretch<S> inner, int few) {
    int rules = grammar.rules();
    List<S> summaries = new ArrayList<>(rules);
    for (int rule = 0; rule < rules; rule++) {
      summaries.add(null);
    }
    StretchWalk<S> walk = new StretchWalk<>(grammar, summaries);
    GrammarWalk inside = new GrammarWalk(grammar, walk.new Feed(inner, false));
    int made = Grammar.START; // the rule at whose end the stretch is; START is part of no rule
    for (int rule = rules - 1; rule > Grammar.START; rule--) {
      if (grammar.events(rule) > few) {
        if (grammar.symbols()[grammar.from(rule)] == ~made) {
          inside.walkOn(rule); // common, as rules are often powers of others
        } else {
          inner.clear();
          inside.walk(rule);
        }
        made = rule;
        summaries.set(rule, inner.summary());
      }
    }
    return walk;
  }

  /** Feeds the whole trace to a stretch that begins it. */
  void feed(Stretch<S> first) {
    new GrammarWalk(grammar, new Feed(first, true)).walk(Grammar.START);
  }

  /** Adds rules and events to a stretch. */
  private final class Feed implements GrammarWalk.Visitor {
    private final Stretch<S> stretch;
    private final boolean begins;

    Feed(Stretch<S> stretch, boolean begins) {
      this.stretch = stretch;
      this.begins = begins;
    }

    @Override
    public boolean rule(int rule, long before) {
      S summary = summaries.get(rule);
      if (summary == null || begins && stretch.racesIn(summary)) {
        return false;
      }
      stretch.append(summary);
      return true;
    }

    @Override
    public void terminal(int terminal, long index) {
      if (passed[terminal]) {
        stretch.pass(index);
      } else {
        stretch.event(grammar.word(terminal), index, detail(terminal));
      }
    }
  }

  /** Without the locks held, which depend on the position in the trace. */
  private long detail(int terminal) {
    long detail = AccessContext.of(0, grammar.location(terminal));
    return EventBlock.isPlain(grammar.word(terminal)) ? detail : AccessContext.atomic(detail);
  }
}
