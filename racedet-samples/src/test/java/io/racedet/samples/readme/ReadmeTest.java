package io.racedet.samples.readme;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/racedet/samples/readme/AccountTest.java");
  private static final Path FEED =
      Path.of("../racedet-core/src/test/java/io/racedet/ReadmeFeedExampleTest.java");

  @Test
  void firstExample_isTheTestThatIsRun() throws IOException {
    String source = Files.readString(EXAMPLE);
    String shown = source.substring(source.indexOf("class AccountTest"));
    assertThat(blocks("java").get(0)).isEqualTo(shown);
  }

  @Test
  void firstOutput_isThatOfTheTest() throws IOException {
    Outcome outcome = TestRun.of(AccountTest.class, "depositsAreSafe");
    String report = outcome.report().orElseThrow().getMessage();
    assertThat(shape(blocks("").get(0))).isEqualTo(shape(report));
  }

  @Test
  void feedExample_isPartOfTheTestThatIsRun() throws IOException {
    assertThat(indented(Files.readString(FEED))).contains(indented(blocks("java").get(1)));
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher matcher =
        Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(README));
    return matcher.results().map(block -> block.group(1)).toList();
  }

  /** The report without what differs between two runs. */
  private static String shape(String report) {
    return report.strip();
  }

  private static String indented(String code) {
    return code.strip().indent(-100);
  }
}
