package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.AccessOrder;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.order.WcpOrder;
import io.racedet.engine.order.WdpOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.Order;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The clocks of the orders {@code wcp}, {@code sdp} and {@code wdp} after each event, compared with
 * their definitions.
 */
class WeakOrdersTest {
  private static final Shape MOSTLY_WRITES =
      new Shape(4, 2, 3, 40, List.of())
          .with(Step.WRITE, 6)
          .with(Step.READ, 1)
          .with(Step.ACQUIRE, 6)
          .with(Step.RELEASE, 5);

  private static final TraceRuns RUNS =
      new TraceRuns(
          List.of(
              Shape.everything(),
              Shape.plain(),
              Shape.lockHeavy(),
              MOSTLY_WRITES,
              MOSTLY_WRITES.withThreads(3).with(Step.READ, 2),
              MOSTLY_WRITES.with(Step.ACQUIRE_SHARED, 3).with(Step.RELEASE_SHARED, 3),
              Shape.waits(),
              Shape.handOffs(),
              Shape.sharedSections(),
              Shape.children(),
              Shape.orderedSections()));

  /** An order with its definition. */
  enum Subject {
    WCP(WcpOrder::wcp, trace -> new WcpRelation(trace).order()),
    SDP(WcpOrder::sdp, trace -> new SdpRelation(trace).order()),
    WDP(
        setup -> new WdpOrder(JoinEdges.of(setup, EdgeRule.ORDER)),
        trace -> new WdpRelation(trace).order());

    private final Function<EngineSetup, AccessOrder> maker;
    private final Function<TestTrace, Order> definition;

    Subject(Function<EngineSetup, AccessOrder> maker, Function<TestTrace, Order> definition) {
      this.maker = maker;
      this.definition = definition;
    }
  }

  /** Processes a trace, and records after each event the clock of its thread. */
  private static final class Probe implements Engine {
    private final AccessOrder order;
    private final int threads;
    private final Map<Integer, long[]> known = new HashMap<>(); // by event

    Probe(AccessOrder order, int threads) {
      this.order = order;
      this.threads = threads;
    }

    @Override
    public void consume(EventBlock block) {
      for (int i = 0; i < block.size(); i++) {
        long word = block.words()[i];
        Op op = EventBlock.op(word);
        int thread = EventBlock.thread(word);
        long index = block.indices()[i];
        if (EventBlock.isAccess(word)) {
          if (order.isMovedByAccesses(thread)) {
            order.access(EventBlock.isAnyWrite(word), thread, EventBlock.operand(word), index);
          }
        } else {
          order.order(op, thread, EventBlock.operand(word), index);
        }
        long[] now = new long[threads];
        for (int other = 0; other < threads; other++) {
          now[other] = order.clock(thread).known(other);
        }
        known.put((int) index, now);
      }
    }

    @Override
    public void finish() {}
  }

  @ParameterizedTest
  @EnumSource
  void order_randomTraces_knowsAfterEachEventWhatComesBeforeIt(Subject subject) {
    RUNS.checkSome(trace -> check(subject, trace));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("soak")
  void order_manyRandomTraces_knowsAfterEachEventWhatComesBeforeIt(
      Subject subject, TestReporter reporter) {
    RUNS.checkMany(reporter, trace -> check(subject, trace));
  }

  /**
   * T3's section orders that of T2, and only with it that of T1, which the release of T3 has passed
   * by then.
   */
  @ParameterizedTest
  @EnumSource(names = {"WCP", "SDP"})
  void order_sharedSectionThatAnotherOneShows_isBeforeTheReleaseToo(Subject subject) {
    TestTrace trace =
        TestTrace.parse(
            "T1|acqr(l)",
            "T1|acq(m)",
            "T1|rel(m)",
            "T2|acqr(l)",
            "T2|snd(c)",
            "T2|acq(m)",
            "T2|rel(m)",
            "T1|w(x)",
            "T1|relr(l)",
            "T2|relr(l)",
            "T3|acq(l)",
            "T3|rcv(c)",
            "T3|rel(l)",
            "T3|w(x)");
    assertThat(subject.definition.apply(trace).before(8, 13)).isTrue();
    check(subject, trace);
  }

  /** No hard edge: what happens before the notify is not before what follows the wake. */
  @ParameterizedTest
  @EnumSource
  void order_notifyByTheWaitingThreadItself_isInItsProgramOrderOnly(Subject subject) {
    TestTrace trace =
        TestTrace.parse(
            "T2|acq(l)",
            "T2|rel(l)",
            "T1|acq(l)",
            "T1|rel(l)",
            "T1|notify(l)",
            "T1|acq(l)",
            "T1|wake(l)",
            "T1|w(x)");
    check(subject, trace);
  }

  private static void check(Subject subject, TestTrace trace) {
    int threads = 1 + trace.events().stream().mapToInt(e -> e.thread()).max().orElse(0);
    Probe probe =
        EngineRun.of(setup -> new Probe(subject.maker.apply(setup), threads), trace).engine();
    Order order = subject.definition.apply(trace);
    assertThat(trace.size() == 0 || probe.known.containsKey(1)).isTrue();
    probe.known.forEach(
        (event, known) -> {
          for (int other = 0; other < threads; other++) {
            if (other != trace.event(event).thread()) {
              assertThat(newest(trace, event, other, known[other]))
                  .as("of thread %s after event %s", other, event)
                  .isEqualTo(newestBefore(trace, event, other, order));
            }
          }
        });
  }

  /** The newest event of a thread up to a time, which may be that of another thread's event. */
  private static int newest(TestTrace trace, int event, int thread, long time) {
    int newest = 0;
    for (int e = 1; e < event && e <= time; e++) {
      newest = trace.event(e).thread() == thread ? e : newest;
    }
    return newest;
  }

  private static int newestBefore(TestTrace trace, int event, int thread, Order order) {
    int newest = 0;
    for (int e = 1; e < event; e++) {
      newest = trace.event(e).thread() == thread && order.before(e, event) ? e : newest;
    }
    return newest;
  }
}
