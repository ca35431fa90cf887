package io.racedet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.CpRelation;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.WcpRelation;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CpTest {
  static Stream<LitmusCase> withTable() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  /**
   * As long as there is no race, all pairs of a variable are ordered if the successive ones are.
   */
  @ParameterizedTest
  @MethodSource("withTable")
  void cp_litmus_reportsTheSuccessivePairsOfTheTable(LitmusCase litmus) {
    SortedSet<Pair> table = litmus.pairs("CP");
    SortedSet<Pair> reported = pairs(litmus.trace());
    assertThat(reported).isEqualTo(new SuccessiveAccesses(litmus.trace()).of(table));
    assertThat(reported.isEmpty()).isEqualTo(table.isEmpty());
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void cp_litmus_agreesWithDefinition(LitmusCase litmus) {
    check(litmus.trace());
  }

  @Test
  void cp_2000RandomTraces_agreesWithDefinition() {
    int[] count = new int[3];
    RandomRuns.checkSome(
        trace -> {
          SortedSet<Pair> races = check(trace);
          count[0] += races.isEmpty() ? 0 : 1;
          SortedSet<Pair> observed =
              new TreeSet<>(io.racedet.oracle.HappensBefore.asObserved(trace).races());
          count[1] += observed.containsAll(races) ? 0 : 1;
          count[2] += new WcpRelation(trace).races().equals(new CpRelation(trace).races()) ? 0 : 1;
        });
    System.out.println(java.util.Arrays.toString(count));
  }

  @Test
  @Tag("soak")
  void cp_100000RandomTraces_agreesWithDefinition(TestReporter reporter) {
    RandomRuns.checkMany(reporter, CpTest::check);
  }

  private static SortedSet<Pair> check(TestTrace trace) {
    SortedSet<Pair> races = new SuccessiveAccesses(trace).of(new CpRelation(trace).races());
    EngineRun<Cp> run = EngineRun.of(Cp::new, trace);
    assertThat(run.pairs()).isEqualTo(races).hasSameSizeAs(run.reports());
    return races;
  }

  private static SortedSet<Pair> pairs(TestTrace trace) {
    return EngineRun.of(Cp::new, trace).pairs();
  }
}
