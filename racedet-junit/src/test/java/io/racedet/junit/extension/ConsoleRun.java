package io.racedet.junit.extension;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A run of test classes in a JVM of its own, under a given JUnit release.
 *
 * @param outcomes by test case: {@code passed} or the class of the failure
 * @param output what the JVM printed, failure messages included
 */
record ConsoleRun(Map<String, String> outcomes, String output) {
  private static final Path RELEASES = Path.of("target", "junit-releases");

  /** The releases that the build has copied, the oldest first. */
  static List<Path> releases() throws IOException {
    try (Stream<Path> jars = Files.list(RELEASES)) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
    }
  }

  static ConsoleRun of(Path release, Path reports, List<String> jvmArguments, Class<?>... classes)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", classPathWith(release)));
    command.add("org.junit.platform.console.ConsoleLauncher");
    command.addAll(List.of("execute", "--disable-banner", "--details=none"));
    command.add("--reports-dir=" + reports);
    Arrays.stream(classes).map(c -> "--select-class=" + c.getName()).forEach(command::add);
    File output = reports.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output.toPath());
    if (!ended) {
      throw new AssertionError("the JVM did not end:\n" + text);
    }
    return new ConsoleRun(outcomes(reports.resolve("TEST-junit-jupiter.xml")), text);
  }

  /** The class path of this test with another JUnit. */
  private static String classPathWith(Path release) {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.concat(
            Stream.of(release.toString()),
            Arrays.stream(own.split(File.pathSeparator))
                .filter(
                    entry ->
                        Stream.of("junit-platform-", "junit-jupiter", "opentest4j")
                            .noneMatch(Path.of(entry).getFileName().toString()::startsWith)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Map<String, String> outcomes(Path report) throws Exception {
    Map<String, String> outcomes = new TreeMap<>();
    NodeList cases =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element testCase = (Element) cases.item(i);
      NodeList failures = testCase.getElementsByTagName("failure");
      NodeList errors = testCase.getElementsByTagName("error");
      Element failure = (Element) (failures.getLength() > 0 ? failures.item(0) : errors.item(0));
      outcomes.put(
          testCase.getAttribute("name"), failure == null ? "passed" : failure.getAttribute("type"));
    }
    return outcomes;
  }
}
