package io.racedet.race;

/**
 * The dense ids of one of the two accesses of a race, as assigned by the producer of the trace.
 *
 * @param index 1-based index in the trace, 0 when an engine has no such access
 * @param thread the thread, -1 when there is no access
 * @param variable the variable
 * @param location where in the source, -1 when unknown
 */
public record AccessIds(long index, int thread, int variable, int location) {
  /** {@return whether this is an access of the trace; false where an engine has none} */
  public boolean isKnown() {
    return index > 0;
  }
}
