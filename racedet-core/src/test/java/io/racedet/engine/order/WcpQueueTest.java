package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of finished sections queued for rule (b) of WCP. */
class WcpQueueTest {
  private static final int FEW = 8;

  /** Updates the order by each event, and records the largest number of queued sections. */
  private static final class Probe implements Engine {
    private final WcpOrder order;
    private int most;

    Probe(EngineSetup setup) {
      order = WcpOrder.wcp(setup);
    }

    @Override
    public void consume(EventBlock block) {
      for (int i = 0; i < block.size(); i++) {
        long word = block.words()[i];
        int thread = EventBlock.thread(word);
        int operand = EventBlock.operand(word);
        long time = block.indices()[i];
        if (EventBlock.isAccess(word)) {
          order.access(EventBlock.isAnyWrite(word), thread, operand, time);
        } else {
          order.order(EventBlock.op(word), thread, operand, time);
        }
        most = Math.max(most, order.queued());
      }
    }
  }

  private final TestTrace.Builder trace = new TestTrace.Builder();

  private int most() {
    return EngineRun.of(Probe::new, trace.build()).engine().most;
  }

  private void section(String thread, String lock, Runnable inside) {
    trace.add(thread, Op.ACQUIRE, lock);
    inside.run();
    trace.add(thread, Op.RELEASE, lock);
  }

  private void write(String thread, String variable) {
    trace.add(thread, Op.WRITE, variable);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sectionsThatHandNothingOn_areNotQueued(int threads) {
    for (int i = 0; i < 3000; i++) {
      String thread = "T" + i % threads;
      section(thread, "a", () -> write(thread, "x" + thread));
    }
    assertThat(most()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void sharedSectionsThatHandNothingOn_areNotQueued(int threads) {
    for (int i = 0; i < 3000; i++) {
      String thread = "T" + i % threads;
      trace.add(thread, Op.ACQUIRE_SHARED, "a");
      trace.add(thread, Op.READ, "x");
      trace.add(thread, Op.RELEASE_SHARED, "a");
    }
    assertThat(most()).isZero();
  }

  /**
   * A thread that acquires the lock absorbs the queue, and a thread that never does keeps no
   * entries alive.
   */
  @ParameterizedTest
  @ValueSource(ints = {300, 3000})
  void nestedSectionsThatBecomeKnown_areFewForEver(int rounds) {
    for (int i = 0; i < rounds; i++) {
      String thread = "T" + i % 3;
      section(thread, "a", () -> section(thread, "b", () -> write(thread, "x")));
      write("T3", "y");
      section("T3", "c", () -> write("T3", "z"));
    }
    assertThat(most()).isBetween(1, FEW);
  }

  /** A later thread may know any of them: the worst case of the algorithm, linear space. */
  @ParameterizedTest
  @ValueSource(ints = {300, 3000})
  void nestedSectionsThatNobodyKnows_areKept(int rounds) {
    for (int i = 0; i < rounds; i++) {
      section("T1", "a", () -> section("T1", "b", () -> write("T1", "x")));
    }
    assertThat(most()).isEqualTo(rounds);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 3000})
  void nestedSharedSectionsThatNobodyKnows_areKept(int rounds) {
    for (int i = 0; i < rounds; i++) {
      trace.add("T1", Op.ACQUIRE_SHARED, "a");
      section("T1", "b", () -> write("T1", "x"));
      trace.add("T1", Op.RELEASE_SHARED, "a");
    }
    assertThat(most()).isEqualTo(rounds);
  }
}
