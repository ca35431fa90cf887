package io.racedet.junit.record.detail;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.junit.record.detail.ThreadSyncs.RawSync;
import io.racedet.runtime.log.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is kept of the synchronisation of a thread. */
class ThreadSyncsTest {
  private static final int SITE = 7;

  private final ThreadSyncs syncs = new ThreadSyncs();

  private void acquire(long index, int site) {
    syncs.acquire(new RawSync(index, Op.ACQUIRE, 1, site));
  }

  private List<Long> latest() {
    List<Long> indices = new ArrayList<>();
    syncs.latestAcquires().forEachRemaining(sync -> indices.add(sync.index()));
    return indices;
  }

  @Test
  void acquires_ofUnwovenCode_areKeptAfterTheLastOneOfWovenCode_latestFirst() {
    acquire(1, Layout.NONE);
    acquire(2, SITE);
    acquire(3, Layout.NONE);
    acquire(4, Layout.NONE);
    assertThat(latest()).containsExactly(4L, 3L, 2L);
    acquire(5, SITE);
    assertThat(latest()).containsExactly(5L);
  }

  @Test
  void acquires_areNotMoreThanAreLookedAt() {
    acquire(1, SITE);
    long end = 1L + NearSyncs.KEPT;
    LongStream.rangeClosed(2, end).forEach(index -> acquire(index, Layout.NONE));
    assertThat(latest()).hasSize(NearSyncs.KEPT).startsWith(end).endsWith(2L);
  }

  /** As a thread that reads a volatile that another one writes: that orders in one direction. */
  @Test
  void acquire_isNoRelease_norOfAnObjectOfAnotherKind() {
    RawSync read = new RawSync(1, Op.SYNC_READ, 3, SITE);
    RawSync write = new RawSync(2, Op.SYNC_WRITE, 4, SITE);
    RawSync locked = new RawSync(3, Op.ACQUIRE, 4, SITE);
    syncs.acquire(read);
    syncs.release(write);
    assertThat(syncs.acquires(read.object())).isTrue();
    assertThat(syncs.releases(read.object())).isFalse();
    assertThat(syncs.releases(write.object())).isTrue();
    assertThat(syncs.acquires(write.object())).isFalse();
    assertThat(syncs.acquires(locked.object())).isFalse();
  }
}
