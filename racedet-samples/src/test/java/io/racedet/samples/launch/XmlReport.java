package io.racedet.samples.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A report of tests in the XML form of Surefire, which the launcher of JUnit writes, too.
 *
 * @param seconds how long the tests took
 */
public record XmlReport(List<Test> tests, double seconds) {
  /**
   * A test.
   *
   * @param name with its class
   * @param failure the type of what it has thrown; empty if it passed or was skipped
   * @param text of the failure, with its stack
   */
  public record Test(String name, String failure, String text) {
    private static Test of(Element test) {
      List<Element> failures =
          Stream.of("failure", "error").flatMap(kind -> elements(test, kind).stream()).toList();
      return new Test(
          test.getAttribute("classname") + '.' + test.getAttribute("name"),
          failures.isEmpty() ? "" : failures.get(0).getAttribute("type"),
          failures.isEmpty() ? "" : failures.get(0).getTextContent());
    }
  }

  /** Reads a file. */
  public static XmlReport of(Path file)
      throws IOException, ParserConfigurationException, SAXException, ParseException {
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    // The time is written as Americans do, from 1,000 s with a comma.
    return new XmlReport(
        elements(suite, "testcase").stream().map(Test::of).toList(),
        NumberFormat.getInstance(Locale.US).parse(suite.getAttribute("time")).doubleValue());
  }

  private static List<Element> elements(Element parent, String kind) {
    NodeList found = parent.getElementsByTagName(kind);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
