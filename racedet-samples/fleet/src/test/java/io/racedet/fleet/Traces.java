package io.racedet.fleet;

import io.racedet.event.EventBlock;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes traces for tests. */
final class Traces {
  /** No order between the write and the read. */
  static final String OBSERVED =
      """
      main|fork(worker)|
      main|w(order.total)|Shop.java:12
      worker|r(order.total)|Shop.java:34
      """;

  /** A lock orders the write and the read of the same places, by chance. */
  static final String HIDDEN =
      """
      main|fork(worker)|
      main|w(order.total)|Shop.java:12
      main|acq(cart)|Shop.java:13
      main|rel(cart)|Shop.java:15
      worker|acq(cart)|Shop.java:31
      worker|rel(cart)|Shop.java:33
      worker|r(order.total)|Shop.java:34
      """;

  static final String CLEAN =
      """
      main|w(order.total)|Shop.java:12
      main|fork(worker)|
      worker|r(order.total)|Shop.java:34
      """;

  private Traces() {}

  /** Writes text, and makes the folders. */
  static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a generated trace with some races, in the format of the extension. */
  static Path generate(Path file, long events, long seed) {
    return generate(file, new Workload(4, 5, 300, events, 15, 60, 5_000, seed));
  }

  static Path generate(Path file, Workload workload) {
    try {
      Files.createDirectories(file.getParent());
      TraceReader trace = new GeneratedTrace(workload);
      EventBlock block = new EventBlock();
      try (TraceWriter out = TraceFile.create(file, null, trace.names())) {
        while (trace.read(block)) {
          out.write(block);
          block.clear();
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
