package io.racedet.samples.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.engine.catalogue.Engines;
import io.racedet.junit.RaceFree;
import io.racedet.race.Grade;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** What the README and the other documents show is what happens. */
class ReadmeTest {
  private static final Path EXAMPLE = Path.of("src/test/java/com/acme/AccountTest.java");
  private static final Path SPIN_LOCK =
      Path.of("src/test/java/io/racedet/samples/readme/SpinLock.java");
  private static final Path FEED =
      Path.of("../racedet-core/src/test/java/io/racedet/ReadmeFeedExampleTest.java");

  private static final Path PARTS =
      Path.of("../racedet-core/parts/src/test/java/io/racedet/part/ReadmePartExampleTest.java");

  private static final Document README = Document.of("README.md");
  private static final Document CORE = Document.of("racedet-core/README.md");
  private static final Document FIGURES = Document.of("racedet-core/src/jmh/README.md");
  private static final Document JUNIT = Document.of("racedet-junit/README.md");

  private static final int MAX_README_LINES = 150;
  private static final int MAX_LINE_LENGTH = 120;
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

  @Test
  void firstExample_isTheTestThatIsRun() throws IOException {
    assertThat(README.blocks("java").get(0)).isEqualTo(Files.readString(EXAMPLE));
  }

  /** With more time than by default: on a busy machine it ends before the race is confirmed. */
  @Test
  void firstOutput_isThatOfTheTest() throws ClassNotFoundException {
    List<Outcome> outcomes = new ArrayList<>();
    TestRun.of(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(Class.forName("com.acme.AccountTest"), "depositsAreSafe"))
            .configurationParameter("racedet.timeLimit", "30s")
            .build(),
        outcomes::add);
    assertThat(outcomes).hasSize(1);
    String report = outcomes.get(0).report().orElseThrow().getMessage();
    assertThat(shape(README.blocks("").get(0))).isEqualTo(shape(report));
  }

  @Test
  void feedExample_isTheOneThatIsRun() throws IOException {
    assertThat(CORE.blocks("java")).contains(marked(FEED));
  }

  @Test
  void feedOutput_isWhatItsTestExpects() throws IOException {
    String source = Files.readString(FEED);
    String marks = "\"\"\"\n";
    int begin = source.indexOf(marks) + marks.length();
    String expected = source.substring(begin, source.indexOf("\"\"\"", begin)).stripIndent();
    assertThat(CORE.blocks("text").get(0).strip()).isEqualTo(expected.strip());
  }

  @Test
  void javaCode_isCompiledByTests() throws IOException {
    Set<String> compiled =
        Set.of(Files.readString(EXAMPLE), marked(FEED), marked(PARTS), spinLockExample());
    Set<String> shown = new HashSet<>();
    for (Document document : Document.all()) {
      shown.addAll(document.blocks("java"));
    }
    assertThat(shown).isEqualTo(compiled);
  }

  @Test
  void engines_areThoseThatThereAre() {
    assertThat(firstCells(CORE.section("## Engines"), "name"))
        .containsExactlyInAnyOrderElementsOf(Engines.names());
  }

  @Test
  void attributes_areThoseOfTheAnnotation() {
    List<String> attributes =
        Arrays.stream(RaceFree.class.getDeclaredMethods()).map(Method::getName).toList();
    assertThat(firstCells(JUNIT.section("## Attributes"), "attribute"))
        .containsExactlyInAnyOrderElementsOf(attributes);
    assertThat(firstCells(README.text(), "attribute")).hasSize(5).isSubsetOf(attributes);
  }

  @Test
  void grades_areThoseThatThereAre() {
    List<String> grades =
        Arrays.stream(Grade.values())
            .map(Enum::name)
            .filter(name -> !name.equals(Grade.REFUTED.name()))
            .toList();
    assertThat(firstCells(README.text(), "grade")).containsExactlyInAnyOrderElementsOf(grades);
    assertThat(firstCells(JUNIT.text(), "grade")).containsExactlyInAnyOrderElementsOf(grades);
  }

  @Test
  void picture_namesPackagesAndClassesThatExist() throws IOException {
    Set<String> files = new HashSet<>();
    for (String module : List.of("racedet-core", "racedet-junit")) {
      Path sources = Document.ROOT.resolve(module).resolve("src/main/java/io/racedet");
      try (Stream<Path> paths = Files.walk(sources)) {
        paths.map(path -> path.toString().replace(".java", "")).forEach(files::add);
      }
    }
    String picture = Document.of(".github/CONTRIBUTING.md").blocks("text").get(0);
    List<String> names = words(picture, "\\b(io[.][a-z.]+|junit[.][a-z.]+|[A-Z]\\w+)");
    assertThat(names)
        .hasSizeGreaterThan(15)
        .allSatisfy(
            name ->
                assertThat(files).anyMatch(file -> file.endsWith('/' + name.replace('.', '/'))));
  }

  @Test
  void readme_isShort_andLinksToAllOtherDocuments() throws IOException {
    assertThat(README.lines()).hasSizeLessThanOrEqualTo(MAX_README_LINES);
    List<Path> links = README.links().stream().map(Document.Link::target).toList();
    assertThat(Document.all())
        .hasSizeGreaterThanOrEqualTo(7)
        .filteredOn(document -> !document.equals(README))
        .allSatisfy(document -> assertThat(links).contains(document.path()));
  }

  @Test
  void lines_areNotTooLong() throws IOException {
    for (Document document : Document.all()) {
      assertThat(document.lines())
          .as(document.toString())
          .allMatch(line -> line.length() <= MAX_LINE_LENGTH);
    }
  }

  @Test
  void links_leadToFilesAndHeadings() throws IOException {
    for (Document document : Document.all()) {
      for (Document.Link link : document.links()) {
        assertThat(link.target()).as(document.toString()).exists();
        if (!link.anchor().isEmpty()) {
          Set<String> anchors = Document.of(link.target().toString()).anchors();
          assertThat(anchors).as(document + " to " + link.target()).contains(link.anchor());
        }
      }
    }
  }

  @Test
  void mavenProfilesAndTests_areThoseThatThereAre() throws IOException {
    StringBuilder poms = new StringBuilder();
    for (String module :
        List.of(".", "racedet-core", "racedet-junit", "racedet-samples", "racedet-samples/fleet")) {
      poms.append(Files.readString(Document.ROOT.resolve(module).resolve("pom.xml")));
    }
    for (Document document : Document.all()) {
      assertThat(words(document, "-P(\\w+)"))
          .as(document.toString())
          .allMatch(profile -> poms.indexOf("<id>" + profile + "</id>") > 0);
      assertThat(words(document, "-Dtest=(\\w+)"))
          .as(document.toString())
          .allMatch(ReadmeTest::isTestClass);
    }
  }

  @Test
  void commandOutput_isThatOfTheCommand(@TempDir Path folder) throws Exception {
    CommandLine racedet = commandLine(folder);
    Files.createDirectory(folder.resolve("src"));
    int commands = 0;
    for (String block : CORE.blocks("text")) {
      for (String session : block.split("(?m)^\\$ ")) {
        String[] parts = session.split("\n", 2);
        List<String> words = List.of(parts[0].split(" "));
        if (words.get(0).equals("cat")) {
          Files.writeString(folder.resolve(words.get(1)), parts[1]);
        } else if (words.get(0).equals("racedet")) {
          String output = racedet.run(words.subList(1, words.size()));
          assertThat(output).as(parts[0]).isEqualTo(parts[1]);
          commands++;
        }
      }
    }
    assertThat(commands).isEqualTo(4);
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void commandsAndOptions_areThoseThatThereAre(@TempDir Path folder) throws Exception {
    CommandLine racedet = commandLine(folder);
    Set<String> verbs =
        words(racedet.help("--help"), "(?m)^  ([a-z]+)  +[A-Z]").stream()
            .collect(Collectors.toSet());
    StringBuilder help = new StringBuilder();
    for (String verb : verbs) {
      String ownHelp = racedet.help(verb, "--help");
      help.append(ownHelp);
      Stream<String> rows =
          CORE.lines().stream().filter(line -> line.matches("\\| `" + verb + "\\b.*"));
      Stream<String> lines =
          FIGURES.lines().stream().filter(line -> line.startsWith("racedet " + verb + " "));
      assertThat(Stream.concat(rows, lines).flatMap(ReadmeTest::options))
          .as(verb)
          .allMatch(ownHelp::contains);
    }
    assertThat(Set.copyOf(firstWords(CORE.section("### Commands")))).isEqualTo(verbs);
    assertThat(options(CORE.text())).allMatch(option -> help.indexOf(option) >= 0);
  }

  private static CommandLine commandLine(Path folder) throws IOException {
    Optional<CommandLine> racedet = CommandLine.in(folder);
    assumeTrue(racedet.isPresent(), "the command line is not packaged: run mvn verify");
    return racedet.orElseThrow();
  }

  /** The part of a test that a document shows. */
  private static String marked(Path test) throws IOException {
    String source = Files.readString(test);
    String begin = "// README: begin\n";
    String run = source.substring(source.indexOf(begin) + begin.length());
    return run.substring(0, run.indexOf("    // README: end")).indent(-4);
  }

  /** The methods that have annotations, without what they do. */
  private static String spinLockExample() throws IOException {
    String methods =
        Pattern.compile("  @SyncModel\\(.*\\)\n  .*\\{\n")
            .matcher(Files.readString(SPIN_LOCK))
            .results()
            .map(MatchResult::group)
            .map(method -> method.stripTrailing() + " ... }\n")
            .collect(Collectors.joining("\n"));
    return "final class SpinLock {\n" + methods + "}\n";
  }

  private static boolean isTestClass(String name) {
    for (String module : List.of("racedet-core", "racedet-junit", "racedet-samples")) {
      Path tests = Document.ROOT.resolve(module).resolve("src/test/java");
      try (Stream<Path> files = Files.walk(tests)) {
        if (files.anyMatch(file -> file.endsWith(name + ".java"))) {
          return true;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return false;
  }

  /** The code in the first cell of each row, in the tables whose first column has this title. */
  private static List<String> firstCells(String text, String title) {
    return Pattern.compile("(?m)^\\| " + title + " \\|.*\n\\|---.*\n((?:\\|.*\n)*)")
        .matcher(text)
        .results()
        .flatMap(table -> words(table.group(1), "(?m)^\\| `([^`]+)` \\|").stream())
        .toList();
  }

  private static List<String> firstWords(String text) {
    return words(text, "(?m)^\\| `([a-z]+)\\b");
  }

  private static List<String> words(Document document, String pattern) {
    return words(document.text(), pattern);
  }

  private static List<String> words(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(word -> word.group(1)).toList();
  }

  private static Stream<String> options(String text) {
    return OPTION.matcher(text).results().map(MatchResult::group);
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
        .replaceAll("attempt \\d+", "attempt")
        .replaceAll("replay=\\S+", "replay")
        .replaceAll("seed=\\S+", "seed")
        .replaceAll(" *\\d+ pairs of accesses at these locations\\n", "");
  }
}
