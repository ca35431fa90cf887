package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarWalk;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.Growing;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.event.EventBlock;
import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Feeds a grammar to a stretch, rules as summaries. Rules whose summaries would cost more than
 * their events have none: their symbols are added one by one. So for n events and a grammar of size
 * g, the time is O(n) and the memory O(g), beside those of the stretch, whatever the summaries are.
 */
final class StretchWalk<S> {
  private final Grammar grammar;
  private final boolean[] passed; // by terminal
  private final List<S> summaries; // by rule; null where there is none
  private final long[] words; // by rule: the size of its summary
  private final Allowance allowance;

  private StretchWalk(Grammar grammar, boolean[] passed, Allowance allowance) {
    this.grammar = grammar;
    this.passed = passed;
    this.allowance = allowance;
    summaries = new ArrayList<>(Collections.nCopies(grammar.rules(), null));
    words = new long[grammar.rules()];
  }

  /**
   * Creates the walk with summaries of the rules, computed by a stretch inside the trace, for an
   * analysis of races: accesses that cannot race are passed.
   *
   * @param allowance how much the summaries may cost
   */
  static <S> StretchWalk<S> bySummaries(Grammar grammar, Stretch<S> inner, Allowance allowance) {
    return of(grammar, Contended.others(grammar), inner, allowance);
  }

  /** Creates the walk for an analysis of all events. */
  static <S> StretchWalk<S> ofAllEvents(Grammar grammar, Stretch<S> inner) {
    return of(grammar, new boolean[grammar.terminals()], inner, new Allowance(grammar));
  }

  /**
   * Creates the walk with summaries of the rules.
   *
   * @param passed by terminal: whether its events do not matter
   */
  static <S> StretchWalk<S> of(
      Grammar grammar, boolean[] passed, Stretch<S> inner, Allowance allowance) {
    StretchWalk<S> walk = new StretchWalk<>(grammar, passed, allowance);
    walk.summarise(inner);
    return walk;
  }

  private void summarise(Stretch<S> inner) {
    Within within = new Within(inner);
    GrammarWalk inside = new GrammarWalk(grammar, within);
    int passing = Grammar.START; // a rule whose summary is kept for the next one only
    int made = Grammar.START; // the rule at whose end the stretch is; START is part of no rule
    for (int rule = grammar.rules() - 1; rule > Grammar.START; rule--) {
      if (!allowance.admits(grammar.events(rule))) {
        continue;
      }
      boolean continues = grammar.symbols()[grammar.from(rule)] == ~made;
      if (!continues) {
        inner.clear();
      }
      within.begin(rule);
      if (continues) { // common, as rules are often powers of others
        inside.walkOn(rule);
      } else {
        inside.walk(rule);
      }
      boolean isWhole = within.end();
      summaries.set(passing, null);
      passing = Grammar.START;
      made = isWhole ? rule : Grammar.START;
      if (isWhole) {
        passing = summarise(inner, rule) ? Grammar.START : rule;
      }
    }
    summaries.set(passing, null);
  }

  /** Makes the summary of a rule, if it is short; returns whether it is kept. */
  private boolean summarise(Stretch<S> inner, int rule) {
    long size = inner.size();
    boolean isKept = allowance.grants(grammar.events(rule), size);
    if (isKept || allowance.isShort(grammar.events(rule), size)) {
      words[rule] = size;
      summaries.set(rule, inner.summary());
      allowance.spend(size);
    }
    return isKept;
  }

  /** The summary of a rule, or null. */
  S summary(int rule) {
    return summaries.get(rule);
  }

  /** How many words the summaries have. */
  long words() {
    return allowance.granted();
  }

  /** Feeds the whole trace to a stretch that begins it. */
  void feed(Beginning<S> first) {
    new GrammarWalk(grammar, new FromStart(first)).walk(Grammar.START);
  }

  /** Feeds the whole trace to a stretch that needs no event of a rule with a summary. */
  void feed(Growing<S> whole) {
    new GrammarWalk(grammar, new Feed(whole)).walk(Grammar.START);
  }

  /** Without the locks held, which depend on the position in the trace. */
  private long detail(int terminal) {
    long detail = AccessContext.of(0, grammar.location(terminal));
    return EventBlock.isPlain(grammar.word(terminal)) ? detail : AccessContext.atomic(detail);
  }

  /** Adds rules and events to a stretch. */
  private class Feed implements GrammarWalk.Visitor {
    private final Growing<S> stretch;

    Feed(Growing<S> stretch) {
      this.stretch = stretch;
    }

    @Override
    public boolean rule(int rule, long before) {
      S summary = summaries.get(rule);
      if (summary == null) {
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

  /** Adds the symbols of a rule, as long as that does not cost more than the events. */
  private final class Within extends Feed {
    private final Stretch<S> stretch;
    private static final int STEPS = 4; // to find an event, which may be passed

    private long visits;
    private long before; // the steps before the rule
    private long most;
    private boolean exceeds;

    Within(Stretch<S> stretch) {
      super(stretch);
      this.stretch = stretch;
    }

    /** Begins a rule, which may continue the stretch. */
    void begin(int rule) {
      visits = 0;
      before = stretch.steps();
      most = allowance.steps(grammar.events(rule));
      exceeds = false;
    }

    /** Ends a rule; returns whether all its symbols were added. */
    boolean end() {
      allowance.spend(steps());
      return !exceeds;
    }

    private long steps() {
      return visits + stretch.steps() - before;
    }

    @Override
    public boolean rule(int rule, long index) {
      boolean isDone = exceeds || super.rule(rule, index);
      check();
      return isDone;
    }

    @Override
    public void terminal(int terminal, long index) {
      if (!exceeds) {
        visits += STEPS;
        super.terminal(terminal, index);
        check();
      }
    }

    private void check() {
      exceeds |= steps() > most || !allowance.isWithin(stretch);
    }
  }

  /** Adds those rules whose events include no first race of a variable. */
  private final class FromStart extends Feed {
    private final Beginning<S> stretch;

    FromStart(Beginning<S> stretch) {
      super(stretch);
      this.stretch = stretch;
    }

    @Override
    public boolean rule(int rule, long before) {
      S summary = summaries.get(rule);
      if (summary == null || !allowance.isLeftForRaces()) {
        return false;
      }
      if (stretch.racesIn(summary)) {
        allowance.spendOnRaces(words[rule]);
        return false;
      }
      stretch.append(summary);
      return true;
    }
  }
}
