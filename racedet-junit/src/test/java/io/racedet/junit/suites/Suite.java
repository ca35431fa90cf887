package io.racedet.junit.suites;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The suites. The first of the jars has the tests. */
enum Suite {
  /** A suite of JUnit Jupiter that computes, of many short tests of one thread. */
  COLLECTIONS(
      Form.JUPITER,
      "org.apache.commons.collections4",
      // A suite of JUnit 3, which Jupiter does not run.
      "GuavaTestlibTest",
      "org.apache.commons:commons-collections4:4.5.0:tests",
      "org.apache.commons:commons-collections4:4.5.0",
      "org.apache.commons:commons-lang3:3.17.0",
      "commons-io:commons-io:2.19.0",
      "commons-codec:commons-codec:1.18.0",
      "org.easymock:easymock:5.5.0",
      "org.objenesis:objenesis:3.4",
      "net.bytebuddy:byte-buddy:1.18.17",
      "org.hamcrest:hamcrest:3.0"),
  /** A suite of JUnit Jupiter that reads and writes tables. */
  CSV(
      Form.JUPITER,
      "org.apache.commons.csv",
      // A benchmark, which ends the JVM.
      "PerformanceTest",
      "org.apache.commons:commons-csv:1.14.1:tests",
      "org.apache.commons:commons-csv:1.14.1",
      "org.apache.commons:commons-lang3:3.17.0",
      "commons-io:commons-io:2.19.0",
      "commons-codec:commons-codec:1.18.0",
      "com.h2database:h2:2.2.224",
      "org.mockito:mockito-core:4.11.0",
      "org.objenesis:objenesis:3.4",
      "net.bytebuddy:byte-buddy:1.18.17",
      "net.bytebuddy:byte-buddy-agent:1.18.17"),
  /** A suite of JUnit Jupiter that works on texts. */
  TEXT(
      Form.JUPITER,
      "org.apache.commons.text",
      "",
      "org.apache.commons:commons-text:1.14.0:tests",
      "org.apache.commons:commons-text:1.14.0",
      "org.apache.commons:commons-lang3:3.17.0",
      "commons-io:commons-io:2.19.0",
      "org.apache.commons:commons-rng-simple:1.6",
      "org.apache.commons:commons-rng-core:1.6",
      "org.apache.commons:commons-rng-client-api:1.6",
      "org.mockito:mockito-core:4.11.0",
      "org.objenesis:objenesis:3.4",
      "net.bytebuddy:byte-buddy:1.18.17",
      "net.bytebuddy:byte-buddy-agent:1.18.17"),
  /** Of a suite of JUnit 4, the tests of matrices: long loops over arrays. */
  MATH(
      Form.OLD,
      "org.apache.commons.math3.linear",
      "",
      "org.apache.commons:commons-math3:3.6.1:tests",
      "org.apache.commons:commons-math3:3.6.1",
      "junit:junit:4.13.2",
      "org.hamcrest:hamcrest-core:1.3"),
  /** Of Guava's suite, of JUnit 3, the tests of what is used by several threads. */
  GUAVA(
      Form.OLD,
      "com.google.common.util.concurrent",
      // It reads the sources of annotations that the jar does not have.
      "PackageSanityTests",
      "com.google.guava:guava-tests:19.0:tests",
      "com.google.guava:guava:19.0",
      "com.google.guava:guava-testlib:19.0",
      "com.google.code.findbugs:jsr305:1.3.9",
      "org.easymock:easymock:3.0",
      "org.mockito:mockito-core:1.8.5",
      "cglib:cglib-nodep:2.2",
      "org.objenesis:objenesis:1.2",
      "com.google.truth:truth:0.25",
      "junit:junit:4.13.2",
      "org.hamcrest:hamcrest-core:1.3"),
  /** Of 2,000 tests that do next to nothing. */
  TRIVIAL(Form.GENERATED, "com.acme.trivial", ""),
  /** The test of ten lines in the README, as it stands there. */
  README(Form.EXAMPLE, "", "");

  /** What its tests are. */
  enum Form {
    /** Tests of JUnit Jupiter in a jar. */
    JUPITER,
    /** Tests of JUnit 3 or 4 in a jar, each called by a test of JUnit Jupiter. */
    OLD,
    /** Source text that is written here. */
    GENERATED,
    /** The source text of an example. */
    EXAMPLE
  }

  private final Form form;
  private final String packages;
  private final String excluded;
  private final List<Artifact> artifacts;

  Suite(Form form, String packages, String excluded, String... coordinates) {
    this.form = form;
    this.packages = packages;
    this.excluded = excluded;
    artifacts = Stream.of(coordinates).map(Artifact::of).toList();
  }

  /** The suite with a name. */
  static Suite of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Its name in the property and in the table. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  Form form() {
    return form;
  }

  /** The package of its tests, and of what is woven; empty for what racedet weaves by itself. */
  String packages() {
    return packages;
  }

  /** Whether a class may have tests of the suite. */
  boolean includes(String className) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    return className.startsWith(packages + '.')
        && className.indexOf('$') < 0
        && (simple.endsWith("Test") || simple.endsWith("Tests"))
        && !simple.equals(excluded);
  }

  /** All jars that it needs, beside those of JUnit Jupiter. */
  List<Artifact> artifacts() {
    return artifacts;
  }
}
