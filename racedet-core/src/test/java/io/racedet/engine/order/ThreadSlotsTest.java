package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import org.junit.jupiter.api.Test;

/** A thread may have the slot of a joined one if it is forked after the join in the order. */
class ThreadSlotsTest {
  private static final int CHANNEL = 7;
  private static final int MANY = 300;

  private final ThreadSlots slots = new ThreadSlots();

  /** Thread 0 forks 1 and 2, and joins 1. */
  private void joinTheFirst() {
    assertThat(slots.slot(0)).isZero();
    assertThat(slots.fork(0, 1)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.fork(0, 2)).isEqualTo(ThreadSlots.NONE);
    slots.join(0, 1, 3);
  }

  @Test
  void fork_byTheThreadThatJoined_takesTheSlot() {
    joinTheFirst();
    assertThat(slots.fork(0, 3)).isEqualTo(1);
    assertThat(slots.find(3)).isEqualTo(1);
    assertThat(slots.isGone(1)).isTrue();
    assertThat(slots.isGone(2)).isFalse();
    assertThat(slots.fork(0, 4)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.size()).isEqualTo(4);
  }

  @Test
  void fork_byAThreadThatDoesNotKnowTheJoin_takesANewSlot() {
    joinTheFirst();
    assertThat(slots.fork(2, 3)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.find(3)).isEqualTo(3);
    assertThat(slots.size()).isEqualTo(4);
  }

  @Test
  void fork_byAThreadThatKnowsTheJoin_takesTheSlot() {
    joinTheFirst();
    slots.order(Op.SEND, 0, CHANNEL, 4);
    slots.order(Op.RECEIVE, 2, CHANNEL, 5);
    assertThat(slots.isAfterJoin(2, 1)).isTrue();
    assertThat(slots.fork(2, 3)).isEqualTo(1);
    assertThat(slots.find(3)).isEqualTo(1);
    assertThat(slots.size()).isEqualTo(3);
  }

  /** Then another channel has the id. */
  @Test
  void fork_afterAReceiveFromAForgottenChannel_takesANewSlot() {
    joinTheFirst();
    slots.order(Op.SEND, 0, CHANNEL, 4);
    slots.forget(Operand.CHANNEL, CHANNEL);
    slots.order(Op.RECEIVE, 2, CHANNEL, 5);
    assertThat(slots.isAfterJoin(2, 1)).isFalse();
    assertThat(slots.fork(2, 3)).isEqualTo(ThreadSlots.NONE);
  }

  /** Each joins the next one, from the last one on; then each has the slot of that for a child. */
  @Test
  void fork_afterMany_eachHasTheSlotOfTheThreadItJoined() {
    slots.slot(0);
    for (int t = 1; t < MANY; t++) {
      slots.fork(0, t);
    }
    for (int t = MANY - 1; t > 0; t--) {
      slots.join(t - 1, t, 2L * MANY - t);
    }
    for (int t = 0; t < MANY - 1; t++) {
      assertThat(slots.fork(t, MANY + t)).isEqualTo(t + 1);
      assertThat(slots.find(MANY + t)).isEqualTo(t + 1);
    }
    assertThat(slots.size()).isEqualTo(MANY);
  }

  @Test
  void find_threadWithoutASlot_none() {
    assertThat(slots.find(0)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.find(-1)).isEqualTo(ThreadSlots.NONE);
    joinTheFirst();
    slots.forget(2);
    assertThat(slots.find(2)).isEqualTo(ThreadSlots.NONE);
  }
}
