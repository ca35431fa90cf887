package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.ReusedIds;
import io.racedet.event.LockContexts;
import io.racedet.event.Op.Operand;
import io.racedet.oracle.HybridRelation;
import io.racedet.oracle.Order;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.Section;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each thread knows after each of its events, compared with the relation. */
class OrdersTest {
  private static final int TRACES = 500;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.orderedSections(),
          Shape.everything().withVariables(2),
          Shape.orderedSections().withThreads(4).withVariables(4),
          Shape.sharedSections(),
          nestedSections(3, Step.WRITE, Step.ACQUIRE),
          nestedSections(2, Step.READ, Step.ACQUIRE),
          nestedSections(2, Step.WRITE, Step.ACQUIRE_SHARED),
          nestedSections(3, Step.READ, Step.ACQUIRE_SHARED),
          Shape.waits(),
          Shape.handOffs().withVariables(3));
  private static final Set<Operand> REUSED = Set.of(Operand.LOCK, Operand.SYNC, Operand.CHANNEL);

  private static final EngineSetup SETUP =
      new EngineSetup(new LockContexts(), (v, kind, o, first, firstAt, second, secondAt) -> {});

  /** An order with the relation that it computes. */
  enum Subject {
    HAPPENS_BEFORE(HappensBefore::new, trace -> new io.racedet.oracle.HappensBefore(trace).order()),
    HAPPENS_BEFORE_AS_OBSERVED(
        () -> HappensBefore.asObserved(null),
        trace -> io.racedet.oracle.HappensBefore.asObserved(trace).order()),
    HYBRID(() -> new HybridOrder(null), trace -> new HybridRelation(trace).order()),
    WDP(() -> new WdpOrder(null), trace -> new WdpRelation(trace).order()),
    WCP(() -> WcpOrder.wcp(SETUP), trace -> new WcpRelation(trace).order()),
    SDP(() -> WcpOrder.sdp(SETUP), trace -> new SdpRelation(trace).order()),
    PWR(() -> new PwrOrder(Integer.MAX_VALUE, null), trace -> new PwrRelation(trace).order());

    private final Supplier<AccessOrder> maker;
    private final Function<TestTrace, Order> relation;

    Subject(Supplier<AccessOrder> maker, Function<TestTrace, Order> relation) {
      this.maker = maker;
      this.relation = relation;
    }
  }

  /** Sections in sections, with few variables, mostly of writes. */
  private static Shape nestedSections(int locks, Step access, Step acquire) {
    return new Shape(3, 2, locks, 30, List.of())
        .with(access, 1)
        .with(Step.WRITE, 3)
        .with(acquire, 2)
        .with(Step.ACQUIRE, 3)
        .with(Step.RELEASE, 3)
        .with(Step.RELEASE_SHARED, acquire == Step.ACQUIRE ? 0 : 2)
        .with(Step.GUARDED_WRITE, 1)
        .with(Step.EMPTY_SECTION, 1);
  }

  private record Write(int thread, long time, Clock clock) {}

  @Test
  void happensBefore_knowsWhatTheRelationOrders() {
    check(Subject.HAPPENS_BEFORE);
    check(Subject.HAPPENS_BEFORE_AS_OBSERVED);
  }

  @Test
  void hybridOrder_knowsWhatTheRelationOrders() {
    check(Subject.HYBRID);
  }

  @Test
  void wdp_knowsWhatTheRelationOrders() {
    check(Subject.WDP);
  }

  @Test
  void wcp_knowsWhatTheRelationOrders() {
    check(Subject.WCP);
  }

  @Test
  void sdp_knowsWhatTheRelationOrders() {
    check(Subject.SDP);
  }

  @Test
  void pwr_knowsWhatTheRelationOrders() {
    check(Subject.PWR);
  }

  /** A section without a write, of which an event inside is known when a later one ends. */
  @ParameterizedTest
  @EnumSource
  void sectionThatIsKnownFromInside_isOrderedBeforeTheEndOfALaterOne(Subject subject) {
    TestTrace trace =
        TestTrace.parse(
            "T1|acq(m)",
            "T1|sw(v)",
            "T1|r(x)",
            "T1|rel(m)",
            "T2|sr(v)",
            "T2|acq(m)",
            "T2|rel(m)",
            "T2|w(x)");
    assertExact(subject, trace);
  }

  private static void check(Subject subject) {
    int known = 0;
    for (int seed = 0; seed < TRACES; seed++) {
      known += assertExact(subject, RandomTraces.of(SHAPES.get(seed % SHAPES.size()), seed));
    }
    assertThat(known).isGreaterThan(10 * TRACES);
  }

  /** Checks what is known after each event, and returns how many events are known. */
  private static int assertExact(Subject subject, TestTrace trace) {
    Order relation = subject.relation.apply(trace);
    Order observed =
        subject == Subject.HAPPENS_BEFORE_AS_OBSERVED
            ? relation
            : new io.racedet.oracle.HappensBefore(trace).order();
    AccessOrder order = subject.maker.get();
    Set<Integer> bounds = new HashSet<>(); // of sections
    for (Section section : Section.of(trace)) {
      bounds.add(section.acquire());
      bounds.add(section.release());
    }
    Set<Operand> reused = order.forgets() ? REUSED : Set.of();
    List<ReusedIds.Step> steps = ReusedIds.steps(trace, reused);
    Map<Integer, Write> writes = new HashMap<>();
    int known = 0;
    for (int f = 1; f <= trace.size(); f++) {
      TraceEvent event = steps.get(f - 1).event();
      int thread = event.thread();
      if (event.isAccess()) {
        access(subject, order, event, f, writes);
      } else if (!isOfALock(event) || bounds.contains(f)) {
        order.order(event.op(), thread, event.operand(), f);
      }
      steps.get(f - 1).forgotten().forEach(id -> order.forget(id.space(), id.number()));
      for (int e = 1; e < f; e++) {
        int other = trace.event(e).thread();
        if (other != thread) {
          boolean isBefore = order.clock(thread).known(other) >= e;
          assertThat(isBefore)
              .as("%d before %d in %s", e, f, trace)
              .isEqualTo(relation.before(e, f));
          assertThat(order.snapshot(thread, f).known(other) >= e).isEqualTo(isBefore);
          assertThat(order.happensBefore(other, e, thread))
              .as("%d happens before %d in %s", e, f, trace)
              .isEqualTo(observed.before(e, f));
          known += isBefore ? 1 : 0;
        }
      }
    }
    return known;
  }

  private static boolean isOfALock(TraceEvent event) {
    return switch (event.op()) {
      case ACQUIRE, ACQUIRE_SHARED, RELEASE, RELEASE_SHARED -> true;
      default -> false;
    };
  }

  private static void access(
      Subject subject, AccessOrder order, TraceEvent event, int time, Map<Integer, Write> writes) {
    int thread = event.thread();
    if (order.isMovedByAccesses(thread)) {
      order.access(event.isWrite(), thread, event.operand(), time);
    }
    Write last = writes.get(event.operand());
    if (subject == Subject.PWR && event.isRead() && last != null) {
      order.readFrom(thread, last.thread, last.time, last.clock);
    }
    if (event.isWrite()) {
      writes.put(event.operand(), new Write(thread, time, order.snapshot(thread, time)));
    }
  }
}
