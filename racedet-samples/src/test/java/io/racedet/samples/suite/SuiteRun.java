package io.racedet.samples.suite;

import io.racedet.samples.launch.XmlReport;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a suite in a JVM of its own.
 *
 * @param outcomes by class and test: empty if it passed or was skipped, else the failure
 * @param seconds how long the tests took
 * @param output what the JVM printed
 */
record SuiteRun(Map<String, String> outcomes, double seconds, String output) {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path JARS = TARGET.resolve("suites");
  private static final int MAX_MINUTES = 40;

  /** Runs a suite unchecked, as its authors do. */
  static SuiteRun plain(Suite suite) throws Exception {
    return run(suite, "plain", List.of(), List.of(), all(suite));
  }

  /** Runs a suite with every test checked. */
  static SuiteRun checked(Suite suite) throws Exception {
    return checked(suite, "checked", all(suite));
  }

  /** Runs some tests of a suite again, checked, without the others. */
  static SuiteRun checkedAgain(Suite suite, Set<String> tests) throws Exception {
    return checked(suite, "again", tests.stream().map(SuiteRun::selector).distinct().toList());
  }

  /**
   * The method, or the whole class if the method has parameters, since the name does not contain
   * their types.
   */
  private static String selector(String test) {
    int end = test.indexOf('(');
    String method = test.substring(0, end);
    int dot = method.lastIndexOf('.');
    String type = method.substring(0, dot);
    return test.endsWith("()")
        ? "--select-method=" + type + '#' + method.substring(dot + 1)
        : "--select-class=" + type;
  }

  private static List<String> all(Suite suite) {
    List<String> selection = new ArrayList<>();
    selection.add("--select-package=" + suite.select());
    selection.add("--include-classname=" + suite.include());
    suite.exclude().ifPresent(pattern -> selection.add("--exclude-classname=" + pattern));
    return selection;
  }

  private static SuiteRun checked(Suite suite, String kind, List<String> selection)
      throws Exception {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> withoutJUnit =
        Arrays.stream(own.split(File.pathSeparator))
            .filter(entry -> !isOfJUnit(Path.of(entry).getFileName().toString()))
            .filter(entry -> !entry.contains("racedet-samples"))
            .toList();
    return run(
        suite,
        kind,
        withoutJUnit,
        List.of("-Dracedet.auto=true", "-Dracedet.instrument=" + suite.instrument()),
        selection);
  }

  /* The suites have releases of JUnit of their own. */
  private static boolean isOfJUnit(String file) {
    return file.startsWith("junit-") || file.startsWith("opentest4j-");
  }

  private static SuiteRun run(
      Suite suite, String kind, List<String> own, List<String> settings, List<String> selection)
      throws Exception {
    Path reports = Files.createDirectories(TARGET.resolve("suite-" + suite.name() + '-' + kind));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx4g",
                "-Djava.locale.providers=COMPAT",
                "--add-opens=java.base/java.lang=ALL-UNNAMED"));
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(settings);
    command.addAll(
        List.of(
            "-cp",
            String.join(File.pathSeparator, classPath(suite, own)),
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=none",
            "--reports-dir=" + reports));
    command.addAll(selection);
    String output = execute(command, reports.resolve("output.txt"));
    return parse(reports.resolve("TEST-junit-jupiter.xml"), output);
  }

  /* The Byte Buddy of racedet, which in a release is not on the class path, must not be that of a
   * suite, which may not know the class files of this JDK. */
  private static List<String> classPath(Suite suite, List<String> own) throws IOException {
    List<String> all = new ArrayList<>();
    own.stream().filter(SuiteRun::isByteBuddy).forEach(all::add);
    all.add(jars(suite.name()));
    all.add(jars("common"));
    own.stream().filter(entry -> !isByteBuddy(entry)).forEach(all::add);
    return all;
  }

  private static boolean isByteBuddy(String entry) {
    return Path.of(entry).getFileName().toString().startsWith("byte-buddy");
  }

  private static String execute(List<String> command, Path output) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(output.getParent().toFile()) // some suites write files to where they run
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output);
    if (!ended) {
      throw new AssertionError(
          "the suite did not terminate within " + MAX_MINUTES + " minutes:\n" + text);
    }
    return text;
  }

  private static String jars(String directory) throws IOException {
    try (Stream<Path> jars = Files.list(JARS.resolve(directory))) {
      return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static SuiteRun parse(Path file, String output) throws Exception {
    XmlReport report = XmlReport.of(file);
    Map<String, String> outcomes = new TreeMap<>();
    report.tests().forEach(test -> outcomes.put(test.name(), test.text()));
    return new SuiteRun(outcomes, report.seconds(), output);
  }
}
