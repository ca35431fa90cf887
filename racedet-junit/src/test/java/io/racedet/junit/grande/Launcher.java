package io.racedet.junit.grande;

import java.io.IOException;
import java.util.Optional;

/** Knows a process in which a program is run and measured. */
interface Launcher {
  /** Its command and environment. */
  ProcessBuilder process(Run run) throws IOException;

  /** What an ended process has measured; empty if it did not come so far. */
  Optional<Measurement> measured(Run run) throws IOException;
}
