package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.AccessIds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
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

  /** Returns the variables that were forgotten and to which the results do not refer. */
  private static Set<Integer> replay(TestTrace trace, RaceAnalysis to, boolean forgets) {
    Set<Integer> unnamed = new HashSet<>();
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
        if (space == Operand.VARIABLE && !to.refersTo(space, event.operand())) {
          unnamed.add(event.operand());
        }
      }
    }
    return unnamed;
  }

  private static Set<Integer> variables(RaceAnalysis ended) {
    return ended.ids().stream()
        .flatMap(ids -> Stream.of(ids.first(), ids.second()))
        .map(AccessIds::variable)
        .collect(Collectors.toSet());
  }

  private void assertSame(TestTrace trace, String... engines) {
    RaceAnalysis all = begin(engines);
    RaceAnalysis some = begin(engines);
    replay(trace, all, false);
    Set<Integer> unnamed = replay(trace, some, true);
    assertThat(some.finish().races())
        .as("%s of%n%s", List.of(engines), trace)
        .isEqualTo(all.finish().races());
    assertThat(some.ids()).isEqualTo(all.ids());
    assertThat(variables(all)).noneMatch(unnamed::contains);
  }

  /** Thread 0 starts thread 1 after writing variable 0; variable 1 is in a race. */
  private static RaceAnalysis ofTwoVariables(String engine) {
    RaceAnalysis analysis = RaceAnalysis.with(engine).start();
    analysis.event(Op.WRITE, 0, 0, 1);
    analysis.event(Op.FORK, 0, 1, 2);
    analysis.event(Op.WRITE, 0, 1, 3);
    analysis.event(Op.WRITE, 1, 0, 4);
    analysis.event(Op.WRITE, 1, 1, 5);
    analysis.forget(Operand.VARIABLE, 0);
    analysis.forget(Operand.VARIABLE, 1);
    return analysis;
  }

  @Example
  void resultsRefer_toVariablesOfRaces_andToLocksThatAreHeld() {
    RaceAnalysis analysis = ofTwoVariables("shb");
    assertThat(analysis.refersTo(Operand.VARIABLE, 0)).isFalse();
    assertThat(analysis.refersTo(Operand.VARIABLE, 1)).isTrue();
    assertThat(analysis.refersTo(Operand.LOCK, 0)).isTrue();
    assertThat(analysis.refersTo(Operand.SYNC, 0)).isFalse();
    assertThat(analysis.refersTo(Operand.CHANNEL, 0)).isFalse();
  }

  @Example
  void resultsOfAnEngineThatCannotForget_mayReferToAll() {
    assertThat(ofTwoVariables("wdp").refersTo(Operand.VARIABLE, 0)).isTrue();
  }

  @Example
  void wakeFromACondition_afterItsLockIsForgotten_isOrderedAfterTheNotify() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acq(l)",
            "T1|rel(l)",
            "T2|w(x)",
            "T2|notify(l#c)",
            "T1|acq(l)",
            "T1|wake(l#c)",
            "T1|r(x)");
    assertSame(trace, "fasttrack", "pwr-ee-l");
    assertSame(trace, "djit", "shb");
    RaceAnalysis forgetting = begin("fasttrack");
    replay(trace, forgetting, true);
    assertThat(forgetting.finish().races()).isEmpty();
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
