package io.racedet.trace;

import java.util.Arrays;

/** Makes a grammar of a sequence of terminals as they come, in linear time and space. */
final class Sequitur {
  /*
   * Theory. Two things hold after each terminal. Digram uniqueness: no pair of neighbouring symbols
   * occurs twice in the grammar, but for occurrences that overlap (aaa). Rule utility: every rule but
   * the start is used twice at least. A pair that comes up again is replaced at both places by a rule
   * for it, a new one, or the one whose right-hand side it is. Symbols of the rule that are used there
   * alone from then on give way to what they stand for. Both make new neighbours, whose pairs are
   * looked at in turn.
   *
   * Time. Let p be 3 times the number of symbols minus the number of rules; never negative, as each
   * rule has two symbols. A terminal adds 3. A new rule leaves as many symbols as there were and adds
   * a rule; a rule used once more takes a symbol; one that gives way to its right-hand side takes a
   * symbol and a rule; of two that have become the same, one goes with its two symbols. Each lowers
   * p, so there are at most three such steps for each terminal, and each but the last is of constant
   * expected time. The last one renames the uses of one of the two, whichever is used less.
   *
   * Deviations from the published program, where it loses an invariant or a pair:
   * - All new pairs are looked up, also those where a rule has given way [2 puts them into the table
   *   over others]. Hence a pair can be all of two rules, and these become one.
   * - A pair that is all of a rule is not replaced in it, be it the older or the newer one.
   * - Both symbols of a rule are looked at when they may have become too rare, not only the first.
   * - Of two overlapping pairs one is in the table. When that one goes, the other takes its place,
   *   wherever it is.
   *
   * Sources.
   * [1] C. Nevill-Manning, I. Witten: Identifying Hierarchical Structure in Sequences: A Linear-Time
   *     Algorithm. JAIR 7, 1997.
   * [2] Their program, as the first author's thesis (Inferring Sequential Structure, 1996) has it.
   */

  private final SymbolPool symbols = new SymbolPool();
  private final RuleTable rules = new RuleTable(symbols);
  private final DigramTable digrams = new DigramTable(symbols);
  private final int start; // the guard of the start
  private int[] pending = new int[16]; // symbols whose pairs are to be looked at
  private int pendingCount;
  private long size;

  Sequitur() {
    start = rules.guard(rules.add());
  }

  /** Adds a terminal at the end. */
  void append(int terminal) {
    int last = symbols.previous(start);
    int symbol = symbols.add(terminal);
    symbols.join(last, symbol);
    symbols.join(symbol, start);
    size++;
    check(last);
    while (pendingCount > 0) {
      check(pending[--pendingCount]);
    }
  }

  /** Looks at the pair that begins at a symbol, if one does. */
  private void check(int first) {
    int left = symbols.value(first);
    if (SymbolPool.isNone(left)) {
      return;
    }
    int second = symbols.next(first);
    int right = symbols.value(second);
    if (SymbolPool.isNone(right)) {
      return;
    }
    int known = digrams.findOrAdd(left, right, first);
    boolean isNewOrSame = known == 0 || known == first;
    if (!isNewOrSame && known != second && symbols.next(known) != first) {
      unite(first, known);
    }
  }

  /** Makes two equal pairs uses of a rule. */
  private void unite(int first, int known) {
    int rule = ruleOf(known);
    int other = ruleOf(first);
    if (rule >= 0 && other >= 0) {
      rule = merge(rule, other);
    } else if (rule >= 0) {
      replace(first, rule);
    } else if (other >= 0) {
      rule = other;
      replace(known, rule);
      check(first);
    } else {
      rule = newRule(symbols.value(first), symbols.value(symbols.next(first)));
      replace(known, rule);
      replace(first, rule);
      check(symbols.next(rules.guard(rule)));
    }
    int guard = rules.guard(rule);
    int second = symbols.previous(guard);
    giveWay(symbols.next(guard));
    giveWay(second);
  }

  /** The rule of which a pair is the whole right-hand side, or -1; the start is not one. */
  private int ruleOf(int first) {
    int guard = symbols.previous(first);
    if (symbols.next(symbols.next(first)) != guard || guard == start) {
      return -1;
    }
    return symbols.ruleOfGuard(guard);
  }

  private int newRule(int left, int right) {
    int rule = rules.add();
    int guard = rules.guard(rule);
    int first = add(left);
    int second = add(right);
    symbols.join(guard, first);
    symbols.join(first, second);
    symbols.join(second, guard);
    return rule;
  }

  /** Puts a rule in the place of a pair. */
  private void replace(int first, int rule) {
    int second = symbols.next(first);
    int before = symbols.previous(first);
    int after = symbols.next(second);
    forget(before);
    forget(first);
    forget(second);
    drop(first);
    drop(second);
    int symbol = add(~rule);
    symbols.join(before, symbol);
    symbols.join(symbol, after);
    suspend(symbol);
    suspend(before);
  }

  /** Puts the right-hand side of a rule in the place of its only use, if the symbol is that. */
  private void giveWay(int symbol) {
    int value = symbols.value(symbol);
    if (!SymbolPool.isRule(value) || rules.uses(~value) > 1) {
      return;
    }
    int guard = rules.guard(~value);
    int before = symbols.previous(symbol);
    int last = symbols.previous(guard);
    forget(before);
    forget(symbol);
    symbols.join(before, symbols.next(guard));
    symbols.join(last, symbols.next(symbol));
    drop(symbol);
    rules.remove(~value);
    suspend(last);
    suspend(before);
  }

  /** Makes one rule of two that have the same two symbols; returns the one that is left. */
  private int merge(int one, int other) {
    boolean isRarer = rules.uses(one) < rules.uses(other);
    int kept = isRarer ? other : one;
    int lost = isRarer ? one : other;
    int guard = rules.guard(lost);
    int first = symbols.next(guard);
    int second = symbols.next(first);
    forget(first);
    drop(first);
    drop(second);
    check(symbols.next(rules.guard(kept)));
    for (int use = rules.list(lost); use != 0; ) {
      int following = symbols.link(use);
      int before = symbols.previous(use);
      forget(before);
      forget(use);
      symbols.setValue(use, ~kept);
      rules.use(kept, use);
      suspend(use);
      suspend(before);
      use = following;
    }
    rules.forgetUses(lost);
    rules.remove(lost);
    return kept;
  }

  /** Takes the pair that begins at a symbol out of the table, if one does and is there. */
  private void forget(int first) {
    int second = symbols.next(first);
    int left = symbols.value(first);
    int right = symbols.value(second);
    if (SymbolPool.isNone(left) || SymbolPool.isNone(right)) {
      return;
    }
    if (digrams.remove(left, right, first) && left == right) {
      // Pairs that overlap with this one were not in the table because of it.
      if (symbols.value(symbols.previous(first)) == left) {
        suspend(symbols.previous(first));
      }
      if (symbols.value(symbols.next(second)) == left) {
        suspend(second);
      }
    }
  }

  private int add(int value) {
    int symbol = symbols.add(value);
    if (value < 0) {
      rules.use(~value, symbol);
    }
    size++;
    return symbol;
  }

  private void drop(int symbol) {
    int value = symbols.value(symbol);
    if (value < 0) {
      rules.drop(~value, symbol);
    } else {
      symbols.free(symbol);
    }
    size--;
  }

  private void suspend(int symbol) {
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, 2 * pendingCount);
    }
    pending[pendingCount++] = symbol;
  }

  /** How many symbols all rules have together. */
  long size() {
    return size;
  }

  /** How many bytes this takes. */
  long bytes() {
    return symbols.bytes() + rules.bytes() + digrams.bytes();
  }

  /**
   * Copies the rules.
   *
   * @param words by terminal
   * @param locations by terminal
   * @param terminals how many there are
   */
  Grammar grammar(long[] words, int[] locations, int terminals) {
    return new RuleOrder(symbols, rules).grammar(words, locations, terminals);
  }
}
