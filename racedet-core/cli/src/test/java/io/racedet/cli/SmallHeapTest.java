package io.racedet.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.trace.HostileFiles;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file makes a command run out of memory or fail, even with a heap of 48 MB. */
class SmallHeapTest {
  private static final String HEAP = "-Xmx48m";
  private static final int SEVERAL = 12; // damaged copies of each file
  private static final int MANY = 20_000;

  @TempDir private Path folder;

  /**
   * What a command did.
   *
   * @param file the name of the file
   * @param error the first line of the errors, or empty
   */
  private record Result(String file, String command, int status, String error) {}

  private List<Result> run(long seed, int copies) throws IOException, InterruptedException {
    Path output = Files.createTempFile("small-heap", ".txt");
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  HEAP,
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SmallHeapRun.class.getName(),
                  folder.toString(),
                  Long.toString(seed),
                  Integer.toString(copies))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int status = process.waitFor();
      String text = Files.readString(output);
      assertThat(status).as("seed %d: %s", seed, text).isZero();
      List<Result> results = new ArrayList<>();
      for (String line : text.lines().toList()) {
        String[] columns = line.split("\t", 4);
        assertThat(columns).as("seed %d: %s", seed, line).hasSize(4);
        results.add(new Result(columns[0], columns[1], Integer.parseInt(columns[2]), columns[3]));
      }
      return results;
    } finally {
      Files.delete(output);
    }
  }

  /** Files whose contents, once kept or expanded, would fill the heap many times. */
  @Test
  void smallFileOfMuch_isRefusedByItsLimit() throws IOException, InterruptedException {
    StringBuilder longNames = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      longNames.append("T|w(x)|").append(i).append("x".repeat(100_000)).append('\n');
    }
    Map<String, byte[]> files =
        Map.of(
            "max-names.rdt.gz", HostileFiles.emptyNames(1, 8_000_000),
            "max-symbols.slp.gz", HostileFiles.longRule(2_000_000),
            "max-name-bytes.std.gz", longNames.toString().getBytes(UTF_8),
            "max-line.std.gz", ("T|w(x)|" + "x".repeat(5_000_000)).getBytes(UTF_8),
            "max-events.slp", HostileFiles.doubling(39));
    write(files);
    List<Result> results = run(0, 0);
    assertThat(results).hasSize(files.size() * 4);
    for (Result result : results) {
      String option = "--" + result.file().replaceAll("\\..*", "");
      if (result.file().equals("max-events.slp") && result.command().equals("info")) {
        assertThat(result.status()).as(result.toString()).isZero();
      } else if (option.equals("--max-line") && !result.command().matches("info|convert")) {
        assertThat(result.status()).as(result.toString()).isLessThanOrEqualTo(1); // lenient
      } else {
        assertThat(result.status()).as(result.toString()).isEqualTo(2);
        assertThat(result.error()).contains(", which " + option).contains(result.file() + ": ");
      }
    }
  }

  /** Their messages alone would fill the heap. */
  @Test
  void manyLinesThatCannotBeRead_areCounted() throws IOException, InterruptedException {
    write(Map.of("bad.std.gz", "x\n".repeat(300_000).getBytes(UTF_8)));
    for (Result result : run(0, 0)) {
      boolean isLenient = result.command().matches("validate|analyze");
      assertThat(result.status())
          .as(result.toString())
          .isEqualTo(result.command().equals("validate") ? 1 : isLenient ? 0 : 2);
      assertThat(result.error()).doesNotContain("memory");
    }
  }

  @Test
  void damagedFiles_areReadOrRefused() throws IOException, InterruptedException {
    damagedFiles(SEVERAL);
  }

  @Test
  @Tag("soak")
  void manyDamagedFiles_areReadOrRefused() throws IOException, InterruptedException {
    damagedFiles(MANY);
  }

  private void damagedFiles(int copies) throws IOException, InterruptedException {
    long seed = System.nanoTime();
    for (TraceFormat format : TraceFormat.all()) {
      byte[] bytes = Traces.bytes(RandomTraces.of(Shape.everything(), seed), format);
      write(Map.of("t." + format.formatName(), bytes, "t." + format.formatName() + ".gz", bytes));
    }
    write(Map.of("loop.slp", HostileFiles.doubling(15), "chain.slp.gz", HostileFiles.chain(50)));
    List<Result> results = run(seed, copies);
    assertThat(results).hasSize(8 * copies);
    for (Result result : results) {
      assertThat(result.status()).as("seed %d: %s", seed, result).isBetween(0, 2);
      if (result.status() == 2) {
        assertThat(result.error())
            .as("seed %d", seed)
            .matches("racedet: .*" + result.file() + ": (line|byte|event|the grammar|end of) .*");
      }
    }
    assertThat(results).extracting(Result::status).contains(0, 2);
  }

  /** Writes files; those named {@code .gz} are compressed. */
  private void write(Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] bytes = file.getValue();
      String name = file.getKey();
      Files.write(folder.resolve(name), name.endsWith(".gz") ? HostileFiles.gzip(bytes) : bytes);
    }
  }
}
