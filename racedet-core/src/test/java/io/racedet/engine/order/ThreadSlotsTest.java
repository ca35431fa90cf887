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

  /** Whatever the room for slots and threads. */
  @Test
  void threadsAndSlots_beyondAll_areNone() {
    for (int threads = 2; threads < 40; threads++) {
      ThreadSlots some = new ThreadSlots();
      for (int t = 0; t < threads; t++) {
        some.slot(t);
      }
      for (int t = 0; t < 3 * threads + 20; t++) {
        assertThat(some.isGone(t)).isFalse();
        assertThat(some.find(t)).isEqualTo(t < threads ? t : ThreadSlots.NONE);
      }
      for (int t = threads; t <= 3 * threads; t++) {
        some.forget(t);
      }
      some.join(0, threads - 1, 7);
      assertThat(some.fork(threads - 1, threads)).isEqualTo(ThreadSlots.NONE); // knows no join
      assertThat(some.find(threads)).isEqualTo(threads);
    }
  }

  /** Each child has the slot of the one before, of which the end is kept. */
  private int forkAndJoin(int threads) {
    slots.slot(0);
    int channels = 0;
    for (int t = 1; t <= threads; t++) {
      int before = slots.fork(0, t);
      if (before != ThreadSlots.NONE) {
        assertThat(before).isEqualTo(t - 1);
        assertThat(slots.keepEnd(before)).isEqualTo(channels++);
      }
      slots.join(0, t, 10L * t);
    }
    return channels;
  }

  @Test
  void ends_beyondTheMost_areDropped_theOldestFirst() {
    assertThat(forkAndJoin(ThreadSlots.MAX_ENDS + 4)).isEqualTo(ThreadSlots.MAX_ENDS + 3);
    assertThat(slots.size()).isEqualTo(2);
    for (int channel = 0; channel < 3; channel++) {
      assertThat(slots.endOf(channel + 1)).isEqualTo(ThreadSlots.NONE);
      assertThat(slots.endOf(channel + 4)).isEqualTo(channel + 3);
      assertThat(slots.droppedChannel()).isEqualTo(channel);
      slots.release(channel);
    }
    assertThat(slots.droppedChannel()).isEqualTo(ThreadSlots.NONE);
    int last = ThreadSlots.MAX_ENDS + 4;
    assertThat(slots.fork(0, last + 1)).isEqualTo(last);
    assertThat(slots.keepEnd(last)).as("a channel that was released").isEqualTo(2);
  }

  @Test
  void forget_threadWhoseEndIsKept_dropsIt() {
    forkAndJoin(3);
    slots.forget(1);
    assertThat(slots.droppedChannel()).isZero();
    assertThat(slots.droppedChannel()).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.find(1)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.isGone(1)).isFalse();
    assertThat(slots.endOf(1)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.endOf(2)).isEqualTo(1);
  }

  /** The thread with the number is another one now, whose end is not dropped in the place of it. */
  @Test
  void ends_ofForgottenThreads_areNotDroppedAgain() {
    forkAndJoin(ThreadSlots.MAX_ENDS + 1);
    slots.forget(1);
    assertThat(slots.droppedChannel()).isZero();
    slots.release(0);
    int last = ThreadSlots.MAX_ENDS + 1;
    assertThat(slots.fork(0, 1)).isEqualTo(last);
    assertThat(slots.keepEnd(last)).isZero();
    slots.join(0, 1, 20L * last);
    assertThat(slots.fork(0, last + 1)).isEqualTo(1);
    slots.keepEnd(1);
    assertThat(slots.droppedChannel()).as("of the second thread").isEqualTo(1);
    assertThat(slots.endOf(1)).isNotEqualTo(ThreadSlots.NONE);
  }

  /** A thread that has a slot and is forgotten leaves it without an occupant. */
  @Test
  void fork_slotOfAForgottenThread_hasNoThreadBefore() {
    joinTheFirst();
    slots.forget(1);
    assertThat(slots.fork(0, 3)).isEqualTo(ThreadSlots.NONE);
    assertThat(slots.find(3)).isEqualTo(1);
    assertThat(slots.size()).isEqualTo(3);
  }
}
