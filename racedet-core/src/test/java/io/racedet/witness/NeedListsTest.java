package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.TestTrace;
import io.racedet.witness.packed.NeedLists;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What events need indirectly, compared with a naive computation. */
class NeedListsTest {
  private static final int TRACES = 300;

  private int indirect;

  @Test
  void chain_randomTraces_leadsFromEachEventThatIsNeeded() {
    ClosureTest.runs().some().limit(TRACES).forEach(this::compare);
    assertThat(indirect).isPositive();
  }

  private void compare(TestTrace recorded) {
    if (recorded.size() == 0) {
      return;
    }
    SmallTrace trace = new SmallTrace(recorded);
    TraceIndex index = trace.index;
    for (int q = 0; q < trace.history.size(); q++) {
      for (int p = 0; p < trace.history.size(); p++) {
        if (index.thread(p) == index.thread(q)) {
          continue;
        }
        List<NeedLists.Step> chain = index.needs().chain(index.thread(q), q, index.thread(p), p);
        assertThat(chain != null)
            .as("%d needs %d of %s", q, p, recorded)
            .isEqualTo(trace.needs.isBefore(p, q));
        if (chain != null) {
          assertLeads(index, p, chain, q);
          indirect += chain.size() > 1 ? 1 : 0;
        }
      }
    }
  }

  private static void assertLeads(TraceIndex index, int event, List<NeedLists.Step> chain, int to) {
    int last = event;
    for (NeedLists.Step step : chain) {
      assertThat(index.thread(step.from())).isEqualTo(index.thread(last));
      assertThat(step.from()).isGreaterThanOrEqualTo(last);
      IntArrayList needed = new IntArrayList();
      new Needs(index).collect(step.to(), needed);
      assertThat(needed.toIntArray()).contains(step.from());
      last = step.to();
    }
    assertThat(index.thread(last)).isEqualTo(index.thread(to));
    assertThat(last).isLessThanOrEqualTo(to);
  }
}
