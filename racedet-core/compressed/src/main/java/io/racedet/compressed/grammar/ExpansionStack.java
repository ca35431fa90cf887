package io.racedet.compressed.grammar;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The rules that are being expanded: the innermost one, and those in which it is nested. Each is a
 * range of symbols still to be visited. A rule is left with its last symbol, before what that
 * symbol derives is expanded, so memory is bounded by the nesting of the rules.
 */
public final class ExpansionStack {
  private int at; // index of the next symbol of the innermost rule
  private int end; // where that rule ends; equal to at only if no rule is being expanded
  private int[] outer = new int[64]; // two entries for each: index of the next symbol, and the end
  private int size; // entries of outer that are in use

  /** Whether no symbol is left. */
  public boolean isEmpty() {
    return at == end;
  }

  /** Enters a rule whose symbols are at {@code [from, to)}. */
  public void enter(int from, int to) {
    if (from == to) {
      return;
    }
    if (at != end) {
      if (size + 2 > outer.length) {
        outer = IntArrays.grow(outer, size + 2);
      }
      outer[size] = at;
      outer[size + 1] = end;
      size += 2;
    }
    at = from;
    end = to;
  }

  /** The index of the next symbol of the innermost rule. */
  public int at() {
    return at;
  }

  /** Where the symbols of the innermost rule end. */
  public int end() {
    return end;
  }

  /** Continues at a symbol of the innermost rule, or leaves the rule at its end. */
  public void moveTo(int next) {
    at = next;
    if (next == end && size > 0) {
      size -= 2;
      at = outer[size];
      end = outer[size + 1];
    }
  }

  /** Returns the index of the next symbol and moves past it. */
  public int next() {
    int next = at;
    moveTo(next + 1);
    return next;
  }

  /** Leaves all rules. */
  public void clear() {
    size = 0;
    at = end;
  }
}
