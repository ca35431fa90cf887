package io.racedet.samples.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XmlReportTest {
  @Test
  void tests_haveTheirFailures(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("TEST-a.xml"),
            """
            <testsuite name="a" time="1,234.5" tests="4">
              <properties><property name="failure" value="none"/></properties>
              <testcase name="passes()" classname="a.ATest" time="0.1"><system-out>x</system-out></testcase>
              <testcase name="fails()" classname="a.ATest"><failure message="m" type="a.Found">stack</failure></testcase>
              <testcase name="throws()" classname="a.ATest"><error type="a.Error">other</error></testcase>
              <testcase name="skipped()" classname="a.ATest"><skipped/></testcase>
            </testsuite>
            """);
    XmlReport report = XmlReport.of(file);
    assertThat(report.seconds()).isEqualTo(1234.5);
    assertThat(report.tests())
        .containsExactly(
            new XmlReport.Test("a.ATest.passes()", "", ""),
            new XmlReport.Test("a.ATest.fails()", "a.Found", "stack"),
            new XmlReport.Test("a.ATest.throws()", "a.Error", "other"),
            new XmlReport.Test("a.ATest.skipped()", "", ""));
  }
}
