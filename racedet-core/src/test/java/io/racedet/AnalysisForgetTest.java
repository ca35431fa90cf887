package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op.Operand;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** An analysis that is told of each id after its last event finds the same races. */
class AnalysisForgetTest {
  private record Id(Operand space, int number) {}

  @Provide
  Arbitrary<TestTrace> traces() {
    return Arbitraries.of(
            Shape.plain().withVariables(6).withMaxEvents(40),
            Shape.atomics().withVariables(5).withMaxEvents(40),
            Shape.everything().withVariables(5).withMaxEvents(60),
            Shape.waits().withMaxEvents(60))
        .flatMap(RandomTraces::arbitrary);
  }

  private static RaceAnalysis begin(String... engines) {
    return RaceAnalysis.with(engines).everyPair(true).delay(1).start();
  }

  private static void send(TraceEvent event, RaceAnalysis to) {
    to.event(event.op(), event.thread(), event.operand(), event.location());
  }

  private static void replay(TestTrace trace, RaceAnalysis to, boolean forgets) {
    Map<Id, Integer> last = new HashMap<>();
    for (int i = 1; i <= trace.size(); i++) {
      last.put(new Id(trace.event(i).op().operand(), trace.event(i).operand()), i);
    }
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent event = trace.event(i);
      send(event, to);
      Operand space = event.op().operand();
      boolean isOver = last.get(new Id(space, event.operand())) == i;
      if (forgets && isOver && space != Operand.NONE && space != Operand.THREAD) {
        to.forget(space, event.operand());
      }
    }
  }

  private void assertSame(TestTrace trace, String... engines) {
    RaceAnalysis all = begin(engines);
    RaceAnalysis some = begin(engines);
    replay(trace, all, false);
    replay(trace, some, true);
    assertThat(some.finish().races())
        .as("%s of%n%s", List.of(engines), trace)
        .isEqualTo(all.finish().races());
    assertThat(some.ids()).isEqualTo(all.ids());
  }

  @Property(tries = 300)
  void forgottenIds_changeNoRace(@ForAll("traces") TestTrace trace) {
    assertSame(trace, "fasttrack", "pwr-ee-l");
    assertSame(trace, "djit", "shb");
  }

  /** Engines that need everything are not affected. */
  @Property(tries = 50)
  void engineThatCannotForget_doesNot(@ForAll("traces") TestTrace trace) {
    assertSame(trace, "wdp", "fasttrack");
  }
}
