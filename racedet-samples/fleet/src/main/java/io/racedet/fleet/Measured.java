package io.racedet.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.apache.spark.SparkConf;

/**
 * Runs {@link AnalyzeFleet} and prints in the last line how long it took, the time of processors,
 * and its memory.
 */
final class Measured {
  private static final long NANOS = 1_000_000_000;
  private static final int KIB = 1024;

  private Measured() {}

  public static void main(String[] args) throws IOException {
    long begin = System.nanoTime();
    int status = AnalyzeFleet.run(args, new SparkConf(), System.out, System.err);
    double seconds = (System.nanoTime() - begin) / (double) NANOS;
    long processor =
        ProcessHandle.current().info().totalCpuDuration().map(Duration::toSeconds).orElse(-1L);
    System.out.printf(Locale.ROOT, "%.0f | %d | %d%n", seconds, processor, peak());
    System.exit(status);
  }

  /** The most memory that the process has had, in MiB, as Linux counts it; -1 elsewhere. */
  private static long peak() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return -1;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / KIB)
        .findFirst()
        .orElse(-1);
  }
}
