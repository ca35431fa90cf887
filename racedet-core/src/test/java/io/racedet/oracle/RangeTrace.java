package io.racedet.oracle;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random trace in which some plain accesses are ranges over variables that are the elements of
 * one array. The elements are the only variables.
 */
public final class RangeTrace {
  private static final int WHOLE = 3; // one range of so many walks over the whole array
  private static final int MAX_STRIDE = 4;

  /** An event, or a range if its count is not 0. */
  private record Item(TraceEvent event, int stride, int count) {}

  private final List<Item> items = new ArrayList<>();
  private final TestTrace source;
  private final int elements;

  private RangeTrace(TestTrace source, int elements) {
    this.source = source;
    this.elements = elements;
  }

  /**
   * Makes ranges of accesses of a trace.
   *
   * @param source a well-formed trace
   * @param elements how many elements the array has, at least 1
   * @param percent how many of the plain accesses become ranges
   */
  public static RangeTrace of(TestTrace source, int elements, int percent, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RangeTrace trace = new RangeTrace(source, elements);
    for (TraceEvent e : source.events()) {
      boolean isPlain = e.isAccess() && !e.isAtomic();
      if (isPlain && random.nextInt(100) < percent) {
        trace.items.add(range(e, elements, random));
      } else if (e.op().operand() == Operand.VARIABLE) {
        trace.items.add(new Item(at(e, random.nextInt(elements)), 0, 0));
      } else {
        trace.items.add(new Item(e, 0, 0));
      }
    }
    return trace;
  }

  private static TraceEvent at(TraceEvent e, int variable) {
    return new TraceEvent(e.op(), e.thread(), variable, e.location());
  }

  private static Item range(TraceEvent e, int elements, SplittableRandom random) {
    boolean isWhole = random.nextInt(WHOLE) == 0;
    int stride = random.nextBoolean() ? 1 : random.nextInt(1, MAX_STRIDE + 1);
    int from = isWhole ? 0 : random.nextInt(elements);
    int most = (elements - 1 - from) / stride + 1;
    int count = isWhole ? most : random.nextInt(1, most + 1);
    return random.nextInt(4) == 0
        ? new Item(at(e, from + (count - 1) * stride), -stride, count)
        : new Item(at(e, from), stride, count);
  }

  /** Sends the events, with ranges. */
  public void replay(EventSink sink) {
    for (Item item : items) {
      TraceEvent e = item.event;
      if (item.count == 0) {
        sink.event(e.op(), e.thread(), e.operand(), e.location());
      } else {
        sink.range(e.op(), e.thread(), e.operand(), item.stride, item.count, e.location());
      }
    }
  }

  /** Sends each access of a range as an event. */
  public void replayExpanded(EventSink sink) {
    replay(sink::event); // whose range() is the default
  }

  /** How many ranges there are of more than one access. */
  public long ranges() {
    return items.stream().filter(item -> item.count > 1).count();
  }

  /** The trace with each access of a range as an event. */
  public TestTrace expanded() {
    TestTrace.Builder builder = new TestTrace.Builder();
    replayExpanded(
        (op, thread, operand, location) ->
            builder.add(
                source.name(Operand.THREAD, thread),
                op,
                name(op, operand),
                location == EventSink.NO_LOCATION ? "" : source.location(location)));
    return builder.build();
  }

  /** The names of the ids that are sent. */
  public Names names() {
    return new Names() {
      @Override
      public String name(Operand space, int id) {
        return space == Operand.VARIABLE ? "a[" + id + "]" : source.name(space, id);
      }

      @Override
      public String location(int location) {
        return source.location(location);
      }
    };
  }

  private String name(Op op, int operand) {
    return switch (op.operand()) {
      case NONE -> "";
      case VARIABLE -> "a[" + operand + "]";
      default -> source.name(op.operand(), operand);
    };
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(elements + " elements");
    for (Item item : items) {
      TraceEvent e = item.event;
      text.append("\nT").append(e.thread()).append(' ').append(e.op()).append(' ');
      text.append(e.operand());
      if (item.count > 0) {
        text.append(" stride ").append(item.stride).append(" count ").append(item.count);
      }
      text.append(" at ").append(e.location());
    }
    return text.append('\n').toString();
  }
}
