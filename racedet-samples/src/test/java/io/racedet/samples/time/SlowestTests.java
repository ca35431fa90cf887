package io.racedet.samples.time;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Prints which test classes of a build took longest, of all of its modules. */
public final class SlowestTests {
  private static final int MAX_CLASSES = 20;

  /** A module in a module, and in it the folder, the reports, the file. */
  private static final int MAX_DEPTH = 5;

  private SlowestTests() {}

  /** Seconds by the clock: how much of them a class waited for others is not known. */
  private record TestClass(String name, int tests, double seconds) {}

  /**
   * Prints the list; nothing if no test was run.
   *
   * @param arguments the root of the build, and when it began: older reports are of other builds
   * @throws IOException if a report cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    Instant begin = Instant.parse(arguments[1]);
    List<TestClass> classes;
    try (Stream<Path> reports = Files.find(root, MAX_DEPTH, (file, is) -> isReport(file))) {
      classes =
          reports
              .filter(report -> !isOlder(report, begin))
              .map(SlowestTests::read)
              .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
              .toList();
    }
    if (classes.isEmpty()) {
      return;
    }
    System.out.printf(
        Locale.ROOT,
        "%d tests of %d classes took %.0f s in their JVMs; the slowest classes:%n",
        classes.stream().mapToInt(TestClass::tests).sum(),
        classes.size(),
        classes.stream().mapToDouble(TestClass::seconds).sum());
    classes.stream()
        .limit(MAX_CLASSES)
        .forEach(
            test ->
                System.out.printf(
                    Locale.ROOT, "%7.1f s %5d tests  %s%n", test.seconds, test.tests, test.name));
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml")
        && file.getParent().getFileName().toString().matches("(surefire|failsafe)-reports")
        && file.getParent().getParent().endsWith("target");
  }

  private static boolean isOlder(Path report, Instant begin) {
    return report.toFile().lastModified() < begin.toEpochMilli();
  }

  private static TestClass read(Path report) {
    try (InputStream in = Files.newInputStream(report)) {
      XMLStreamReader suite = XMLInputFactory.newFactory().createXMLStreamReader(in);
      suite.nextTag();
      return new TestClass(
          suite.getAttributeValue(null, "name"),
          Integer.parseInt(suite.getAttributeValue(null, "tests")),
          Double.parseDouble(suite.getAttributeValue(null, "time").replace(",", "")));
    } catch (IOException | XMLStreamException e) {
      throw new IllegalStateException(report.toString(), e);
    }
  }
}
