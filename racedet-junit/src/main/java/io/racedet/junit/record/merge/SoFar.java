package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.function.Predicate;

/**
 * What is known of a recording that is translated while it is in progress: nothing of its later
 * records. All is from the records before, so that it is the same whenever the records are
 * translated again in the same order. The merge adds a record where reads become void.
 */
public final class SoFar extends Knowledge {
  private final RawTrace trace;
  private final LockDetails.HandedStamps seenStamps = new LockDetails.HandedStamps();
  private LockDetails.HandedStamps handedStamps = LockDetails.HandedStamps.UNKNOWN;

  /**
   * Starts without a record.
   *
   * @param classes whether the class of a name is in the scope of the recording
   * @param leftover the slots of threads that an earlier repetition has started, as they are found
   */
  SoFar(RawTrace trace, SiteCatalog catalog, Predicate<String> classes, IntSet leftover) {
    super(
        trace,
        catalog,
        WalkedArrays.ofProgress(trace::lengthOf),
        new LoadedTypes(catalog, false),
        classes,
        leftover);
    this.trace = trace;
  }

  /** Adds a record that is merged, of which a later translation may need to know. */
  public void add(LogCursor at) {
    if (at.kind() == Layout.SYNC) {
      seenStamps.add(at);
    }
  }

  /** The recording is over, and all records have been added: later translations know that. */
  public void end() {
    seenStamps.end();
    handedStamps = seenStamps;
  }

  @Override
  boolean startsThread(int slot) {
    return trace.threads().get(slot).forked();
  }

  @Override
  UnknownCalls unknownCalls() {
    return new UnknownCalls();
  }

  @Override
  LockDetails.HandedStamps handedStamps() {
    return handedStamps;
  }
}
