package io.racedet.compressed;

import io.racedet.compressed.stretch.Stretch;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.compressed.summary.OpenSummary;
import io.racedet.event.EventBlock;

/** The changes that a stretch of a trace makes to the locks held. Not thread-safe. */
final class OpenLocksStretch implements Stretch<OpenSummary> {
  private final OpenLocks open = new OpenLocks();

  @Override
  public void event(long word, long time, long detail) {
    if (OpenLocks.isLockOp(EventBlock.op(word))) {
      open.take(word);
    }
  }

  @Override
  public void pass(long time) {
    // Accesses do not matter.
  }

  @Override
  public void append(OpenSummary next) {
    open.append(next);
  }

  @Override
  public OpenSummary summary() {
    return open.summary();
  }

  @Override
  public long steps() {
    return open.steps();
  }

  @Override
  public long space() {
    return open.size();
  }

  @Override
  public long size() {
    return open.size();
  }

  @Override
  public void clear() {
    open.clear();
  }
}
