package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jar as built. */
class LibraryJarIT {
  private static final Path JAR = Path.of(System.getProperty("racedet.jar"));

  @Test
  void jar_hasNoOtherLibraries() throws IOException {
    try (JarFile library = new JarFile(JAR.toFile())) {
      assertThat(library.stream().map(entry -> entry.getName()))
          .contains("io/racedet/TraceAnalysis.class")
          .noneMatch(entry -> entry.matches("(com|it)/.*"));
    }
  }

  /* By reflection, since the tests have classes of the same names. */
  @Test
  void jar_writesAndReadsReports_withNoOtherJar() throws Exception {
    URL[] library = {JAR.toUri().toURL()};
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    RunReport report = RunReport.of("1", List.of(), List.of(), List.of("<a>"));
    JsonReport.write(report, written);
    try (URLClassLoader loader =
        new URLClassLoader(library, ClassLoader.getPlatformClassLoader())) {
      Object read =
          loader
              .loadClass("io.racedet.report.json.JsonReport")
              .getMethod("read", InputStream.class)
              .invoke(null, new ByteArrayInputStream(written.toByteArray()));
      assertThat(read).isNotInstanceOf(RunReport.class).hasToString(report.toString());

      Class<?> sources = loader.loadClass("io.racedet.report.Sources");
      ByteArrayOutputStream html = new ByteArrayOutputStream();
      loader
          .loadClass("io.racedet.report.html.HtmlReport")
          .getMethod("write", read.getClass(), sources, OutputStream.class)
          .invoke(null, read, sources.getField("NONE").get(null), html);
      assertThat(html.toString(StandardCharsets.UTF_8)).contains("\\u003Ca\\u003E");
    }
  }
}
