package io.racedet.fleet;

import io.racedet.trace.generated.Workload;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** A trace so long that its file has several splits by itself. */
@Tag("soak")
class LongFileSoakTest extends LongTraceTest {
  @Override
  int events() {
    return 9_000_000;
  }

  @Override
  void write(Path file, Workload workload) {
    Traces.generate(file, workload);
  }
}
