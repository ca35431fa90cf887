package io.racedet.engine;

/**
 * The accesses of each variable that are atomic by themselves, the last of each thread, since its
 * last plain write. Few variables have any.
 */
final class AtomicAccesses {
  private final AccessRows rows = new AccessRows(false);

  /** Whether there was any, of any variable. */
  boolean areUsed() {
    return rows.areUsed();
  }

  void read(int variable, int thread, long epoch, long place) {
    rows.put(variable, false, thread, epoch, place);
  }

  void write(int variable, int thread, long epoch, long place) {
    rows.put(variable, true, thread, epoch, place);
  }

  /** The reads of a variable, as a row of {@link AccessTable}. */
  long[] reads(int variable) {
    return rows.row(variable, false);
  }

  /** The writes of a variable, as a row of {@link AccessTable}. */
  long[] writes(int variable) {
    return rows.row(variable, true);
  }

  /** Forgets the accesses of a variable. */
  void clear(int variable) {
    rows.clear(variable);
  }
}
