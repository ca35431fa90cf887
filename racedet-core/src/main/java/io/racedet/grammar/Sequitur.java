package io.racedet.grammar;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** Makes a grammar of a sequence of terminals as they come, in linear time and space. */
public final class Sequitur {
  /*
   * Theory. Two things hold after each terminal. Digram uniqueness: no pair of neighbouring symbols
   * occurs twice in the grammar, but for occurrences that overlap (aaa). Rule utility: every rule but
   * the start is used twice at least. A pair that comes up again is replaced at both places by a rule
   * for it: a new one, or the one whose right-hand side it is. If the first symbol of that rule is a
   * rule that is used there alone from then on, its right-hand side takes its place. The new
   * neighbours are looked at in turn.
   *
   * What cannot happen. The pair that comes up again is always the last of the start: other new pairs
   * have a new rule in them, or arise where a rule gives way. In the latter the rule was made at its
   * place at the end of the start, with what follows it now at the other place too, so the pair was
   * there alone before the rule was made. For the same reason the second symbol of a rule is never the
   * one that becomes too rare: the pair of what stands before it and the first of what it stands for
   * would have come up before. Of two pairs that overlap, the table has the first, as symbols are
   * added behind. Tests look at both invariants after each terminal, not at these reasons.
   *
   * Time. Let p be 3 times the number of symbols minus the number of rules; never negative, as each
   * rule has two symbols. A terminal adds 3. A new rule leaves as many symbols as there were and adds
   * a rule; a rule used once more, or lengthened, takes a symbol; one that gives way to its
   * right-hand side takes a symbol and a rule. Each lowers p, so there are at most three such steps
   * for each terminal, each of constant expected time.
   *
   * Deviations from the published program [2]:
   * - Where a new rule would begin with one that gives way in it, that one is lengthened instead.
   * - When the first of two overlapping pairs goes, the other takes its place, wherever it is.
   * - The pair that arises where a rule gives way is looked up like any other, not put over what the
   *   table has.
   * - No calls of itself: pairs that are to be looked at wait on a stack.
   *
   * Sources.
   * [1] C. Nevill-Manning, I. Witten: Identifying Hierarchical Structure in Sequences: A Linear-Time
   *     Algorithm. JAIR 7, 1997.
   * [2] C. Nevill-Manning: Inferring Sequential Structure. Thesis, Waikato 1996, and its program.
   */

  private static final int FETCHED = 128; // pairs at a time

  private final SymbolPool symbols = new SymbolPool();
  private final DigramTable digrams = new DigramTable(symbols);
  private final int start = symbols.addRule();
  private int[] waiting = new int[16]; // symbols whose pairs are to be looked at
  private int waitingCount;
  private long size;
  private long fetched; // kept, or nothing would be fetched

  /** Adds terminals at the end. */
  public void append(int[] terminals, int count) {
    for (int from = 0; from < count; from += FETCHED) {
      int to = Math.min(count, from + FETCHED);
      fetched += digrams.fetch(terminals, Math.max(0, from - 1), to);
      for (int i = from; i < to; i++) {
        append(terminals[i]);
      }
    }
  }

  /** Adds a terminal at the end. */
  void append(int terminal) {
    int last = symbols.previous(start);
    int symbol = symbols.add(terminal);
    symbols.join(last, symbol);
    symbols.join(symbol, start);
    size++;
    check(last);
    while (waitingCount > 0) {
      check(waiting[--waitingCount]);
    }
  }

  /** Looks at the pair that begins at a symbol, if one does. */
  private void check(int first) {
    int left = symbols.value(first);
    if (SymbolPool.isGuard(left)) {
      return;
    }
    int second = symbols.next(first);
    int right = symbols.value(second);
    if (SymbolPool.isGuard(right)) {
      return;
    }
    int known = digrams.findOrAdd(left, right, first);
    boolean isNew = known == 0 || known == first;
    if (!isNew && symbols.next(known) != first) {
      unite(first, known);
    }
  }

  /** Makes two equal pairs uses of a rule. */
  private void unite(int first, int known) {
    int left = symbols.value(first);
    int guard = symbols.previous(known);
    boolean isWhole = symbols.next(symbols.next(known)) == guard;
    if (isWhole) {
      replace(first, guard);
      giveWay(symbols.next(guard));
    } else if (left < 0 && symbols.uses(~left) == 2) {
      lengthen(~left, known, first);
    } else {
      guard = newRule(left, symbols.value(symbols.next(first)));
      replace(known, guard);
      replace(first, guard);
      check(symbols.next(guard));
    }
  }

  private int newRule(int left, int right) {
    int guard = symbols.addRule();
    int first = symbols.add(left);
    int second = symbols.add(right);
    symbols.join(guard, first);
    symbols.join(first, second);
    symbols.join(second, guard);
    size += 2;
    return guard;
  }

  /** Puts a rule in the place of a pair. */
  private void replace(int first, int guard) {
    int second = symbols.next(first);
    int before = symbols.previous(first);
    int after = symbols.next(second);
    forget(before);
    forget(first);
    forget(second);
    symbols.remove(second);
    symbols.remove(first);
    int symbol = symbols.add(~guard);
    symbols.join(before, symbol);
    symbols.join(symbol, after);
    size--;
    suspend(symbol);
    suspend(before);
  }

  /**
   * Moves the symbols behind both uses of a rule into it. A new rule would do the same, as this one
   * would give way in it; but most of the time a trace does what it has done before, and this is
   * what happens with each event then.
   */
  private void lengthen(int guard, int use, int otherUse) {
    int value = symbols.value(symbols.next(use));
    int last = symbols.previous(guard);
    removeBehind(use);
    removeBehind(otherUse);
    int symbol = symbols.add(value);
    symbols.join(last, symbol);
    symbols.join(symbol, guard);
    size++;
    suspend(last);
  }

  private void removeBehind(int first) {
    int second = symbols.next(first);
    forget(first);
    forget(second);
    symbols.join(first, symbols.next(second));
    symbols.remove(second);
    size--;
    suspend(first);
  }

  /** Puts the right-hand side of a rule in the place of its only use, if the symbol is that. */
  private void giveWay(int symbol) {
    int value = symbols.value(symbol);
    if (value >= 0 || symbols.uses(~value) > 1) {
      return;
    }
    int before = symbols.previous(symbol);
    int last = symbols.previous(~value);
    forget(symbol);
    symbols.join(before, symbols.next(~value));
    symbols.join(last, symbols.next(symbol));
    symbols.remove(symbol);
    symbols.remove(~value);
    size--;
    suspend(last);
  }

  /** Takes the pair that begins at a symbol out of the table, if one does and is there. */
  private void forget(int first) {
    int second = symbols.next(first);
    int left = symbols.value(first);
    int right = symbols.value(second);
    if (SymbolPool.isGuard(left) || SymbolPool.isGuard(right)) {
      return;
    }
    if (digrams.remove(left, right, first) && left == right) {
      suspend(second); // a pair that overlaps with this one was not in the table because of it
    }
  }

  private void suspend(int symbol) {
    if (waitingCount == waiting.length) {
      waiting = IntArrays.grow(waiting, waitingCount + 1);
    }
    waiting[waitingCount++] = symbol;
  }

  /** How many symbols all rules have together. */
  public long size() {
    return size;
  }

  /**
   * Copies the rules.
   *
   * @param words by terminal
   * @param locations by terminal
   * @param terminals how many there are
   */
  Grammar grammar(long[] words, int[] locations, int terminals) {
    return new RuleOrder(symbols, start, Math.toIntExact(size))
        .grammar(words, locations, terminals);
  }
}
