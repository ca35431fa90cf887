package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.proof.RaceProofs;
import java.util.List;

/** Records a trace for the search for witnesses, which ends if this runs out of memory. */
final class ProofRecording {
  private final List<EngineRun> engines;
  private RaceProofs proofs; // null if no witnesses are searched for

  /** Starts with the engines whose races are to be proved. */
  ProofRecording(RaceProofs proofs, List<EngineRun> engines) {
    this.proofs = proofs;
    this.engines = engines;
  }

  void accept(EventBlock block) {
    if (proofs == null) {
      return;
    }
    try {
      proofs.record(block);
    } catch (OutOfMemoryError e) {
      proofs = null;
      long last = block.lastIndex();
      engines.forEach(engine -> engine.stopProofs(last, e));
    }
  }
}
