package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Edges between events, compared with a list. */
class EdgesTest {
  private static final long SEED = 20261126;
  private static final int EVENTS = 8;

  private record Edge(int from, int to) {}

  @Test
  void edges_random_areThoseOfAList() {
    SplittableRandom random = new SplittableRandom(SEED);
    Edges edges = new Edges();
    List<Edge> list = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Edge edge = new Edge(random.nextInt(EVENTS), random.nextInt(EVENTS));
      edges.add(edge.from, edge.to);
      list.add(edge);
      assertThat(edges.size()).isEqualTo(list.size());
      for (int k = 0; k < list.size(); k++) {
        assertThat(new Edge(edges.from(k), edges.to(k))).as("seed " + SEED).isEqualTo(list.get(k));
      }
      for (int event = 0; event < EVENTS; event++) {
        int later = event;
        IntArrayList earlier = new IntArrayList();
        edges.collect(later, earlier);
        assertThat(earlier.toIntArray())
            .as("seed " + SEED)
            .containsExactlyInAnyOrder(
                list.stream().filter(e -> e.to == later).mapToInt(Edge::from).toArray());
      }
    }
  }
}
