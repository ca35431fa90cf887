package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.order.HappensBefore;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.Pair;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/** The detector of CP on one trace, which may arrive in parts. */
abstract class CpTestCase {
  final List<Pair> races = new ArrayList<>();
  final CpDetector cp =
      new CpDetector(
          new EngineSetup(
              null,
              (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                  races.add(new Pair((int) first, (int) second))),
          new HappensBefore(),
          0);
  int done;

  void run(String... trace) {
    runTo(Integer.MAX_VALUE, trace);
  }

  void runTo(int end, String... lines) {
    TestTrace trace = TestTrace.parse(lines);
    while (done < Math.min(end, trace.size())) {
      TraceEvent e = trace.event(++done);
      if (e.isAccess()) {
        cp.accessOf(e.op(), e.operand(), Epoch.of(e.thread(), done), 0);
      } else {
        cp.order(e.op(), e.thread(), e.operand(), done);
      }
    }
  }

  void assertExact(String... lines) {
    run(lines);
    cp.finish();
    TestTrace trace = TestTrace.parse(lines);
    assertThat(races)
        .containsExactlyInAnyOrderElementsOf(
            new SuccessiveAccesses(trace).of(new CpRelation(trace).races()));
  }
}
