package io.racedet.fleet;

import io.racedet.TraceAnalysis;
import java.io.Serializable;
import java.util.List;

/**
 * How traces are analysed.
 *
 * @param engines names of engines
 * @param budget steps of the search for the witness of a pair; 0 for no search
 * @param totalBudget steps of all searches in a trace
 * @param lenient whether what is malformed is left out and counted
 */
record AnalysisChoice(List<String> engines, long budget, long totalBudget, boolean lenient)
    implements Serializable {
  AnalysisChoice {
    engines = List.copyOf(engines);
  }

  /** The same with other engines. */
  AnalysisChoice with(List<String> others) {
    return new AnalysisChoice(others, budget, totalBudget, lenient);
  }

  /** Starts an analysis by these engines. */
  TraceAnalysis.Builder analysis() {
    return checking(engines.toArray(new String[0])).witnesses(budget, totalBudget);
  }

  /** An analysis without engines, for a second reading. */
  TraceAnalysis secondReading() {
    return checking().build();
  }

  private TraceAnalysis.Builder checking(String... names) {
    return TraceAnalysis.with(names).lenient(lenient);
  }
}
