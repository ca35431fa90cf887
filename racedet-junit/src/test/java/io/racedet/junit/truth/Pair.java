package io.racedet.junit.truth;

/** How often two steps of a program were ordered in its runs, by the model and in truth. */
final class Pair {

  /** One step of a program, after what its thread had learnt until then. */
  record Place(int step, long history) {}

  /** Two steps, the one with the smaller number first. */
  record Key(Place first, Place second) {}

  private int runs;
  private int forwards;
  private int backwards;
  private int modelUnordered;
  private int falseAlarms;
  private int tooStrong;
  private int contradictions;
  private int held;
  private int heldAlarms;

  /** Adds a run; an order is negative, zero or positive. One of the steps may be held back. */
  void add(int truth, int model, boolean isHeld) {
    runs++;
    if (isHeld) {
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
      heldAlarms += isHeld ? 1 : 0;
    }
    if (model != 0 && truth == 0) {
      tooStrong++;
    }
    if (model * truth < 0) {
      contradictions++;
    }
  }

  /**
   * Whether holding one step back says that the order is no chance: the model still lacks it, or
   * the runs that had it do not occur.
   *
   * @param least how many such runs would have been enough
   * @param share how many times more runs there are in which no step is held back
   */
  boolean isDecided(int least, double share) {
    return heldAlarms > 2 || held == 0 && falseAlarms >= least * share;
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
