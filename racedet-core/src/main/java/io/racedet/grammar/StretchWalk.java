package io.racedet.grammar;

import io.racedet.race.RacePlace;
import io.racedet.trace.Grammar;
import java.util.ArrayList;
import java.util.List;

/**
 * Feeds a trace to a stretch, rules by their summaries. Rules of few events have none: these are
 * taken one by one.
 */
final class StretchWalk<S> {
  /** Rules of no more events than this are quicker to go through than to summarise. */
  static final int FEW = 16;

  private final Grammar grammar;
  private final List<S> summaries; // by rule; null for those of few events

  private StretchWalk(Grammar grammar, List<S> summaries) {
    this.grammar = grammar;
    this.summaries = summaries;
  }

  /** Knows no rule's summary. */
  static <S> StretchWalk<S> eventByEvent(Grammar grammar) {
    return new StretchWalk<>(grammar, List.of());
  }

  /** Knows the summary of each rule but the first one, made with a stretch inside the trace. */
  static <S> StretchWalk<S> bySummaries(Grammar grammar, Stretch<S> inner, int few) {
    int rules = grammar.rules();
    List<S> summaries = new ArrayList<>(rules);
    for (int rule = 0; rule < rules; rule++) {
      summaries.add(null);
    }
    StretchWalk<S> walk = new StretchWalk<>(grammar, summaries);
    for (int rule = rules - 1; rule > Grammar.START; rule--) {
      if (grammar.events(rule) > few) {
        inner.clear();
        walk.feed(rule, inner, false);
        summaries.set(rule, inner.summary());
      }
    }
    return walk;
  }

  /** Feeds the whole trace to a stretch that begins it. */
  void feed(Stretch<S> first) {
    feed(Grammar.START, first, true);
  }

  private void feed(int rule, Stretch<S> stretch, boolean begins) {
    GrammarWalk.Visitor visitor =
        new GrammarWalk.Visitor() {
          @Override
          public boolean rule(int used, long before) {
            S summary = summary(used);
            if (summary == null || begins && stretch.racesIn(summary)) {
              return false;
            }
            stretch.append(summary);
            return true;
          }

          @Override
          public void terminal(int terminal, long index) {
            stretch.event(grammar.word(terminal), index, place(terminal));
          }
        };
    new GrammarWalk(grammar, visitor).walk(rule);
  }

  private S summary(int rule) {
    return rule < summaries.size() ? summaries.get(rule) : null;
  }

  /** Without the locks held, which depend on where in the trace it is. */
  private long place(int terminal) {
    int location = grammar.location(terminal);
    long place = RacePlace.of(0, location);
    int kind = AccessKind.of(grammar.word(terminal));
    return AccessKind.isAtomic(kind) ? RacePlace.atomic(place) : place;
  }
}
