package io.racedet.compressed.grammar;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** Builds a grammar of a sequence of terminals incrementally, in linear time and space. */
public final class Sequitur {
  /*
   * Theory. Two invariants hold after each terminal. Digram uniqueness: no pair of adjacent symbols
   * occurs twice in the grammar, except for occurrences that overlap (aaa). Rule utility: every rule
   * except the start rule is used at least twice. A pair that occurs again is replaced, at both of its
   * occurrences, by a rule for it: a new one, or the one whose right-hand side it is. If the first
   * symbol of that rule is a rule that is used nowhere else from then on, it is inlined: replaced by
   * its right-hand side. The new pairs of adjacent symbols are checked in turn.
   *
   * What cannot happen. The pair that occurs again is always the last one of the start rule: other new
   * pairs contain a new rule, or arise where a rule is inlined. In the latter case the rule was created
   * from an occurrence at the end of the start rule, and its other occurrence was already followed by
   * what follows it now, so this pair was unique before the rule was created. For the same reason the
   * second symbol of a rule is never the one to be inlined: the pair of the symbol before it and the
   * first symbol of its right-hand side would have occurred before. Of two pairs that overlap, the
   * table has the first, as symbols are appended. Tests check both invariants after each terminal; they
   * do not rely on these arguments.
   *
   * Time. Let p be 3 times the number of symbols minus the number of rules; it is never negative, as
   * each rule has at least two symbols. A terminal adds 3. A new rule leaves the number of symbols
   * unchanged and adds a rule; a further use of a rule, or its extension, removes a symbol; inlining a
   * rule removes a symbol and a rule. Each of these steps lowers p, so there are at most three of them
   * per terminal, each of constant expected time.
   *
   * Deviations from the published program [2]:
   * - Where a new rule would begin with a rule to be inlined, that rule is extended instead.
   * - When the first of two overlapping pairs is removed, the other one replaces it in the table.
   * - The pair that arises where a rule is inlined is looked up like any other; it does not overwrite
   *   the entry of the table.
   * - No recursion: pairs to be checked are kept on a stack.
   *
   * Sources.
   * [1] C. Nevill-Manning, I. Witten: Identifying Hierarchical Structure in Sequences: A Linear-Time
   *     Algorithm. JAIR 7, 1997.
   * [2] C. Nevill-Manning: Inferring Sequential Structure. Thesis, Waikato 1996, and its program.
   */

  private static final int PREFETCHED = 128; // pairs at a time

  private final SymbolPool symbols = new SymbolPool();
  private final DigramTable digrams = new DigramTable(symbols);
  private final int start = symbols.addRule();
  private int[] pending = new int[16]; // first symbols of pairs to be checked
  private int pendingCount;
  private long size;
  private long prefetched; // keeps the JIT compiler from removing the loads

  /** Appends terminals. */
  public void append(int[] terminals, int count) {
    for (int from = 0; from < count; from += PREFETCHED) {
      int to = Math.min(count, from + PREFETCHED);
      prefetched += digrams.prefetch(terminals, Math.max(0, from - 1), to);
      for (int i = from; i < to; i++) {
        append(terminals[i]);
      }
    }
  }

  /** Appends a terminal. */
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

  /** Checks the pair that begins at a symbol, if there is one. */
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

  /** Replaces two equal pairs by a rule. */
  private void unite(int first, int known) {
    int left = symbols.value(first);
    int guard = symbols.previous(known);
    boolean isWhole = symbols.next(symbols.next(known)) == guard;
    if (isWhole) {
      replace(first, guard);
      inline(symbols.next(guard));
    } else if (left < 0 && symbols.uses(~left) == 2) {
      extend(~left, known, first);
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

  /** Replaces a pair by a rule. */
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
    schedule(symbol);
    schedule(before);
  }

  /**
   * Moves the symbol that follows both uses of a rule into the rule. The result is that of a new
   * rule in which this one is inlined, but at a lower cost, and repetitive traces do this for most
   * events.
   */
  private void extend(int guard, int use, int otherUse) {
    int value = symbols.value(symbols.next(use));
    int last = symbols.previous(guard);
    removeAfter(use);
    removeAfter(otherUse);
    int symbol = symbols.add(value);
    symbols.join(last, symbol);
    symbols.join(symbol, guard);
    size++;
    schedule(last);
  }

  private void removeAfter(int first) {
    int second = symbols.next(first);
    forget(first);
    forget(second);
    symbols.join(first, symbols.next(second));
    symbols.remove(second);
    size--;
    schedule(first);
  }

  /** Replaces a symbol by the right-hand side of its rule if this is the only use of the rule. */
  private void inline(int symbol) {
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
    schedule(last);
  }

  /** Removes the pair that begins at a symbol from the table, if it is registered there. */
  private void forget(int first) {
    int second = symbols.next(first);
    int left = symbols.value(first);
    int right = symbols.value(second);
    if (SymbolPool.isGuard(left) || SymbolPool.isGuard(right)) {
      return;
    }
    if (digrams.remove(left, right, first) && left == right) {
      schedule(second); // an overlapping pair may have been kept out of the table by this one
    }
  }

  private void schedule(int symbol) {
    if (pendingCount == pending.length) {
      pending = IntArrays.grow(pending, pendingCount + 1);
    }
    pending[pendingCount++] = symbol;
  }

  /** The total number of symbols in all rules. */
  public long size() {
    return size;
  }

  /** Copies the rules. */
  Grammar grammar(long[] words, int[] locations, int terminals) {
    return new RuleOrder(symbols, start, Math.toIntExact(size))
        .grammar(words, locations, terminals);
  }
}
