package io.racedet.race;

/**
 * A limit that took effect: why a result is less complete than the input would allow.
 *
 * @param limit name of the limit, for example {@code TOTAL_STEPS}
 * @param effect what was cut off, for example {@code 3 of 8 races were not searched for a witness}
 * @param option the option that sets the limit, for example {@code --total-budget}; empty if there
 *     is none
 */
public record ReachedLimit(String limit, String effect, String option) {
  /**
   * {@return the limit as text, for example {@code 3 of 8 races were not searched for a witness
   * (see --total-budget)}}
   */
  public String text() {
    return option.isEmpty() ? effect : effect + " (see " + option + ")";
  }
}
