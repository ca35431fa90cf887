package io.racedet.race;

/**
 * The limits that can make a result less complete without an error, or take much longer. A result
 * says which of them took effect, as {@link ReachedLimit}.
 */
public enum Limit {
  /** How many superseded accesses to a variable an engine with bounded history keeps. */
  EDGES("--edges"),
  /** How many finished critical sections of a thread and lock such an engine keeps. */
  SECTIONS("--sections"),
  /** How many events a window has; no pairs across windows are found. */
  WINDOW("--window"),
  /** How many steps the search for a witness of one pair of accesses may take. */
  SEARCH_STEPS("--budget"),
  /** How many steps all searches for witnesses in a trace may take together. */
  TOTAL_STEPS("--total-budget"),
  /** How many steps the search for cycles of lock requests may take. */
  CYCLE_STEPS(""),
  /**
   * How many steps the search for deadlocks in reorderings that keep the order of the locks may
   * take. Those that it does not decide are left to the general search for witnesses.
   */
  CLOSURE_STEPS(""),
  /** For how many pairs of accesses of one race a witness is searched for. */
  PAIRS_TRIED(""),
  /**
   * How many wakes and notifies without their lock a trace may have to be analysed by the rules of
   * its grammar. With more, all events are analysed, with the same result.
   */
  RULES("");

  private final String option;

  Limit(String option) {
    this.option = option;
  }

  /**
   * {@return the option of the command line that sets this limit, for example {@code --edges},
   * empty if there is none}
   */
  public String option() {
    return option;
  }

  /**
   * {@return that this limit took effect, for reports}
   *
   * @param effect what was cut off
   */
  public ReachedLimit reached(String effect) {
    return new ReachedLimit(name(), effect, option);
  }
}
