package io.racedet.fleet;

import io.racedet.event.EventBlock;
import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimits;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import java.io.IOException;
import java.io.Serializable;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A long trace that every machine can open at each of its splits.
 *
 * @param input the trace
 * @param hadoop settings of the file systems
 */
record TraceSource(TraceInput input, Broadcast<SerializableConfiguration> hadoop)
    implements Serializable {
  /** Opens a split; the caller closes the reader. */
  TraceReader open(TraceSplit split) throws IOException {
    if (split.isWhole()) {
      return TraceOpening.open(TracePart.whole(input), hadoop.value().value(), false);
    }
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.EVENTS, EventBlock.MAX_INDEX);
    HadoopFile file = new HadoopFile(input, hadoop.value().value());
    return split.open(file.open(split.offset()), input.name(), false, limits);
  }
}
