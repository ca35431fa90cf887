package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.goldilocks.GoldilocksCounts;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The operations that occurred, and the paths taken in the lazy engine. */
public final class GoldilocksPaths {
  private final Map<Op, Long> ops = new EnumMap<>(Op.class);
  private final Map<String, Long> paths = new TreeMap<>();

  public void add(TestTrace trace) {
    trace.events().forEach(event -> ops.merge(event.op(), 1L, Long::sum));
  }

  public void add(GoldilocksCounts counts) {
    paths.merge("same owner", counts.byOwner(), Long::sum);
    paths.merge("lock held", counts.byLock(), Long::sum);
    paths.merge("settled", counts.settled(), Long::sum);
    paths.merge("replay that stops", counts.replaysStopped(), Long::sum);
    paths.merge("replay to the end", counts.replaysToTheEnd(), Long::sum);
    paths.merge("cell reclaimed", counts.cellsReclaimed(), Long::sum);
    paths.merge("cell kept", counts.cells() - counts.cellsReclaimed(), Long::sum);
  }

  public void assertAllTaken(long times) {
    assertThat(ops).containsOnlyKeys(Op.values());
    assertThat(ops.values()).as("%s", ops).allMatch(count -> count >= times);
    assertThat(paths).hasSize(7);
    assertThat(paths.values()).as("%s", paths).allMatch(count -> count >= times);
  }
}
