package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import org.junit.jupiter.api.Test;

/** Which accesses of a history are of ranges, and where their walks begin. */
class HistoryWalksTest {
  private final LockContexts contexts = new LockContexts();
  private final EventHistory history = new EventHistory(contexts);
  private final EventBlock block = new EventBlock();
  private long index;

  private void write(int variable) {
    block.add(Op.WRITE, 0, variable, ++index, contexts.root(0), 0);
  }

  /** Two writes by the first thread. */
  private void walk(int first, int stride, int location) {
    block.addRange(Op.WRITE, 0, first, Walk.of(stride, 2), index + 1, contexts.root(0), location);
    index += 2;
  }

  private void consume() {
    history.consume(block);
    block.clear();
  }

  private void assertBegins(int... positions) {
    for (int p = 0; p <= history.size(); p++) {
      boolean isBegin = false;
      for (int position : positions) {
        isBegin |= position == p;
      }
      assertThat(history.isBegin(p)).as("%d", p).isEqualTo(isBegin);
    }
  }

  @Test
  void hasWalks_singleAccessesOnly_false() {
    write(1);
    consume();
    assertThat(history.hasWalks()).isFalse();
    assertThat(history.isWalked(0)).isFalse();
    assertBegins();
  }

  @Test
  void isWalked_accessesOfRanges_andNoOthers() {
    write(1);
    walk(5, 1, 0);
    consume();
    write(7);
    consume();
    assertThat(history.hasWalks()).isTrue();
    assertThat(history.isWalked(0)).isFalse();
    assertThat(history.isWalked(1)).isTrue();
    assertThat(history.isWalked(2)).isTrue();
    assertThat(history.isWalked(3)).isFalse();
    assertBegins(1);
  }

  /** A block has words of former events behind its last one. */
  @Test
  void isWalked_rangeOfAnEarlierBlock_isNotOfThisOne() {
    walk(5, 1, 0);
    walk(15, 1, 0);
    consume();
    walk(25, 1, 0);
    consume();
    write(1);
    consume();
    assertThat(history.isWalked(4)).isTrue();
    assertThat(history.isWalked(6)).isFalse();
    assertBegins(0, 2, 4);
  }

  @Test
  void isBegin_restOfARangeThatWasSplit_false() {
    walk(5, 3, 0);
    consume();
    walk(11, 3, 0);
    consume();
    walk(17, 3, 0);
    consume();
    assertBegins(0);
  }

  @Test
  void isBegin_restOfARangeAtTheFirstVariable_false() {
    walk(4, -2, 0);
    consume();
    walk(0, 2, 0);
    consume();
    assertBegins(0, 2);
    block.addRange(Op.WRITE, 0, 2, Walk.of(-2, 1), ++index, contexts.root(0), 0);
    consume();
    block.addRange(Op.WRITE, 0, 0, Walk.of(-2, 1), ++index, contexts.root(0), 0);
    consume();
    assertBegins(0, 2, 4);
  }

  @Test
  void isBegin_anotherFirstVariable_strideOrLocation_true() {
    walk(5, 1, 0);
    consume();
    walk(8, 1, 0);
    consume();
    walk(10, 2, 0);
    consume();
    walk(14, 2, 1);
    consume();
    assertBegins(0, 2, 4, 6);
  }

  @Test
  void isBegin_anotherEventInBetween_true() {
    walk(5, 1, 0);
    consume();
    write(1);
    walk(7, 1, 0);
    consume();
    assertBegins(0, 3);
  }

  @Test
  void isBegin_rangeThatEndsBelowTheFirstVariable_nothingGoesOn() {
    block.addRange(Op.READ, 0, 1, Walk.of(-2, 1), ++index, contexts.root(0), 0);
    consume();
    block.addRange(Op.READ, 0, 0, Walk.of(-2, 1), ++index, contexts.root(0), 0);
    consume();
    assertBegins(0, 1);
  }
}
