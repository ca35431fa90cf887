package io.racedet.cli.analyze;

import io.racedet.trace.TraceReader;
import java.io.IOException;

/** Opens a trace again. */
@FunctionalInterface
interface TraceOpening {
  /** Opens a file; the caller closes it. */
  TraceReader open(String file) throws IOException;
}
