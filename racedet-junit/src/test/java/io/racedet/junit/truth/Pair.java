package io.racedet.junit.truth;

import io.racedet.junit.truth.program.RandomProgram;

/** How often two steps of a program were ordered in its runs, by the model and in truth. */
final class Pair {

  /** One step of a program, after what its thread had learnt until then. */
  record Place(int step, long history) {

    /** The step, and what its thread had learnt. */
    String text(RandomProgram program) {
      return program.step(step) + ", with outcomes" + program.outcomes(step, history);
    }
  }

  /** Two steps, the one with the smaller number first. */
  record Key(Place first, Place second) {

    /** The other one than that of a step; null if none is of this step. */
    Place other(int step) {
      if (first.step == step) {
        return second;
      }
      return second.step == step ? first : null;
    }
  }

  /** An order in so many runs in which one step is held back is there because the other waits. */
  private static final int STEADY = 40;

  private int runs;
  private int forwards;
  private int backwards;
  private int modelUnordered;
  private int falseAlarms;
  private int tooStrong;
  private int contradictions;
  private int held;
  private int heldAlarms;
  private int freeAlarms;
  private int withoutOne;
  private int overlaps;

  /** Which step of the program is held back in a run. */
  enum Hold {
    /** One of the pair. */
    OWN,
    /** Another one, which may decide what the calls of all threads return. */
    OTHER,
    NONE
  }

  /** Adds a run; an order is negative, zero or positive. */
  void add(int truth, int model, Hold hold) {
    runs++;
    if (hold == Hold.OWN) {
      held++;
    }
    if (truth < 0) {
      forwards++;
    } else if (truth > 0) {
      backwards++;
    }
    if (model == 0) {
      modelUnordered++;
    }
    if (model == 0 && truth != 0) {
      falseAlarms++;
      heldAlarms += hold == Hold.OWN ? 1 : 0;
      freeAlarms += hold == Hold.NONE ? 1 : 0;
    }
    if (model != 0 && truth == 0) {
      tooStrong++;
    }
    if (model * truth < 0) {
      contradictions++;
    }
  }

  /**
   * Whether holding one step back says that the order is no chance: the model still lacks it, or it
   * is still there every time, or the runs that had it do not occur, not even without this step.
   *
   * @param least how many such runs would have been enough
   * @param share how many times more runs there are in which no step is held back
   */
  boolean isDecided(int least, double share) {
    return heldAlarms > 2
        || held >= STEADY
        || held == 0 && withoutOne == 0 && freeAlarms >= least * share;
  }

  /**
   * Adds a run that shows that one step does without the other: with the same outcomes, while the
   * other one is held back and not taken once, or is taken another time that does not precede it.
   */
  void addWithoutOne() {
    withoutOne++;
  }

  /** Adds a run in which one step is taken more than once, and the other one in between. */
  void addOverlap() {
    overlaps++;
  }

  /** Whether no run had the pair while one of its steps was held back. */
  boolean isNeverHeld() {
    return held == 0;
  }

  /** Whether the step with the greater number mostly comes first. */
  boolean isBackwards() {
    return backwards > forwards;
  }

  /** Whether the model lacks an order that all runs have, always in one direction. */
  boolean isFalseAlarm(int least) {
    return falseAlarms > 0 && runs >= least && (forwards == runs || backwards == runs);
  }

  /** Whether the model lacks an order that all runs have, but not in one direction. */
  boolean isExclusion(int least) {
    return falseAlarms > 0
        && overlaps == 0
        && runs >= least
        && forwards > 0
        && backwards > 0
        && forwards + backwards == runs;
  }

  /** Whether the model has an order in all runs that is not there in some. */
  boolean isMiss(int least) {
    return runs >= least && tooStrong > 1 && modelUnordered == 0 || contradictions > 1;
  }

  @Override
  public String toString() {
    return ("%d runs, %d of them with a step held back: truth before %d, after %d;"
            + " model unordered %d; false alarms %d, too strong %d, against %d")
        .formatted(
            runs,
            held,
            forwards,
            backwards,
            modelUnordered,
            falseAlarms,
            tooStrong,
            contradictions);
  }
}
