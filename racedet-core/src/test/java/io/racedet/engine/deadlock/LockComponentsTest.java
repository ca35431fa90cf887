package io.racedet.engine.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The components of random graphs, compared with reachability. */
class LockComponentsTest {
  private static final int LOCKS = 8;
  private static final int DEEP = 100_000;

  @Test
  void areConnected_randomGraphs_ifEachReachesTheOther() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 2_000; i++) {
      LongOpenHashSet edges = new LongOpenHashSet();
      boolean[][] reaches = new boolean[LOCKS][LOCKS];
      for (int edge = random.nextInt(2 * LOCKS); edge > 0; edge--) {
        int from = random.nextInt(LOCKS);
        int to = random.nextInt(LOCKS);
        edges.add((long) from << Integer.SIZE | to);
        reaches[from][to] = true;
      }
      for (int k = 0; k < LOCKS; k++) {
        for (int one = 0; one < LOCKS; one++) {
          for (int other = 0; other < LOCKS; other++) {
            reaches[one][other] |= reaches[one][k] && reaches[k][other];
          }
        }
      }
      LockComponents components = new LockComponents(LOCKS, edges);
      for (int one = 0; one < LOCKS; one++) {
        for (int other = 0; other < LOCKS; other++) {
          assertThat(components.areConnected(one, other))
              .as("%s, %s in %s", one, other, edges)
              .isEqualTo(one == other || reaches[one][other] && reaches[other][one]);
        }
      }
    }
  }

  /** Too deep for recursion. */
  @Test
  void areConnected_longCycle_all() {
    LongOpenHashSet edges = new LongOpenHashSet();
    for (int lock = 0; lock < DEEP; lock++) {
      edges.add((long) lock << Integer.SIZE | (lock + 1) % DEEP);
    }
    assertThat(new LockComponents(DEEP + 1, edges).areConnected(0, DEEP - 1)).isTrue();
    assertThat(new LockComponents(DEEP + 1, edges).areConnected(0, DEEP)).isFalse();
  }
}
