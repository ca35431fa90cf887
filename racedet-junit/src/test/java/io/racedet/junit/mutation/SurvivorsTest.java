package io.racedet.junit.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.mutation.Outcome.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reasons for mutants that survive. */
class SurvivorsTest {
  private static final Survivors SURVIVORS =
      Survivors.of(
          """
          # A comment.
          because nobody looks
          C | m() | line deleted
          like .* \\| without always

          because of something else
          like D \\| .*
          """);

  private static Mutant mutant(String className, String change) {
    return new Mutant(1, 1, "Section", className, "m()", change, "");
  }

  private static Outcome outcome(String className, String change, Status status) {
    return new Outcome(mutant(className, change), status, 3, 5, "ATest.program");
  }

  @Test
  void reason_isThatAboveTheKeyOrPattern() {
    assertThat(reason("C", "line deleted", Status.SURVIVED)).isEqualTo("nobody looks");
    assertThat(reason("E", "without always", Status.SURVIVED)).isEqualTo("nobody looks");
    assertThat(reason("D", "line deleted", Status.SURVIVED)).isEqualTo("of something else");
    assertThat(reason("E", "line deleted", Status.SURVIVED)).isNull();
  }

  @Test
  void pattern_saysNothingAboutLinesOfNoProgram() {
    assertThat(reason("C", "line deleted", Status.UNCOVERED)).isEqualTo("nobody looks");
    assertThat(reason("E", "without always", Status.UNCOVERED)).isNull();
  }

  private static String reason(String className, String change, Status status) {
    return SURVIVORS.reasonOf(outcome(className, change, status));
  }

  @Test
  void row_aboutNoMutant_isReported() {
    List<Mutant> mutants = List.of(mutant("C", "line deleted"), mutant("C", "without always"));
    assertThat(SURVIVORS.ofNone(mutants)).containsExactly("like D \\| .*");
  }

  @Test
  void row_aboutMutantsThatAreAllKilled_isStale() {
    MutationReport report =
        new MutationReport(
            List.of(
                outcome("C", "line deleted", Status.KILLED),
                outcome("C", "without always", Status.SURVIVED),
                outcome("D", "line deleted", Status.SURVIVED),
                outcome("E", "line deleted", Status.SURVIVED)),
            List.of(),
            SURVIVORS);
    assertThat(report.stale()).containsExactly("C | m() | line deleted by ATest.program");
    assertThat(report.unexplained())
        .extracting(outcome -> outcome.mutant().className())
        .containsExactly("E");
    assertThat(report.text())
        .startsWith("JDK " + Runtime.version().feature() + ": 1 lines, 4 mutants, 1 killed")
        .contains("\n1 survived because nobody looks\n", "\n1 survived because of something else\n")
        .contains("\nSURVIVED 1: E | m() | line deleted\n", "\nSTALE C | m() | line deleted by");
  }
}
