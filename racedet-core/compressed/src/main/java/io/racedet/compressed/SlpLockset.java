package io.racedet.compressed;

import io.racedet.compressed.stretch.LocksetBeginning;
import io.racedet.compressed.stretch.LocksetStretch;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.catalogue.Engines;

/**
 * Reports the variables that violate the lockset discipline, computed from the rules of a grammar.
 */
public final class SlpLockset extends CompressedEngine {
  /** Called by the loader of services. */
  public SlpLockset() {
    super(
        new EngineClaims(
            "slp-lockset",
            "lockset discipline",
            2,
            EngineClaims.Soundness.UNSOUND,
            EngineClaims.Exactness.VARIABLES,
            "O(g v L) for accesses and O(g s^2 T) for the order, with a grammar of size g with v"
                + " variables, s threads and locks in a rule and L locks held, but at most that of"
                + " eraser",
            "O(g), and those of eraser and fasttrack",
            "Kini, Mathur, Viswanathan: Data race detection on compressed traces, FSE 2018"),
        (grammar, setup) -> Engines.named("eraser").create(setup),
        LocksetStretch::new,
        LocksetBeginning::new);
  }
}
