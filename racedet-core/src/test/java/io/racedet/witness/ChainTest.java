package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Chains of events, compared with the shortest ones. */
class ChainTest {
  private static final int TRACES = 300;
  private static final int MAX_EDGES = 4;
  private static final int FAR = 1_000;

  @Test
  void between_randomTracesAndEdges_isAShortestChain() {
    ClosureTest.runs().some().limit(TRACES).forEach(trace -> compare(trace, false));
  }

  @Test
  void around_randomTracesAndEdges_isAShortestChain() {
    ClosureTest.runs().some().limit(TRACES).forEach(trace -> compare(trace, true));
  }

  private static void compare(TestTrace recorded, boolean around) {
    List<Pair> conflicting = Recording.conflicting(recorded);
    SmallTrace trace = conflicting.isEmpty() ? null : new SmallTrace(recorded);
    String text = recorded.toString();
    SplittableRandom random = new SplittableRandom(text.hashCode());
    for (Pair pair : conflicting) {
      Edges edges = new Edges();
      for (int i = random.nextInt(MAX_EDGES); i > 0; i--) {
        edges.add(random.nextInt(trace.history.size()), random.nextInt(trace.history.size()));
      }
      int event = random.nextInt(trace.history.size());
      AccessPair target = around ? new AccessPair(event, event) : trace.target(pair);
      new Expected(trace, edges, target, around).check(pair + " of " + text);
    }
  }

  /** The least number of steps of a chain that ends at an event. */
  private record Expected(SmallTrace trace, Edges edges, AccessPair target, boolean around) {
    void check(String pair) {
      Budget budget = SmallTrace.unlimited();
      Chain chain = new Chain(trace.index, edges, budget);
      int shortest = shortest();
      if (shortest == FAR) {
        assertThatThrownBy(() -> search(chain)).as(pair).isInstanceOf(IllegalStateException.class);
        return;
      }
      List<Refutation.Step> steps = search(chain);
      assertThat(steps).as("%s %s", target, pair).hasSize(shortest);
      int floor = edges.size() == 0 ? target.first() : 0;
      assertThat(budget.spent())
          .as("each event from the first one on at most once: %s", pair)
          .isBetween((long) steps.size(), (long) trace.history.size() - floor);
      check(steps, pair);
    }

    private List<Refutation.Step> search(Chain chain) {
      return around ? chain.around(target.first()) : chain.between(target);
    }

    private void check(List<Refutation.Step> steps, String pair) {
      int at = steps.isEmpty() ? target.first() : trace.at(steps.get(0).from());
      assertThat(isUpTo(target.first(), at) || isUpTo(target.second(), at)).as(pair).isTrue();
      for (int i = 0; i < steps.size(); i++) {
        int from = trace.at(steps.get(i).from());
        int to = trace.at(steps.get(i).to());
        int next = i + 1 < steps.size() ? trace.at(steps.get(i + 1).from()) : to;
        assertThat(direct(to)).as(pair).contains(from);
        assertThat(isUpTo(to, next)).as(pair).isTrue();
        at = to;
      }
      assertThat(isUpTo(at, target.first()) || isUpTo(at, target.second())).as(pair).isTrue();
    }

    /** Whether an event is another one, or before it in its thread. */
    private boolean isUpTo(int event, int later) {
      return trace.needs.thread(event) == trace.needs.thread(later) && event <= later;
    }

    private List<Integer> direct(int event) {
      List<Integer> direct = new ArrayList<>(trace.needs.needs(event));
      for (int edge = 0; edge < edges.size(); edge++) {
        if (edges.to(edge) == event) {
          direct.add(edges.from(edge));
        }
      }
      return direct;
    }

    private int shortest() {
      int[] steps = new int[trace.history.size()];
      Arrays.fill(steps, FAR);
      start(steps, target.first());
      start(steps, target.second());
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int p = 0; p < steps.length; p++) {
          if (steps[p] < FAR) {
            changed |= lower(steps, previous(p), steps[p]);
            for (int need : direct(p)) {
              changed |= lower(steps, need, steps[p] + 1);
            }
          }
        }
      }
      return Math.min(steps[target.first()], steps[target.second()]);
    }

    private void start(int[] steps, int event) {
      lower(steps, previous(event), 0);
      if (around) {
        direct(event).forEach(need -> lower(steps, need, 1));
      } else if (previous(event) == TraceIndex.NONE) {
        lower(steps, trace.index.fork(trace.needs.thread(event)), 1);
      }
    }

    private static boolean lower(int[] steps, int event, int count) {
      boolean lower = event != TraceIndex.NONE && count < steps[event];
      if (lower) {
        steps[event] = count;
      }
      return lower;
    }

    private int previous(int event) {
      int p = event - 1;
      while (p >= 0 && trace.needs.thread(p) != trace.needs.thread(event)) {
        p--;
      }
      return p;
    }
  }
}
