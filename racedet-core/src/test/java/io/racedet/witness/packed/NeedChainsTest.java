package io.racedet.witness.packed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of several needs a chain tells. */
class NeedChainsTest {
  @Test
  void chain_severalEventsNeedTheSame_leadsToTheFirst() {
    NeedLists needs = new NeedLists(2);
    needs.add(0, 5, 1, 3);
    needs.add(0, 7, 1, 3);
    assertThat(needs.chain(0, 8, 1, 3)).containsExactly(new NeedLists.Step(3, 5));
  }

  /** By way of thread 1, a later event of thread 2 is needed than by the event itself. */
  @Test
  void chain_moreOfAThreadIsNeededByAnother_leadsTheShorterWay() {
    NeedLists needs = new NeedLists(4);
    needs.add(2, 3, 3, 1);
    needs.add(1, 8, 2, 6);
    needs.add(0, 10, 1, 8);
    needs.add(0, 10, 2, 4);
    assertThat(needs.chain(0, 10, 3, 1))
        .containsExactly(new NeedLists.Step(1, 3), new NeedLists.Step(4, 10));
  }

  @Test
  void chain_eventItself_hasNoSteps() {
    assertThat(new NeedLists(1).chain(0, 5, 0, 5)).isEmpty();
  }
}
