package io.racedet.junit.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import org.junit.jupiter.api.Test;

class InterleavingSinkTest {
  private static final long PAIR_OF_10_AND_20 = 10L << 32 | 20;

  private final InterleavingSink sink =
      new InterleavingSink(location -> location, location -> location % 2 == 1);

  @Test
  void conflictingAccessesOfTwoThreads_areAPair_inTheirOrder() {
    sink.event(Op.WRITE, 0, 7, 10);
    sink.event(Op.READ, 1, 7, 20);
    Interleaving seen = sink.interleaving();
    assertThat(seen.pairs()).containsExactly(PAIR_OF_10_AND_20);
    assertThat(seen.writers()).containsExactly(10);
  }

  @Test
  void volatilesAndLocks_haveVariablesOfTheirOwn() {
    sink.event(Op.SYNC_READ, 0, 7, 10);
    sink.event(Op.WRITE, 1, 7, 30);
    sink.event(Op.SYNC_WRITE, 1, 7, 20);
    assertThat(sink.interleaving().pairs()).containsExactly(PAIR_OF_10_AND_20);
    assertThat(sink.interleaving().writers()).containsExactly(20);
    assertThat(sink.interleaving().syncs()).isEqualTo(2);
  }

  @Test
  void dataAccessesOfAPair_thatCoverOthers_areCovering() {
    sink.event(Op.WRITE, 0, 7, 11);
    sink.event(Op.READ, 1, 7, 13);
    sink.event(Op.READ, 1, 10, 15);
    sink.event(Op.WRITE, 0, 8, 17);
    sink.event(Op.SYNC_WRITE, 0, 9, 19);
    sink.event(Op.SYNC_READ, 1, 9, 21);
    assertThat(sink.interleaving().covering()).containsExactlyInAnyOrder(11, 13);
    assertThat(sink.interleaving().writers()).containsExactlyInAnyOrder(11, 19);
  }

  @Test
  void readsOfTwoThreads_orAccessesOfOne_areNoPair() {
    sink.event(Op.READ, 0, 7, 10);
    sink.event(Op.READ, 1, 7, 20);
    sink.event(Op.WRITE, 0, 8, 10);
    sink.event(Op.WRITE, 0, 8, 20);
    assertThat(sink.interleaving().pairs()).isEmpty();
  }

  @Test
  void order_isThatOfSynchronisation_notOfData() {
    InterleavingSink other =
        new InterleavingSink(location -> location, location -> location % 2 == 1);
    InterleavingSink third =
        new InterleavingSink(location -> location, location -> location % 2 == 1);
    sink.event(Op.ACQUIRE, 0, 1, 10);
    sink.event(Op.WRITE, 0, 7, 11);
    sink.event(Op.ACQUIRE, 1, 1, 20);
    other.event(Op.ACQUIRE, 0, 1, 10);
    other.event(Op.ACQUIRE, 1, 1, 20);
    third.event(Op.ACQUIRE, 1, 1, 20);
    third.event(Op.ACQUIRE, 0, 1, 10);
    assertThat(sink.interleaving().order()).isEqualTo(other.interleaving().order());
    assertThat(sink.interleaving().order()).isNotEqualTo(third.interleaving().order());
  }
}
