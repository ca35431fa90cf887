package io.racedet.trace.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.trace.split.SplitBeginning.Hold;
import io.racedet.trace.split.SplitBeginning.Life;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import io.racedet.trace.split.SplitBeginning.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The states of threads, also after events that no execution has. */
class OpenThreadsTest {
  private static final int LOCK = 5;

  private final OpenThreads threads = new OpenThreads();
  private long time;

  /** Processes an event, which is the next one. */
  private void event(Op op, int thread, int operand) {
    threads.run(thread);
    threads.event(op, thread, operand, ++time);
  }

  private static ThreadState state(int thread, Life life, boolean forked) {
    return new ThreadState(thread, life, forked, List.of(), Wait.NONE);
  }

  @Test
  void life_onlyGoesOn() {
    event(Op.BEGIN, 3, 0);
    event(Op.FORK, 1, 2);
    event(Op.FORK, 1, 3);
    event(Op.END, 4, 0);
    event(Op.BEGIN, 4, 0);
    event(Op.JOIN, 1, 5);
    event(Op.END, 5, 0);
    event(Op.BEGIN, 16, 0);
    assertThat(threads.state().threads())
        .containsExactly(
            state(1, Life.RUNNING, false),
            state(2, Life.FORKED, true),
            state(3, Life.RUNNING, true),
            state(4, Life.ENDED, false),
            state(5, Life.JOINED, false),
            state(16, Life.RUNNING, false));
  }

  @Test
  void modesOfALock_areHeldSeparately() {
    event(Op.ACQUIRE, 0, LOCK);
    event(Op.ACQUIRE_SHARED, 0, LOCK);
    event(Op.ACQUIRE_SHARED, 0, LOCK);
    event(Op.RELEASE, 0, LOCK);
    ThreadState state = threads.state().threads().get(0);
    assertThat(state.holds()).containsExactly(new Hold(LOCK, true, 2));
  }

  @Test
  void releaseOfALockThatIsNotHeld_changesNothing() {
    event(Op.RELEASE, 0, LOCK);
    event(Op.ACQUIRE, 0, LOCK);
    event(Op.RELEASE_SHARED, 0, LOCK);
    ThreadState state = threads.state().threads().get(0);
    assertThat(state.holds()).containsExactly(new Hold(LOCK, false, 1));
    assertThat(state.lastWait()).isEqualTo(Wait.NONE);
  }

  @Test
  void lastWait_isThatOfAThread() {
    event(Op.ACQUIRE, 1, LOCK);
    event(Op.RELEASE, 1, LOCK);
    event(Op.ACQUIRE, 1, LOCK);
    assertThat(threads.lastWait(1)).isEqualTo(new Wait(LOCK, 2, LOCK, 2, 3));
    for (int unknown : new int[] {0, 2, 15, 16, 17}) {
      assertThat(threads.lastWait(unknown)).isEqualTo(Wait.NONE);
    }
  }
}
