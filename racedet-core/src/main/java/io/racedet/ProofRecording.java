package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.proof.RaceProofs;
import java.util.List;

/**
 * Records a trace for all searches for witnesses in it. If this fails, for example because memory
 * runs out, they end.
 */
final class ProofRecording {
  /** A search for witnesses. */
  @FunctionalInterface
  interface Search {
    /** Ends the search, which cannot have the trace. */
    void stopProofs(long event, Throwable cause);
  }

  private final List<? extends Search> searches;
  private RaceProofs proofs; // null if no witnesses are searched for

  /**
   * Starts recording.
   *
   * @param proofs null if no witnesses are searched for
   */
  ProofRecording(RaceProofs proofs, List<? extends Search> searches) {
    this.proofs = proofs;
    this.searches = searches;
  }

  void accept(EventBlock block) {
    if (proofs == null || block.size() == 0) {
      return;
    }
    try {
      proofs.record(block);
    } catch (RuntimeException | Error e) {
      proofs = null;
      long last = block.lastIndex();
      searches.forEach(search -> search.stopProofs(last, e));
    }
  }
}
