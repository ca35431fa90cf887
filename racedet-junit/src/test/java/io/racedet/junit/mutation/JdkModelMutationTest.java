package io.racedet.junit.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
   * {@code since}: the file of an earlier model, of whose lines no mutants are tried; {@code
   * every}: one of so many, for a sample; {@code programs}: for the names of test classes), where
   * the files are ({@code output}; those of {@code earlier} say which mutants have been killed
   * already), and whether a survivor without a reason is a failure ({@code strict}).
   */
  @Test
  @Tag("soak")
  void everyMutant_failsAProgram() throws Exception {
    List<Mutant> mutants = chosen();
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

  private static List<Mutant> chosen() throws IOException {
    Pattern pattern = Pattern.compile(option("mutants", ""));
    Set<String> earlier = identities(option("since", ""));
    List<Mutant> mutants =
        Mutations.of(ModelText.ofJdk()).stream()
            .filter(mutant -> pattern.matcher(name(mutant)).find())
            .filter(mutant -> !earlier.contains(mutant.identity()))
            .toList();
    int every = Integer.parseInt(option("every", "1"));
    return IntStream.range(0, mutants.size())
        .filter(index -> index % every == every / 2)
        .mapToObj(mutants::get)
        .toList();
  }

  private static Set<String> identities(String model) throws IOException {
    return model.isEmpty()
        ? Set.of()
        : Mutations.of(ModelText.of(Path.of(model))).stream()
            .map(Mutant::identity)
            .collect(Collectors.toSet());
  }

  private static String name(Mutant mutant) {
    return mutant.section() + " | " + mutant.key();
  }
}
