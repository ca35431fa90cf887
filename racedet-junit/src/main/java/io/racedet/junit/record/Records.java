package io.racedet.junit.record;

import io.racedet.junit.record.merge.Knowledge;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.TraceMerge;
import io.racedet.junit.record.merge.Whole;
import java.util.function.Supplier;

/** The records of a recording that has ended, in one order, to be sent as often as is needed. */
interface Records extends AutoCloseable {
  /** What is known of them for their translation. */
  Knowledge known();

  /** Sends them to a sink, and returns how often the order had to be forced. */
  int send(RecordSink sink);

  /** Whether those of all events are sent. */
  boolean areAll();

  @Override
  void close();

  /** Records that are merged each time, by what is known of the whole trace. */
  final class Merged implements Records {
    private final Supplier<Whole> reading;
    private Whole trace; // null before it is needed

    Merged(Supplier<Whole> reading) {
      this.reading = reading;
    }

    @Override
    public Whole known() {
      if (trace == null) {
        trace = reading.get();
      }
      return trace;
    }

    @Override
    public int send(RecordSink sink) {
      return TraceMerge.run(known(), sink);
    }

    @Override
    public boolean areAll() {
      return true;
    }

    @Override
    public void close() {
      // The raw trace has the memory.
    }
  }
}
