package io.racedet.junit.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each line of the model of the JDK has a program that fails without it. */
class JdkModelMutationTest {
  private static final String PREFIX = "racedet.mutation.";

  private static String option(String name, String otherwise) {
    return System.getProperty(PREFIX + name, otherwise);
  }

  @Test
  void reasons_areAboutMutants() {
    List<Mutant> mutants = Mutations.of(ModelText.ofJdk());
    assertThat(Survivors.ofFile().ofNone(mutants)).isEmpty();
  }

  /**
   * Properties choose what to try ({@code mutants}: a regular expression for section and key;
   * {@code programs}: for the names of test classes), where the files are ({@code output}; those of
   * {@code earlier} say which mutants have been killed already), and whether a survivor without a
   * reason is a failure ({@code strict}).
   */
  @Test
  @Tag("soak")
  void everyMutant_failsAProgram() throws Exception {
    Pattern chosen = Pattern.compile(option("mutants", ""));
    List<Mutant> mutants =
        Mutations.of(ModelText.ofJdk()).stream()
            .filter(mutant -> chosen.matcher(mutant.section() + " | " + mutant.key()).find())
            .toList();
    Path directory = Path.of(option("output", "target/mutation")).toAbsolutePath();
    MutationRun run =
        new MutationRun(
            directory,
            option("programs", ""),
            Long.parseLong(option("seed", "1")),
            Duration.ofSeconds(Long.parseLong(option("patience", "120"))),
            Duration.ofSeconds(Long.parseLong(option("budget", "60"))));
    List<String> failing = run.cover();
    EarlierRun earlier = EarlierRun.of(option("earlier", ""));
    List<Outcome> outcomes = earlier.merged(mutants, run.attempt(earlier.survivorsOf(mutants)));
    MutationReport report = new MutationReport(outcomes, failing, Survivors.ofFile());
    Files.writeString(directory.resolve("report.txt"), report.text());
    System.out.println(report.text());
    if (Boolean.getBoolean(PREFIX + "strict")) {
      assertThat(report.unexplained()).isEmpty();
      assertThat(report.stale()).isEmpty();
    }
  }
}
