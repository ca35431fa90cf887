package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recorded events of a trace, compared with lists. */
class EventHistoryTest {
  private static final long SEED = 20261126;
  private static final int NONE = EventHistory.NONE;
  private static final int MAX_EVENTS = Integer.MAX_VALUE - EventBlock.CAPACITY;

  private record Event(long word, long index, int location) {}

  private record Hold(int lock, boolean shared) {
    boolean excludes(Hold other) {
      return lock == other.lock && !(shared && other.shared);
    }
  }

  private final LockContexts contexts = new LockContexts();
  private final EventHistory history = new EventHistory(contexts);
  private final List<Event> events = new ArrayList<>();
  private final EventBlock block = new EventBlock();

  /** Blocks of any size, with gaps where inner acquires and releases have been. */
  @Test
  void events_ofManyBlocks_areThoseOfAList() {
    SplittableRandom random = new SplittableRandom(SEED);
    long index = 0;
    for (int size : new int[] {0, 1, 1023, 1, EventBlock.CAPACITY, 700, 0, EventBlock.CAPACITY}) {
      block.clear();
      for (int i = 0; i < size; i++) {
        index += 1 + random.nextInt(2);
        Op op = Op.of(random.nextInt(Op.COUNT));
        Event event =
            new Event(EventBlock.word(op, i, random.nextInt(99)), index, random.nextInt(9));
        events.add(event);
        int context = contexts.root(i);
        block.add(op, i, EventBlock.operand(event.word), index, context, event.location);
      }
      history.consume(block);
    }
    assertThat(history.size()).isEqualTo(events.size());
    int position = 0;
    for (int i = 0; i <= index + 1; i++) {
      if (position < events.size() && events.get(position).index == i) {
        assertThat(history.find(i)).as("seed " + SEED).isEqualTo(position);
        assertThat(
                new Event(
                    history.word(position), history.index(position), history.location(position)))
            .as("seed " + SEED)
            .isEqualTo(events.get(position));
        position++;
      } else {
        assertThat(history.find(i)).as("seed " + SEED).isEqualTo(NONE);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {Long.MIN_VALUE, -1, 0, 3, Integer.MAX_VALUE, (1L << 32) + 1, (2L << 32) + 2})
  void find_indexThatNoEventHas_isNone(long index) {
    block.add(Op.READ, 0, 0, 1, 0, 0);
    block.add(Op.READ, 0, 0, 2, 0, 0);
    history.consume(block);
    assertThat(history.find(1)).isEqualTo(0);
    assertThat(history.find(2)).isEqualTo(1);
    assertThat(history.find(index)).isEqualTo(NONE);
  }

  @Test
  void consume_lastEventThatArraysMayHave_isRecorded_andNoLaterOne() {
    block.add(Op.READ, 0, 0, 1, 0, 0);
    block.add(Op.READ, 0, 0, MAX_EVENTS, 0, 0);
    history.consume(block);
    assertThat(history.find(MAX_EVENTS)).isEqualTo(1);
    block.clear();
    block.add(Op.READ, 0, 0, MAX_EVENTS, 0, 0);
    block.add(Op.READ, 0, 0, MAX_EVENTS + 1L, 0, 0);
    assertThatIllegalStateException()
        .isThrownBy(() -> history.consume(block))
        .withMessage(
            "event 2147479552 (expected: at most 2147479551 events where witnesses are searched)");
  }

  /** A part of a trace may begin at any index. */
  @Test
  void consume_laterPartOfATrace_isCountedFromItsFirstEvent() {
    long first = 1L << 36;
    block.add(Op.READ, 0, 0, first, 0, 0);
    block.add(Op.READ, 0, 0, first + MAX_EVENTS - 1, 0, 0);
    history.consume(block);
    assertThat(history.find(first)).isEqualTo(0);
    assertThat(history.find(first + MAX_EVENTS - 1)).isEqualTo(1);
  }

  @Test
  void locks_ofRandomContexts_areThoseOfLists() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<List<Hold>> holds = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      List<Hold> held = new ArrayList<>();
      int context = contexts.root(random.nextInt(3));
      for (int n = random.nextInt(4); n > 0; n--) {
        Hold hold = new Hold(random.nextInt(5), random.nextBoolean());
        if (!held.contains(hold)) {
          held.add(hold);
          context = contexts.child(context, hold.lock, hold.shared);
        }
      }
      holds.add(held);
      block.add(Op.READ, 0, 0, i + 1, context, 0);
    }
    history.consume(block);
    for (int one = 0; one < holds.size(); one++) {
      IntArrayList locks = new IntArrayList();
      history.collectLocks(one, locks);
      assertThat(locks.toIntArray())
          .as("seed " + SEED)
          .containsExactlyInAnyOrder(holds.get(one).stream().mapToInt(Hold::lock).toArray());
      for (int other = 0; other < holds.size(); other++) {
        assertCommonLock(one, holds.get(one), other, holds.get(other));
      }
    }
  }

  private void assertCommonLock(int one, List<Hold> ofOne, int other, List<Hold> ofOther) {
    List<Integer> common =
        ofOne.stream()
            .filter(hold -> ofOther.stream().anyMatch(hold::excludes))
            .map(Hold::lock)
            .toList();
    assertThat(history.commonLock(one, other))
        .as("seed " + SEED)
        .isIn(common.isEmpty() ? List.of(NONE) : common);
  }

  /** The acquire's own lock is not held yet; only read mode lets another one read. */
  @Test
  void blocks_locksHeldBeforeAnAcquire_unlessBothAreInReadMode() {
    int exclusive = contexts.child(contexts.root(0), 1, false);
    int shared = contexts.child(contexts.root(0), 1, true);
    block.add(Op.ACQUIRE, 0, 2, 1, contexts.child(exclusive, 2, false), 0);
    block.add(Op.ACQUIRE, 0, 2, 2, contexts.child(shared, 2, false), 0);
    block.add(Op.ACQUIRE, 1, 1, 3, contexts.child(contexts.root(1), 1, false), 0);
    block.add(Op.ACQUIRE_SHARED, 1, 1, 4, contexts.child(contexts.root(1), 1, true), 0);
    block.add(Op.ACQUIRE, 1, 2, 5, contexts.child(contexts.root(1), 2, false), 0);
    history.consume(block);
    assertThat(history.blocks(0, 2)).isTrue();
    assertThat(history.blocks(0, 3)).isTrue();
    assertThat(history.blocks(1, 2)).isTrue();
    assertThat(history.blocks(1, 3)).isFalse();
    assertThat(history.blocks(0, 4)).isFalse();
    assertThat(history.blocks(2, 3)).isFalse();
  }
}
