package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The clocks of events, compared with arrays, and with the order that they stand for. */
class ReachTest {
  private static final long SEED = 20261126;
  private static final int TRACES = 60;
  private static final int STEPS = 60;
  private static final int NONE = TraceIndex.NONE;

  private record Edge(int from, int to) {}

  private TraceIndex index;
  private Reach reach;
  private int events;

  private void start(long seed, int mostEvents) {
    EventHistory trace =
        Recording.of(RandomTraces.of(Shape.plain().withMaxEvents(mostEvents), seed));
    events = trace.size();
    index = new TraceIndex(trace);
    int[] used = new int[events];
    Arrays.fill(used, Integer.MAX_VALUE);
    reach = new Reach(index, used, new Budget(Long.MAX_VALUE, Long.MAX_VALUE));
    for (int p = 0; p < events; p++) {
      reach.admit(p);
    }
  }

  private int previous(int p) {
    return index.rank(p) == 1 ? NONE : index.event(index.thread(p), index.rank(p) - 1);
  }

  /** Edges in any direction, applied in sweeps until they add nothing. */
  @Test
  void sweeps_untilNothingChanges_giveTheOrder_orFindItsCycle() {
    SplittableRandom seeds = new SplittableRandom(SEED);
    int cyclic = 0;
    for (int i = 0; i < TRACES; i++) {
      long seed = seeds.nextLong();
      start(seed, 16);
      List<Edge> edges = edges(new SplittableRandom(seed));
      boolean[][] before = before(edges);
      boolean isCyclic = false;
      for (int p = 0; p < events; p++) {
        isCyclic |= before[p][p];
      }
      cyclic += isCyclic ? 1 : 0;
      assertThat(sweep(edges)).as("seed " + seed).isEqualTo(!isCyclic);
      for (int p = 0; p < events && !isCyclic; p++) {
        for (int q = 0; q < events; q++) {
          boolean isBefore = p == q || before[p][q];
          assertThat(reach.isBefore(p, q)).as("seed " + seed).isEqualTo(isBefore);
        }
      }
    }
    assertThat(cyclic).isBetween(TRACES / 10, TRACES * 9 / 10);
  }

  private List<Edge> edges(SplittableRandom random) {
    List<Edge> edges = new ArrayList<>();
    for (int n = random.nextInt(12); n > 0; n--) {
      Edge edge = new Edge(random.nextInt(events), random.nextInt(events));
      if (index.thread(edge.from) != index.thread(edge.to)) {
        edges.add(edge);
      }
    }
    return edges;
  }

  /** The transitive closure of program order and edges. */
  private boolean[][] before(List<Edge> edges) {
    boolean[][] before = new boolean[events][events];
    edges.forEach(edge -> before[edge.from][edge.to] = true);
    for (int p = 0; p < events; p++) {
      if (previous(p) != NONE) {
        before[previous(p)][p] = true;
      }
    }
    for (int between = 0; between < events; between++) {
      for (int p = 0; p < events; p++) {
        for (int q = 0; q < events; q++) {
          before[p][q] |= before[p][between] && before[between][q];
        }
      }
    }
    return before;
  }

  /** Whether no event is before itself; each sweep but the last one raises a rank of a clock. */
  private boolean sweep(List<Edge> edges) {
    int sweeps = 0;
    do {
      for (int p = 0; p < events; p++) {
        reach.inherit(p, previous(p));
        for (Edge edge : edges) {
          if (edge.to == p && !reach.learn(p, edge.from)) {
            return false;
          }
        }
      }
      assertThat(++sweeps).isLessThanOrEqualTo(events * events * index.threads + 1);
    } while (edges.stream().anyMatch(this::isStale));
    return true;
  }

  private boolean isStale(Edge edge) {
    return !reach.covers(edge.to, edge.from);
  }

  /** A clock in full; the events of a thread share that of the event which learned it. */
  private record Clock(int owner, int[] ranks) {}

  private Clock[] clocks;

  @Test
  void operations_inAnyOrder_areThoseOfArrays() {
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int i = 0; i < TRACES; i++) {
      long seed = seeds.nextLong();
      start(seed, 10);
      clocks = new Clock[events];
      Arrays.fill(clocks, new Clock(NONE, new int[index.threads]));
      SplittableRandom random = new SplittableRandom(seed);
      for (int step = 0; step < STEPS; step++) {
        int p = random.nextInt(events);
        int source = random.nextInt(events);
        if (random.nextBoolean()) {
          reach.inherit(p, previous(p));
          inherit(p, previous(p));
        } else if (index.thread(p) != index.thread(source)) {
          assertThat(reach.learn(p, source)).as("seed " + seed).isEqualTo(learn(p, source));
        }
        assertClocks(seed);
      }
    }
  }

  private int known(int p, int thread) {
    return thread == index.thread(p) ? index.rank(p) : clocks[p].ranks[thread];
  }

  private void inherit(int p, int previous) {
    if (clocks[p].owner != p) {
      clocks[p] = previous == NONE ? new Clock(NONE, new int[index.threads]) : clocks[previous];
    } else if (previous != NONE) {
      for (int t = 0; t < index.threads; t++) {
        clocks[p].ranks[t] = Math.max(clocks[p].ranks[t], clocks[previous].ranks[t]);
      }
    }
  }

  private boolean learn(int p, int source) {
    if (known(source, index.thread(p)) >= index.rank(p)) {
      return false;
    }
    if (!covers(p, source)) {
      if (clocks[p].owner != p) {
        clocks[p] = new Clock(p, clocks[p].ranks.clone());
      }
      for (int t = 0; t < index.threads; t++) {
        clocks[p].ranks[t] = Math.max(clocks[p].ranks[t], known(source, t));
      }
    }
    return true;
  }

  private boolean covers(int p, int source) {
    boolean covers = known(source, index.thread(p)) < index.rank(p);
    for (int t = 0; t < index.threads; t++) {
      covers &= t == index.thread(p) || known(source, t) <= known(p, t);
    }
    return covers;
  }

  private void assertClocks(long seed) {
    int[][] ranks = new int[events][index.threads];
    int[][] expected = new int[events][index.threads];
    for (int p = 0; p < events; p++) {
      for (int t = 0; t < index.threads; t++) {
        ranks[p][t] = reach.known(p, t);
        expected[p][t] = known(p, t);
      }
    }
    assertThat(ranks).as("seed " + seed).isDeepEqualTo(expected);
    for (int p = 0; p < events; p++) {
      for (int source = 0; source < events; source++) {
        if (index.thread(p) != index.thread(source)
            && reach.covers(p, source) != covers(p, source)) {
          fail("seed " + seed + ": what " + p + " knows of what " + source + " knows");
        }
      }
    }
  }
}
