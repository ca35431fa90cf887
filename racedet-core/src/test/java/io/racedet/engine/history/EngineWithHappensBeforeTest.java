package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineWithHappensBeforeTest {
  private static final List<ReachedLimit> LIMITS = List.of(Limit.EDGES.reached("some"));

  private record Edge(EdgeRule rule, int before, long until, int after) {}

  /** Keeps what it is told. */
  private static final class Recorder implements Engine {
    private final List<Integer> sizes = new ArrayList<>();
    private int ends;

    @Override
    public void consume(EventBlock block) {
      sizes.add(block.size());
    }

    @Override
    public void finish() {
      ends++;
    }

    @Override
    public List<ReachedLimit> limits() {
      return LIMITS;
    }
  }

  private final List<Edge> edges = new ArrayList<>();
  private final Recorder recorder = new Recorder();

  @Test
  void engine_isLeftAlone_ifNoEdgeIsNeeded() {
    EngineSetup setup = new EngineSetup(new LockContexts(), (v, k, o, e, d, f, c) -> {});
    assertThat(EngineWithHappensBefore.byHappensBefore(recorder, setup)).isSameAs(recorder);
  }

  /** The block is full, and no event is looked for behind it. */
  @Test
  void engine_isToldAll_andItsEdgesAreThoseOfHappensBefore() {
    EngineSetup setup =
        new EngineSetup(
            new LockContexts(),
            (v, k, o, e, d, f, c) -> {},
            EngineLimits.DEFAULT,
            (rule, before, until, after, since) -> edges.add(new Edge(rule, before, until, after)));
    Engine engine = EngineWithHappensBefore.byHappensBefore(recorder, setup);
    EventBlock block = new EventBlock();
    block.add(Op.ACQUIRE, 0, 7, 1, 0, 0);
    block.add(Op.RELEASE, 0, 7, 2, 0, 0);
    block.add(Op.ACQUIRE, 1, 7, 3, 0, 0);
    while (!block.isFull()) {
      block.add(Op.READ, 1, 4, block.size() + 1, 0, 0);
    }
    engine.consume(block);
    assertThat(edges).containsExactly(new Edge(EdgeRule.SYNCHRONIZATION, 0, 2, 1));
    assertThat(recorder.sizes).containsExactly(block.size());
    assertThat(recorder.ends).isZero();
    engine.finish();
    assertThat(recorder.ends).isEqualTo(1);
    assertThat(engine.limits()).isEqualTo(LIMITS);
  }
}
