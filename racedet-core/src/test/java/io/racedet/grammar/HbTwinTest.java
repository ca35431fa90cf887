package io.racedet.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.trace.Grammar;
import io.racedet.trace.TraceCompressor;
import org.junit.jupiter.api.Test;

/** The choice between clocks and locksets. */
class HbTwinTest {
  private final TraceCompressor trace = new TraceCompressor(true);

  @Test
  void hundredsOfThreadsWithFewEvents_areTakenByLocksets() {
    forkAndJoin(400, 5);

    assertThat(HbTwin.of(trace.grammar())).isEqualTo(Engines.GOLDILOCKS);
  }

  @Test
  void hundredsOfThreadsWithManyEvents_areTakenByClocks() {
    forkAndJoin(300, 1000);

    assertThat(HbTwin.of(trace.grammar())).isEqualTo(Engines.FASTTRACK);
  }

  @Test
  void moreForksAndJoinsThanLocksetsCanKeep_areTakenByClocks() {
    forkAndJoin(20_000, 5);

    assertThat(HbTwin.of(trace.grammar())).isEqualTo(Engines.FASTTRACK);
  }

  @Test
  void fewThreads_areTakenByClocks() {
    forkAndJoin(3, 10);

    assertThat(HbTwin.of(trace.grammar())).isEqualTo(Engines.FASTTRACK);
  }

  @Test
  void noEvents_areTakenByEither() {
    Grammar nothing = trace.grammar();

    assertThat(HbTwin.of(nothing)).isIn(Engines.FASTTRACK, Engines.GOLDILOCKS);
  }

  private void forkAndJoin(int threads, int events) {
    for (int thread = 1; thread <= threads; thread++) {
      add(Op.FORK, 0, thread);
      for (int i = 0; i < events; i++) {
        add(Op.WRITE, thread, 0);
      }
      add(Op.JOIN, 0, thread);
    }
  }

  private void add(Op op, int thread, int operand) {
    trace.append(EventBlock.word(op, thread, operand), EventSink.NO_LOCATION);
  }
}
