package io.racedet.engine.catalogue;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.compressed.CompressedEngine;
import io.racedet.engine.compressed.stretch.LocksetBeginning;
import io.racedet.engine.compressed.stretch.LocksetStretch;

/**
 * Reports the variables that violate the lockset discipline, computed from the rules of a grammar.
 */
final class SlpLockset {
  static final CompressedEngine ENGINE =
      CompressedEngine.of(
          new EngineClaims(
              "slp-lockset",
              "lockset discipline",
              2,
              EngineClaims.Soundness.UNSOUND,
              EngineClaims.Exactness.VARIABLES,
              "O(g v L) for a grammar of size g with v variables in a rule and L locks; O(n L) where it"
                  + " is no smaller than the trace",
              "O(g v L)",
              "Kini, Mathur, Viswanathan: Data race detection on compressed traces, FSE 2018"),
          (grammar, setup) -> new Eraser(setup),
          LocksetStretch::new,
          LocksetBeginning::new);

  private SlpLockset() {}
}
