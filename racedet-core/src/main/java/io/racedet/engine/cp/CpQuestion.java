package io.racedet.engine.cp;

import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * Up to which section of a history is everything CP-ordered before a later section that excludes
 * them? In the paper's terms: the last l such that acq(m)^l is CP-ordered before the release of the
 * asking section of m.
 */
final class CpQuestion {
  private static final CpQuestion[] NOBODY = {};
  private static final CpPair[] NOTHING = {};

  final CpHistory history;
  final int thread;
  final long acquired;
  final boolean askedByShared;
  final long newest; // the last section that the question is about
  long level; // the answer as far as it is known, 0 for no section
  long marked; // the last section with a conflicting access, a lower bound of the answer (rule (a))
  boolean open = true; // whether the asking section is open
  boolean decided;
  boolean reached; // from an open one through dependents; used by CpQuestions

  // Finished questions whose answer may rise with this one's; undecided as long as it is.
  private CpQuestion[] dependents = NOBODY;
  private int dependentCount;

  // Pairs of accesses that are ordered if the answer is at least the needed one.
  private CpPair[] pairs = NOTHING;
  private long[] needed = {};
  private int pairCount;

  CpQuestion(CpHistory history, int thread, long acquired, boolean askedByShared) {
    this.history = history;
    this.thread = thread;
    this.acquired = acquired;
    this.askedByShared = askedByShared;
    newest = history.count();
  }

  /** Whether the answer is all sections that the question is about: it cannot rise any more. */
  boolean isFull() {
    return level == newest;
  }

  void addDependent(CpQuestion question) {
    dependents = ObjectArrays.grow(dependents, dependentCount + 1);
    dependents[dependentCount++] = question;
  }

  int dependents() {
    return dependentCount;
  }

  CpQuestion dependent(int i) {
    return dependents[i];
  }

  void addPair(CpPair pair, long neededLevel) {
    if (pairCount == pairs.length) {
      pairs = ObjectArrays.grow(pairs, pairCount + 1);
      needed = LongArrays.grow(needed, pairCount + 1);
    }
    pairs[pairCount] = pair;
    needed[pairCount++] = neededLevel;
  }

  int pairs() {
    return pairCount;
  }

  CpPair pair(int i) {
    return pairs[i];
  }

  long needed(int i) {
    return needed[i];
  }

  /** Removes the pairs that are known to be ordered. */
  void dropOrderedPairs() {
    int kept = 0;
    for (int i = 0; i < pairCount; i++) {
      if (needed[i] <= level) {
        pairs[i].ordered = true;
      } else if (!pairs[i].ordered) {
        pairs[kept] = pairs[i];
        needed[kept++] = needed[i];
      }
    }
    Arrays.fill(pairs, kept, pairCount, null);
    pairCount = kept;
  }
}
