package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.HbBeginning;
import io.racedet.compressed.stretch.HbStretch;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;

/** Reports the first happens-before race of each variable, computed from the rules of a grammar. */
public final class SlpHb extends CompressedEngine {
  /** Called by the loader of services. */
  public SlpHb() {
    super(
        new EngineClaims(
            "slp-hb",
            "happens-before",
            2,
            EngineClaims.Soundness.FIRST_RACE,
            EngineClaims.Exactness.FIRST_RACE_OF_VARIABLE,
            "O(g s^2 T) for a grammar of size g with s threads and locks in a rule, but at most"
                + " that of fasttrack",
            "O(g), and that of fasttrack",
            "Kini, Mathur, Viswanathan: Data race detection on compressed traces, FSE 2018"),
        SlpHb::faster,
        HbStretch::new,
        HbBeginning::new);
  }

  private static Engine faster(Grammar grammar, EngineSetup setup) {
    String engine = HbEngineChoice.isByLocksets(grammar) ? "goldilocks" : "fasttrack";
    return Engines.named(engine).create(setup);
  }
}
