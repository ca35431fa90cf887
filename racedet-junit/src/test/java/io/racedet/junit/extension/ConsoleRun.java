package io.racedet.junit.extension;

import io.racedet.junit.ForkedJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A run of test classes in a JVM of its own, under a given JUnit release.
 *
 * @param outcomes by test case: {@code passed} or the class of the failure
 * @param output what the JVM printed, including failure messages
 */
record ConsoleRun(Map<String, String> outcomes, String output) {
  private static final Path RELEASES = Path.of("target", "junit-releases");

  /** The JUnit releases that the build has copied, the oldest first. */
  static List<Path> releases() throws IOException {
    try (Stream<Path> jars = Files.list(RELEASES)) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
    }
  }

  static ConsoleRun of(Path release, Path reports, List<String> jvmArguments, Class<?>... classes)
      throws Exception {
    List<String> console =
        new ArrayList<>(List.of("org.junit.platform.console.ConsoleLauncher", "execute"));
    console.addAll(List.of("--disable-banner", "--details=none", "--reports-dir=" + reports));
    console.add("--config=racedet.hangAfter=5m"); // a new JVM is slow on a busy machine
    Arrays.stream(classes).map(c -> "--select-class=" + c.getName()).forEach(console::add);
    // Else another JVM is started to attach the agent, as PlainProgramTest has it.
    List<String> options = new ArrayList<>(List.of("-Djdk.attach.allowAttachSelf=true"));
    options.addAll(jvmArguments);
    // The release brings all of JUnit.
    String others = ForkedJvm.classPathWithout("junit-platform-", "junit-jupiter", "opentest4j");
    ForkedJvm jvm =
        ForkedJvm.run(
            reports,
            options,
            release + File.pathSeparator + others,
            console.toArray(String[]::new));
    return new ConsoleRun(outcomes(reports.resolve("TEST-junit-jupiter.xml")), jvm.output());
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
