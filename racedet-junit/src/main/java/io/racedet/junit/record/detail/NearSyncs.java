package io.racedet.junit.record.detail;

import io.racedet.report.SyncPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The synchronisation of a thread nearest to an access, on one side of it. What is inside of the
 * JDK or of other code that is not woven is shown only if it can order something of the other
 * thread.
 */
final class NearSyncs {
  /** How many are looked at; if none of so many is to be shown, the nearest is. */
  static final int KEPT = 8;

  /**
   * One of them.
   *
   * @param object identifies what it is of
   * @param isInside whether it is in code that is not woven
   */
  record Near(SyncPoint point, long object, boolean isInside) {}

  private final List<Near> nearest = new ArrayList<>(1); // the nearest first

  /** Adds the next one, away from the access. */
  void add(Near next) {
    nearest.add(next);
  }

  /** Whether no more of them are needed, whatever the other thread does. */
  boolean isComplete() {
    return nearest.size() == KEPT || nearest.stream().anyMatch(near -> !near.isInside());
  }

  /**
   * The one to show; empty if there is none.
   *
   * @param isOfTheOther whether the other thread has a counterpart of what is of an object: an
   *     acquire if this is a release
   */
  Optional<Near> shown(LongPredicate isOfTheOther) {
    Optional<Near> concerning =
        nearest.stream()
            .filter(near -> !near.isInside() || isOfTheOther.test(near.object()))
            .findFirst();
    boolean mayBeMore = nearest.size() == KEPT;
    return mayBeMore ? concerning.or(() -> nearest.stream().findFirst()) : concerning;
  }
}
