package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sections that reads are ordered after. */
class SdpReadsTest {
  private final SdpReads reads = new SdpReads();

  private static OpenSection section(int thread, int lock, boolean shared, long released) {
    OpenSection section = new OpenSection(thread, lock, shared, released - 1);
    section.end(released, null);
    return section;
  }

  private List<OpenSection> taken(int thread, int variable) {
    List<OpenSection> taken = new ArrayList<>();
    SdpReads.Awaited at = reads.take(thread, variable);
    for (; at != null; at = at.others()) {
      assertThat(at.thread()).isEqualTo(thread);
      taken.add(at.earlier());
    }
    return taken;
  }

  @Test
  void take_removesWhatItReturns() {
    OpenSection section = section(1, 0, false, 5);
    reads.await(0, 3, section);
    assertThat(taken(0, 2)).isEmpty();
    assertThat(taken(0, 3)).containsExactly(section);
    assertThat(taken(0, 3)).isEmpty();
    assertThat(taken(0, 100)).isEmpty();
  }

  @Test
  void take_leavesWhatOtherThreadsAwait() {
    OpenSection section = section(2, 0, false, 5);
    reads.await(0, 3, section);
    reads.await(1, 3, section);
    assertThat(taken(2, 3)).isEmpty();
    assertThat(taken(0, 3)).containsExactly(section);
    assertThat(taken(1, 3)).containsExactly(section);
  }

  /** The release of the newest one is after those of all others. */
  @Test
  void await_ofOrderedSections_keepsTheNewest() {
    OpenSection older = section(1, 0, true, 5);
    OpenSection newer = section(2, 0, false, 9);
    reads.await(0, 3, older);
    reads.await(0, 3, newer);
    reads.await(0, 3, older);
    assertThat(taken(0, 3)).containsExactly(newer);
    reads.await(0, 3, older);
    reads.await(0, 3, newer);
    reads.await(0, 3, newer);
    assertThat(taken(0, 3)).containsExactly(newer);
  }

  @Test
  void await_ofUnorderedSections_keepsAll() {
    OpenSection shared = section(1, 0, true, 5);
    OpenSection alsoShared = section(2, 0, true, 7);
    OpenSection ofAnotherLock = section(1, 1, false, 9);
    for (int i = 0; i < 3; i++) {
      reads.await(0, 3, shared);
      reads.await(0, 3, alsoShared);
      reads.await(0, 3, ofAnotherLock);
    }
    assertThat(taken(0, 3)).containsExactlyInAnyOrder(shared, alsoShared, ofAnotherLock);
  }
}
