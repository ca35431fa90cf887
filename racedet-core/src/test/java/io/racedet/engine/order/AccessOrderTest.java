package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the orders say of accesses and of their edges. */
class AccessOrderTest {
  private record Edge(EdgeRule rule, int before, long until, int after, long since) {}

  @Test
  void access_ofOrdersWithoutRulesForAccesses_movesNoClock() {
    List<Supplier<AccessOrder>> makers =
        List.of(HappensBefore::new, () -> new HybridOrder(null), () -> new PwrOrder(1, null));
    for (Supplier<AccessOrder> maker : makers) {
      AccessOrder order = maker.get();
      assertThat(order.isMovedByAccesses(0)).isFalse();
      assertThat(order.access(true, 0, 0, 1)).isFalse();
      assertThat(order.access(false, 1, 0, 2)).isFalse();
      assertThat(order.clock(1).known(0)).isZero();
    }
  }

  @Test
  void readFrom_saysWhetherNothingElseOrdersTheWrite() {
    List<Supplier<AccessOrder>> makers =
        List.of(HappensBefore::new, () -> new HybridOrder(null), () -> new WdpOrder(null));
    for (Supplier<AccessOrder> maker : makers) {
      AccessOrder order = maker.get();
      Clock atWrite = order.snapshot(0, 1);
      assertThat(order.readFrom(0, 0, 1, atWrite)).as("by the same thread").isFalse();
      assertThat(order.readFrom(1, 0, 1, atWrite)).as("by another one").isTrue();
      assertThat(order.clock(1).known(0)).isEqualTo(1);
      assertThat(order.readFrom(1, 0, 1, atWrite)).as("again").isFalse();
    }
  }

  /**
   * Two writes in sections of one lock: rule (a) orders the first release before the second. The
   * fork after that is an edge by itself.
   */
  @Test
  void wcp_reportsTheEdgeOfConflictingSections_andThatOfALaterFork() {
    List<Edge> edges = new ArrayList<>();
    EdgeSink sink =
        (rule, before, until, after, since) ->
            edges.add(new Edge(rule, before, until, after, since));
    AccessOrder order =
        WcpOrder.wcp(
            new EngineSetup(
                new LockContexts(),
                (v, kind, o, first, firstAt, second, secondAt) -> {},
                EngineLimits.DEFAULT,
                sink));
    order.order(Op.ACQUIRE, 0, 0, 1);
    order.access(true, 0, 0, 2);
    order.order(Op.RELEASE, 0, 0, 3);
    order.order(Op.ACQUIRE, 1, 0, 4);
    Edge expected = new Edge(EdgeRule.CONFLICTING_SECTIONS, 0, 3, 1, EdgeSink.PRESENT);
    assertThat(edges).doesNotContain(expected);
    order.access(true, 1, 0, 5);
    assertThat(edges).contains(expected);
    order.order(Op.FORK, 1, 2, 6);
    assertThat(edges).contains(new Edge(EdgeRule.ORDER, 1, 6, 2, EdgeSink.PRESENT));
  }
}
