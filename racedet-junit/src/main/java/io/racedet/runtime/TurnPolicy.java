package io.racedet.runtime;

import io.racedet.runtime.memory.Pace;

/*
 * [1] Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
 * guarantees of finding bugs", ASPLOS 2010.
 * [2] Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018.
 */

/**
 * Which of the threads that could go on does so. All decisions follow from the seed, the paths of
 * the threads and what they have done so far.
 */
enum TurnPolicy {
  /**
   * PCT [1]: each thread has a random priority, and at a few random turns the thread that would
   * have its turn gets one below all others. How many turns there are is not known beforehand: the
   * seed has an estimate in it, or one is drawn.
   */
  PRIORITIES {
    @Override
    long priority(long seed, ThreadBuffer thread, int turns) {
      int lowered = thread.pace.turn.lowered;
      return lowered != 0 ? -lowered : draw(seed ^ thread.pace.path());
    }

    @Override
    boolean lowers(long seed, int turns) {
      int changes = changes(seed);
      int length = length(seed);
      for (int i = 1; i <= changes; i++) {
        if (draw(seed + i) % length == turns) {
          return true;
        }
      }
      return false;
    }
  },

  /**
   * POS [2]: each event has a random priority, which is drawn anew when another thread has just
   * accessed its variable.
   */
  EVENTS {
    @Override
    long priority(long seed, ThreadBuffer thread, int turns) {
      Pace pace = thread.pace;
      return draw(seed ^ pace.path() + ((long) pace.steps() << 32) + pace.turn.draws);
    }

    @Override
    boolean drawsAgain() {
      return true;
    }
  },

  /** A random walk: all threads are equally likely at each turn. */
  WALK {
    @Override
    long priority(long seed, ThreadBuffer thread, int turns) {
      return draw(seed ^ thread.pace.path() + turns);
    }
  },

  /**
   * All threads wait before one instruction, whose hash is in the seed, for as long as one can go
   * on elsewhere; otherwise each thread has a random priority. If the seed names none, each
   * instruction has a random priority. Not from the literature: with many threads that do the same,
   * an order in which all of them are late has a probability that does not depend on their number.
   */
  INSTRUCTIONS {
    @Override
    long priority(long seed, ThreadBuffer thread, int turns) {
      int hash = thread.session.sites.hash(thread.pace.turn.site);
      long ofThread = draw(seed ^ thread.pace.path());
      int late = (int) seed & HASH_MASK;
      if (late != 0) {
        return late == (hash & HASH_MASK) ? ofThread >> HASH_BITS : ofThread | FIRST;
      }
      return draw(seed + hash) & ~LOW_BITS | ofThread & LOW_BITS;
    }
  };

  /** Bits of a seed that hold bits of the hash of an instruction; all of them 0 for none. */
  private static final int HASH_BITS = 16;

  private static final int HASH_MASK = (1 << HASH_BITS) - 1;
  private static final long FIRST = 1L << 62;

  private static final long LOW_BITS = (1L << 20) - 1;

  /** Bits of a seed that hold the binary logarithm of the expected number of turns. */
  static final int LENGTH_BITS = 5;

  private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
  private static final int LONGEST = 12;
  private static final int MOST_CHANGES = 3;

  /** The priority of what a thread is about to do: the thread with the largest one goes on. */
  abstract long priority(long seed, ThreadBuffer thread, int turns);

  /** Whether the thread that would go on now gets a priority below those of all others. */
  boolean lowers(long seed, int turns) {
    return false;
  }

  /** Whether an access changes the priorities of the threads at the same variable. */
  boolean drawsAgain() {
    return false;
  }

  private static int changes(long seed) {
    return (int) (draw(seed ^ LOW_BITS) % (MOST_CHANGES + 1));
  }

  private static int length(long seed) {
    int given = (int) seed & LENGTH_MASK;
    int bits = given == 0 ? 1 + (int) (draw(~seed) % LONGEST) : Math.min(given, LONGEST + 4);
    return 1 << bits;
  }

  /** A random number, not negative. */
  private static long draw(long from) {
    return Pace.mix(Pace.mix(from)) >>> 1;
  }
}
