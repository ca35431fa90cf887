package io.racedet.samples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.catalogue.Engines;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what happens. */
class ReadmeTest {
  private static final Path README = Path.of("../README.md");
  private static final Path EXAMPLE = Path.of("src/test/java/com/acme/AccountTest.java");
  private static final Path FEED =
      Path.of("../racedet-core/src/test/java/io/racedet/ReadmeFeedExampleTest.java");

  @Test
  void firstExample_isTheTestThatIsRun() throws IOException {
    assertThat(blocks("java").get(0)).isEqualTo(Files.readString(EXAMPLE));
  }

  @Test
  void firstOutput_isThatOfTheTest() throws Exception {
    Outcome outcome = TestRun.of(Class.forName("com.acme.AccountTest"), "depositsAreSafe");
    String report = outcome.report().orElseThrow().getMessage();
    assertThat(shape(blocks("").get(0))).isEqualTo(shape(report));
  }

  @Test
  void feedExample_isTheOneThatIsRun() throws IOException {
    String source = Files.readString(FEED);
    String begin = "// README: begin\n";
    String run = source.substring(source.indexOf(begin) + begin.length());
    assertThat(blocks("java"))
        .contains(run.substring(0, run.indexOf("    // README: end")).indent(-4));
  }

  @Test
  void engines_areThoseThatThereAre() throws IOException {
    String readme = Files.readString(README);
    assertThat(Engines.names()).allSatisfy(name -> assertThat(readme).contains("| `" + name + "`"));
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher matcher =
        Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(README));
    return matcher
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** A report without what differs from run to run: who came first, and the numbers. */
  private static String shape(String report) {
    return report
        .strip()
        .replaceAll("(write|read)-(write|read) race", "race")
        .replaceAll("(write|read) by", "access by")
        .replaceAll("parallel-[12]", "parallel")
        .replaceAll("lambda\\$depositsAreSafe\\$[01]", "lambda")
        .replaceAll("repetition \\d+ \\(schedule \\w+\\)", "repetition")
        .replaceAll("try \\d+", "try")
        .replaceAll("replay=\\S+", "replay")
        .replaceAll("seed=\\S+", "seed")
        .replaceAll(" *\\d+ pairs of accesses at these places\\n", "");
  }
}
