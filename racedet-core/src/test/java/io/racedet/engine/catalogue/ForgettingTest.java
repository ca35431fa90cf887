package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.ReusedIds;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines whose ids are forgotten after the last use and used again report the same races. */
class ForgettingTest {
  private static final int TRACES = 200;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withVariables(6).withMaxEvents(30),
          Shape.atomics().withVariables(5).withMaxEvents(30),
          Shape.everything().withVariables(5),
          Shape.handOffs().withVariables(5).with(Step.SENT_READ, 2));

  @ParameterizedTest
  @ValueSource(
      strings = {"fasttrack", "djit", "shb", "shb-ee", "shb-ee-l", "pwr-ee", "pwr-ee-l", "pwr-l"})
  void reports_ofReusedIds_areThoseOfIdsUsedOnce(String engine) {
    int reused = 0;
    for (int seed = 0; seed < TRACES; seed++) {
      TestTrace trace = RandomTraces.of(SHAPES.get(seed % SHAPES.size()), seed);
      List<Report> expected = EngineRun.of(Engines.named(engine)::create, trace).reports();
      EngineRun.Reports reports = new EngineRun.Reports();
      EngineFeed<Engine> feed = new EngineFeed<>(Engines.named(engine)::create, reports);
      for (ReusedIds.Step step :
          ReusedIds.steps(trace, Set.of(Operand.VARIABLE, Operand.SYNC, Operand.CHANNEL))) {
        TraceEvent event = step.event();
        feed.event(event.op(), event.thread(), event.operand(), event.location());
        step.forgotten().forEach(id -> feed.forget(id.space(), id.number()));
        reused += step.forgotten().size();
      }
      Engine ended = feed.finish();
      assertThat(withoutVariables(reports.list()))
          .as("seed %d %s", seed, trace)
          .isEqualTo(withoutVariables(expected));
      assertThat(ended.forgets()).isTrue();
    }
    assertThat(reused).isGreaterThan(TRACES);
  }

  private static List<List<Object>> withoutVariables(List<Report> reports) {
    return reports.stream()
        .map(r -> List.<Object>of(r.pair(), r.kind(), r.ordered(), r.firstDetail()))
        .toList();
  }

  /** A write takes the place of all accesses before it; what is forgotten is marked no more. */
  @Test
  void contexts_ofFastTrack_areThoseOfTheLastAccesses() {
    EngineFeed<Engine> feed = new EngineFeed<>(FastTrack::new, new EngineRun.Reports());
    TestTrace.parse("T1|r(x)", "T2|r(x)", "T3|ar(x)", "T4|aw(x)", "T5|r(y)", "T6|r(y)")
        .replay(feed);
    assertThat(feed.live().cardinality()).isEqualTo(6);
    feed.event(Op.WRITE, 4, 0, 0);
    assertThat(feed.live()).isEqualTo(BitSet.valueOf(new long[] {0b11_0000}));
    feed.forget(Operand.VARIABLE, 1);
    assertThat(feed.live()).isEqualTo(BitSet.valueOf(new long[] {0b01_0000}));
  }
}
