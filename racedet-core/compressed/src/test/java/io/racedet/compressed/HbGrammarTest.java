package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.HbBeginning;
import io.racedet.compressed.stretch.HbStretch;
import io.racedet.compressed.stretch.HbSummary;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Happens-before races computed from summaries of random grammars, compared with the definition.
 */
class HbGrammarTest extends GrammarContract<HbSummary> {
  @Override
  Stretch<HbSummary> inner(AllocatedVariables allocated) {
    return new HbStretch(allocated);
  }

  @Override
  Beginning<HbSummary> first(RaceSink races, AllocatedVariables allocated) {
    return new HbBeginning(races, allocated);
  }

  /** For each variable the first access that races, with the last one that it races with. */
  @Override
  List<Found> expected(TestTrace trace, RawTrace raw) {
    Map<Integer, Pair> first = new TreeMap<>();
    for (Pair pair : new HappensBefore(trace).races()) {
      first.merge(
          trace.event(pair.second()).operand(),
          pair,
          (a, b) ->
              a.second() < b.second() || a.second() == b.second() && a.first() > b.first() ? a : b);
    }
    List<Found> expected = new ArrayList<>();
    first.forEach(
        (variable, pair) ->
            expected.add(new Found(raw.variable(variable), pair.first(), pair.second(), false)));
    return expected;
  }
}
