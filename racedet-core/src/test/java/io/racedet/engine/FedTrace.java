package io.racedet.engine;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/** The events of a trace that an engine is given: without re-entrant acquires and releases. */
public final class FedTrace implements Engine {
  private final List<TraceEvent> events = new ArrayList<>();
  private final List<Integer> indices = new ArrayList<>();

  private FedTrace() {}

  public static FedTrace of(TestTrace trace) {
    EngineFeed<FedTrace> feed =
        new EngineFeed<>(
            setup -> new FedTrace(),
            (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {});
    trace.replay(feed);
    return feed.finish();
  }

  @Override
  public void consume(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      long word = block.words()[i];
      events.add(
          new TraceEvent(
              EventBlock.op(word),
              EventBlock.thread(word),
              EventBlock.operand(word),
              EventSink.NO_LOCATION));
      indices.add((int) block.indices()[i]);
    }
  }

  public int size() {
    return events.size();
  }

  public TraceEvent event(int i) {
    return events.get(i);
  }

  /** The index of an event in the trace. */
  public int index(int i) {
    return indices.get(i);
  }
}
