package io.racedet.proof;

import static io.racedet.proof.ProvedTraces.HANDED_OVER;
import static io.racedet.proof.ProvedTraces.REVERSED;
import static io.racedet.proof.ProvedTraces.analyze;
import static io.racedet.proof.ProvedTraces.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.AnalysisReport;
import io.racedet.RaceAnalysis;
import io.racedet.RaceFeed;
import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.race.Witness;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a report says of races that are undecided because of a limit. */
class UndecidedRacesTest {
  @Test
  void budgetSpent_staysPredicted_andSaysSo() throws IOException {
    RaceReport report = analyze(REVERSED, 1);
    assertThat(report.refuted()).isEmpty();
    assertThat(report.races())
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.grade()).isEqualTo(Grade.PREDICTED);
              assertThat(race.witness()).isEqualTo(Witness.NONE);
              assertThat(race.remark())
                  .matches("the search for a witness gave up after \\d+ steps");
              assertThat(AnalysisReport.text(race)).contains(race.remark());
            });
  }

  @Test
  void budgetSpent_isALimitOfTheReport() throws IOException {
    RaceReport report = analyze(REVERSED, 1);
    ReachedLimit limit =
        new ReachedLimit(
            "SEARCH_STEPS",
            "1 of 1 race not decided: a search for a witness may take 1 steps",
            "--budget");
    assertThat(report.limits()).containsExactly(limit);
    assertThat(report.text())
        .endsWith(
            "1 race in 6 events\n"
                + "limit: 1 of 1 race not decided: a search for a witness may take 1 steps (see"
                + " --budget)\n");
    assertThat(analyze(REVERSED, 1_000).limits()).isEmpty();
  }

  /** The pair that is further apart is searched last. */
  @Test
  void totalSpent_nearestAreDecided_othersStayPredicted_andTheReportSaysSo() throws IOException {
    String far = REVERSED.replace("T2|w(z)", "T2|w(o)|\nT2|w(o)|\nT2|w(z)").replace(":", ":1");
    String text = far.replace("(z)", "(far)").replace("(a)", "(b)") + REVERSED;
    RaceReport all = run(TraceAnalysis.with("tsan").witnesses(1_000), text).get(0);
    assertThat(all.races()).extracting(Race::grade).containsOnly(Grade.WITNESSED);
    assertThat(all.limits()).isEmpty();
    Set<List<Grade>> seen = new LinkedHashSet<>();
    for (long total = 1; total < 1_000; total++) {
      RaceReport report = run(TraceAnalysis.with("tsan").witnesses(1_000, total), text).get(0);
      List<Grade> grades = report.races().stream().map(Race::grade).toList();
      seen.add(grades);
      if (grades.equals(List.of(Grade.PREDICTED, Grade.WITNESSED))) {
        assertThat(report.races().get(0).variable()).isEqualTo("far");
        assertThat(report.races().get(0).remark())
            .endsWith(": the budget of all searches is spent");
        assertThat(report.limits())
            .containsExactly(
                new ReachedLimit(
                    "TOTAL_STEPS",
                    "1 of 2 races not decided: all searches for witnesses together may take "
                        + total
                        + " steps",
                    "--total-budget"));
      }
    }
    assertThat(seen)
        .containsExactly(
            List.of(Grade.PREDICTED, Grade.PREDICTED),
            List.of(Grade.PREDICTED, Grade.WITNESSED),
            List.of(Grade.WITNESSED, Grade.WITNESSED));
  }

  @Test
  void nearestPairsRefuted_othersNotTried_staysPredicted() throws IOException {
    assertThat(analyze(repeated(33), 1_000).refuted()).isEmpty();
    assertThat(analyze(repeated(33), 1_000).races())
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.grade()).isEqualTo(Grade.PREDICTED);
              assertThat(race.count()).isEqualTo(33);
              assertThat(race.remark())
                  .isEqualTo(
                      "the 32 nearest pairs cannot race in any reordering; the others were not"
                          + " tried");
            });
    assertThat(analyze(repeated(33), 1_000).limits())
        .containsExactly(
            new ReachedLimit(
                "PAIRS_TRIED",
                "1 of 1 race not decided: only the 32 nearest pairs of each race are tried",
                ""));
    assertThat(analyze(repeated(32), 1_000).limits()).isEmpty();
    assertThat(analyze(repeated(32), 1_000).races()).isEmpty();
    assertThat(analyze(repeated(32), 1_000).refuted()).hasSize(1);
  }

  /** Accesses of a number of variables by the same two lines, none of which can race. */
  private static String repeated(int times) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < times; i++) {
      String variables = HANDED_OVER.replace("(x)", "(x" + i + ")");
      text.append(variables.replace("(y)", "(y" + i + ")").replace("(a)", "(a" + i + ")"));
    }
    return text.toString();
  }

  @Test
  void witnesses_negativeBudget_refused() {
    assertThatThrownBy(() -> RaceAnalysis.with("tsan").witnesses(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> TraceAnalysis.with("tsan").witnesses(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RaceFeed.with("tsan").witnesses(1, -2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("total budget: -2");
  }
}
