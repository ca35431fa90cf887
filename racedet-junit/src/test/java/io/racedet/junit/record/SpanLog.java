package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.sites.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The accesses by one thread by span, as they were made or as they were recorded. */
final class SpanLog {
  private record Access(String variable, boolean write, int line) {}

  /** The accesses of a span: with the instructions, without, and those that came again. */
  private static final class Span {
    private final Set<Access> accesses = new HashSet<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> again = new HashSet<>();
    private final Set<String> written = new HashSet<>();
  }

  private final List<Span> spans = new ArrayList<>(List.of(new Span()));
  private final Map<Object, Integer> objects = new HashMap<>(); // in the order of first use

  /** The spans of a recording, which acquires separate. */
  static SpanLog of(RecordedTrace trace) {
    SpanLog log = new SpanLog();
    trace.replay(log.sink(trace));
    assertThat(trace.damaged()).isFalse();
    return log;
  }

  private EventSink sink(RecordedTrace trace) {
    return new EventSink() {
      @Override
      public void event(Op op, int thread, int operand, int location) {
        if (op == Op.ACQUIRE) {
          next();
        } else if (op == Op.AGAIN) {
          last().again.add(variable(trace, operand));
        } else if (op.operand() == Operand.VARIABLE) {
          int line = trace.site(location).map(Site::line).orElse(-1);
          access(variable(trace, operand), op == Op.WRITE, line);
        }
      }

      @Override
      public void range(Op op, int thread, int first, int stride, int count, int location) {
        EventSink.super.range(op, thread, first, stride, count, location);
        for (int i = 0; i < count; i++) {
          last().again.add(variable(trace, first + i * stride));
        }
      }
    };
  }

  private String variable(RecordedTrace trace, int id) {
    if (trace.element(id) >= 0) {
      return element(trace.element(id));
    }
    String name = trace.names().name(Operand.VARIABLE, id);
    return name.endsWith("count") ? "count" : field(id);
  }

  /** The name of an element of the array. */
  static String element(int index) {
    return "element " + index;
  }

  /** The name of the field of an object; the first access to each object is always recorded. */
  String field(Object object) {
    return "object " + objects.computeIfAbsent(object, unused -> objects.size());
  }

  private Span last() {
    return spans.get(spans.size() - 1);
  }

  void next() {
    spans.add(new Span());
  }

  void access(String variable, boolean write, int line) {
    Span span = last();
    span.accesses.add(new Access(variable, write, line));
    span.counts.merge(variable, 1, Integer::sum);
    if (write) {
      span.written.add(variable);
    }
  }

  /** How many accesses there are. */
  long size() {
    return spans.stream()
        .mapToLong(span -> span.counts.values().stream().mapToLong(n -> n).sum())
        .sum();
  }

  /**
   * This recording of the accesses lacks none that is not covered, has none that was not made, and
   * tells of which variables it lacks some.
   */
  void assertReducedFrom(SpanLog made) {
    assertThat(spans).hasSameSizeAs(made.spans);
    for (int i = 0; i < spans.size(); i++) {
      Span recorded = spans.get(i);
      Span all = made.spans.get(i);
      assertAllIn(all.accesses, recorded.accesses);
      assertThat(recorded.counts.keySet()).isEqualTo(all.counts.keySet());
      assertThat(recorded.written).isEqualTo(all.written);
      Set<String> reduced = new HashSet<>();
      all.counts.forEach(
          (variable, count) -> {
            if (count > recorded.counts.get(variable)) {
              reduced.add(variable);
            }
          });
      assertAllIn(recorded.again, reduced);
    }
  }

  /* The assertion looks for each in turn, which takes long in a large set. */
  private static <T> void assertAllIn(Set<T> all, Set<T> some) {
    if (!all.containsAll(some)) {
      assertThat(all).containsAll(some);
    }
  }
}
