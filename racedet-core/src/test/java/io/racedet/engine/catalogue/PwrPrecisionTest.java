package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The precision suite of the authors of PWR: the numbers of pairs, false pairs and lost pairs. */
class PwrPrecisionTest {
  private static final String EXACT = "pwr-ee";
  private static final String LIMITED = "pwr-ee-l";
  private static final String WITHOUT_EDGES = "pwr-l";

  static Stream<LitmusCase> suite() {
    return Litmus.handmade().stream().filter(litmus -> litmus.name().startsWith("speedygo_"));
  }

  @ParameterizedTest
  @MethodSource("suite")
  void engines_case_reportTheTableOrASubset(LitmusCase litmus, TestReporter reporter) {
    SortedSet<Pair> exact = PwrRun.of(EXACT, litmus.trace()).pairs();
    SortedSet<Pair> limited = PwrRun.of(LIMITED, litmus.trace()).pairs();
    assertThat(exact).isEqualTo(litmus.pairs("PWR")).containsAll(litmus.pairs("strict"));
    assertThat(exact).containsAll(limited);
    assertThat(limited).containsAll(PwrRun.of(WITHOUT_EDGES, litmus.trace()).pairs());
    SortedSet<Pair> lost = new TreeSet<>(exact);
    lost.removeAll(limited);
    if (!lost.isEmpty()) {
      reporter.publishEntry(litmus.name() + ", lost by " + LIMITED, lost.toString());
    }
    List<Pair> beyond =
        exact.stream().filter(pair -> !PwrRun.isWithinEdges(litmus.trace(), pair)).toList();
    assertThat(lost).containsExactlyElementsOf(beyond);
  }

  @Test
  void pwrEe_suite_67Pairs8FalseNoneMissed() {
    assertThat(suite()).hasSize(22);
    SortedSet<Pair> oneCase;
    int pairs = 0;
    int unpredictable = 0;
    int missed = 0;
    for (LitmusCase litmus : suite().toList()) {
      oneCase = PwrRun.of(EXACT, litmus.trace()).pairs();
      pairs += oneCase.size();
      SortedSet<Pair> strict = litmus.pairs("strict");
      assertThat(strict).isEqualTo(litmus.pairs("enabled"));
      missed += (int) strict.stream().filter(pair -> !isIn(pair, litmus)).count();
      oneCase.removeAll(strict);
      unpredictable += oneCase.size();
    }
    assertThat(List.of(pairs, unpredictable, missed)).containsExactly(67, 8, 0);
  }

  private static boolean isIn(Pair pair, LitmusCase litmus) {
    return PwrRun.of(EXACT, litmus.trace()).pairs().contains(pair);
  }

  /** 30 writes against one: more than 25 edges and the newest write can give. */
  @Test
  void pwrEeL_30Writes_losesTheFourOldest() {
    LitmusCase litmus = suite().filter(c -> c.name().equals("speedygo_06")).findFirst().get();
    assertThat(PwrRun.of(EXACT, litmus.trace()).pairs()).hasSize(30);
    assertThat(PwrRun.of(LIMITED, litmus.trace()).pairs())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(5, 30).mapToObj(e -> new Pair(e, 31)).toList());
    assertThat(PwrRun.of(WITHOUT_EDGES, litmus.trace()).pairs()).containsExactly(new Pair(30, 31));
  }
}
