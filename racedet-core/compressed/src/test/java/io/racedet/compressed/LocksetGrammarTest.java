package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.LocksetBeginning;
import io.racedet.compressed.stretch.LocksetStretch;
import io.racedet.compressed.stretch.LocksetSummary;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.LocksetDiscipline;
import io.racedet.oracle.TestTrace;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.List;

/** Violations of the lockset discipline computed from summaries of random grammars. */
class LocksetGrammarTest extends GrammarContract<LocksetSummary> {
  @Override
  Stretch<LocksetSummary> inner(AllocatedVariables allocated) {
    return new LocksetStretch(allocated);
  }

  @Override
  Beginning<LocksetSummary> first(RaceSink races, AllocatedVariables allocated) {
    return new LocksetBeginning(races, allocated);
  }

  @Override
  List<Found> expected(TestTrace trace, RawTrace raw) {
    LocksetDiscipline discipline = new LocksetDiscipline(trace);
    HappensBefore order = new HappensBefore(trace);
    List<Found> expected = new ArrayList<>();
    discipline
        .violations()
        .forEach(
            (variable, second) -> {
              int first = discipline.partner(second);
              boolean ordered = first == 0 || !order.order().unordered(first, second);
              expected.add(new Found(raw.variable(variable), first, second, ordered));
            });
    return expected;
  }
}
