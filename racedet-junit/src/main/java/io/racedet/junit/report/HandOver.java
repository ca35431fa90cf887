package io.racedet.junit.report;

import io.racedet.event.Op;
import io.racedet.report.SyncPoint;
import java.util.Optional;

/**
 * What the synchronisation of the first thread after its access and that of the second one before
 * its access are to each other, if they have the same name: why they do not order the accesses.
 */
public enum HandOver {
  /** They have different names, or one of them is missing. */
  UNRELATED,
  /** The second thread came first, so that it has received nothing of the first one. */
  BACKWARDS,
  /** They are of different keys or elements of one object, or of objects whose names are equal. */
  DIFFERENT,
  /** Both are in read mode. */
  SHARED,
  /** It orders them in the run that is shown. */
  FORWARDS;

  /**
   * Compares two synchronisations.
   *
   * @param areSame whether they are of the same lock, variable or channel
   */
  public static HandOver of(
      Optional<SyncPoint> first, Optional<SyncPoint> second, boolean areSame) {
    if (first.isEmpty()
        || second.isEmpty()
        || !first.get().operand().equals(second.get().operand())
        || first.get().op().operand() != second.get().op().operand()) {
      return UNRELATED;
    }
    if (!areSame) {
      return DIFFERENT;
    }
    if (first.get().index() > second.get().index()) {
      return BACKWARDS;
    }
    boolean areShared =
        first.get().op() == Op.RELEASE_SHARED && second.get().op() == Op.ACQUIRE_SHARED;
    return areShared ? SHARED : FORWARDS;
  }
}
