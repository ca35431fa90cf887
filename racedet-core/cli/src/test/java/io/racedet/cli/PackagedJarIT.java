package io.racedet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as built, run alone, in a process of its own. */
class PackagedJarIT {
  private static final Path JAR = Path.of(System.getProperty("racedet.cliJar"));

  @TempDir private Path folder;

  private record Run(int status, String out, String err) {}

  private Run run(List<String> jvm, String... args) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvm);
    words.addAll(List.of("-jar", JAR.toString()));
    words.addAll(Arrays.asList(args));
    File out = folder.resolve("out").toFile();
    File err = folder.resolve("err").toFile();
    Process process = new ProcessBuilder(words).redirectOutput(out).redirectError(err).start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError(words + " hangs");
    }
    return new Run(
        process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
  }

  @Test
  void cliJar_standsAlone() throws IOException, InterruptedException {
    Run version = run(List.of(), "--version");
    assertThat(version.out().strip()).isEqualTo("racedet " + System.getProperty("racedet.version"));
    assertThat(version.status()).isZero();

    Path racy = Files.writeString(folder.resolve("racy.std"), "T1|w(x)|a\nT2|w(x)|b\n");
    Run json = run(List.of(), "analyze", "--output", "json", racy.toString());
    assertThat(json.out()).startsWith("{").contains("\"write-write\"");
    assertThat(json.err()).isEmpty();
    assertThat(json.status()).isEqualTo(1);
  }

  @Test
  void cliJar_hasAllThatReportsAreMadeOf() throws IOException, InterruptedException {
    Path racy = Files.writeString(folder.resolve("racy.std"), "T1|w(x)|a\nT2|w(x)|b\n");
    Path html = folder.resolve("report.html");
    Run run = run(List.of(), "report", racy.toString(), "--html", html.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
    assertThat(html)
        .content()
        .contains("\"version\":\"" + System.getProperty("racedet.version") + '"')
        .contains("--accent:", "const Timeline");
  }

  @Test
  void tooSmallAHeap_isNotTakenForARace() throws IOException, InterruptedException {
    Run run =
        run(
            List.of("-Xmx8m"),
            "generate",
            "--variables=50000000",
            "--locks=50000000",
            "--seed=1",
            folder.resolve("g.std").toString());
    assertThat(run.err().lines()).singleElement().asString().startsWith("racedet: out of memory");
    assertThat(run.status()).isEqualTo(2);
  }
}
