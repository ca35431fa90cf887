package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.TraceCompressor;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import org.junit.jupiter.api.Test;

/** The choice between clocks and locksets. */
class HbEngineChoiceTest {
  private final TraceCompressor trace = new TraceCompressor(true);

  @Test
  void hundredsOfThreadsWithFewEvents_areTakenByLocksets() {
    forkAndJoin(400, 5);

    assertThat(HbEngineChoice.isByLocksets(trace.grammar())).isTrue();
  }

  @Test
  void hundredsOfThreadsWithManyEvents_areTakenByClocks() {
    forkAndJoin(300, 1000);

    assertThat(HbEngineChoice.isByLocksets(trace.grammar())).isFalse();
  }

  @Test
  void moreForksAndJoinsThanLocksetsCanKeep_areTakenByClocks() {
    forkAndJoin(20_000, 5);

    assertThat(HbEngineChoice.isByLocksets(trace.grammar())).isFalse();
  }

  @Test
  void fewThreads_areTakenByClocks() {
    forkAndJoin(3, 10);

    assertThat(HbEngineChoice.isByLocksets(trace.grammar())).isFalse();
  }

  @Test
  void noEvents_areTakenByEither() {
    Grammar nothing = trace.grammar();

    assertThatCode(() -> HbEngineChoice.isByLocksets(nothing)).doesNotThrowAnyException();
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
