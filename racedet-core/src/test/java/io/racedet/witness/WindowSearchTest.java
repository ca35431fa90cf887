package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.TestTrace;
import org.junit.jupiter.api.Test;

/** Searches in windows around accesses: when there are any, what they decide and what they cost. */
class WindowSearchTest {
  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final int WHOLE = Integer.MAX_VALUE;

  /** Sections that can only be reversed, which is not tried without steps. */
  private static final String REVERSIBLE =
      "T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)";

  private static final AccessPair PAIR = new AccessPair(1, 5);

  private static EventHistory reversible(int eventsAfter) {
    return Recording.of(
        TestTrace.parse((REVERSIBLE + "  T3|r(k)".repeat(eventsAfter)).split("  ")));
  }

  private static WitnessSearch search(EventHistory trace, long steps, long total, int window) {
    return new WitnessSearch(trace, new TraceIndex(trace), steps, total, window);
  }

  private static long stepsUntilGivenUp(EventHistory trace, AccessPair pair, int window) {
    SearchResult result =
        search(trace, 0, UNLIMITED, window)
            .search(trace.index(pair.first()), trace.index(pair.second()));
    assertThat(result).isInstanceOf(SearchResult.GaveUp.class);
    return ((SearchResult.GaveUp) result).steps();
  }

  /** The window has six events, which is half of the trace. */
  @Test
  void search_windowOfHalfTheTrace_isNotSearched() {
    for (int size = 12; size <= 13; size++) {
      EventHistory trace = reversible(size - 6);
      assertThat(stepsUntilGivenUp(trace, PAIR, 1))
          .isEqualTo(stepsUntilGivenUp(trace, PAIR, WHOLE));
    }
  }

  /** Its events are counted, and what a search in it takes, both times. */
  @Test
  void search_windowOfLessThanHalfTheTrace_isSearchedAfterWhatWasRecordedAndByItself() {
    EventHistory trace = reversible(8);
    TraceIndex index = new TraceIndex(trace);
    TraceWindow after = TraceWindow.afterRecorded(index, 0, 7, PAIR);
    TraceWindow alone = TraceWindow.byItself(index, 0, 7, PAIR);
    assertThat(stepsUntilGivenUp(trace, PAIR, 1))
        .isEqualTo(
            stepsUntilGivenUp(trace, PAIR, WHOLE)
                + after.events().size()
                + stepsUntilGivenUp(after.events(), PAIR, WHOLE)
                + alone.events().size()
                + stepsUntilGivenUp(alone.events(), PAIR, WHOLE));
  }

  /** The accesses have 300 events before them, and the windows around them even more in all. */
  @Test
  void search_totalSpent_neitherWindowsNorTheTraceAreVisited() {
    EventHistory trace =
        Recording.of(TestTrace.parse(("T1|r(k)  ".repeat(300) + REVERSIBLE).split("  ")));
    for (int window : new int[] {1, WHOLE}) {
      assertThat(search(trace, UNLIMITED, 1, window).search(302, 306))
          .isInstanceOfSatisfying(
              SearchResult.GaveUp.class,
              end -> {
                assertThat(end.isTotal()).isTrue();
                assertThat(end.steps()).isLessThan(30);
              });
    }
  }

  /**
   * T2 began to wait before the window, in which its wake therefore has no cause. Its cause comes
   * after T3's section of m, which comes after T1's by what it reads, and so after the access in
   * that.
   */
  @Test
  void search_wakeWithoutItsCauseInTheWindow_isNotDecidedThere() {
    String events =
        "T2|acq(l)  T2|rel(l)  "
            + "T4|r(k)  ".repeat(20)
            + "T1|acq(m)  T1|w(y)  T1|w(x)  T1|rel(m)  T3|acq(m)  T3|r(y)  T3|rel(m)  T3|notify(l)"
            + "  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)";
    EventHistory trace = Recording.of(TestTrace.parse(events.split("  ")));
    assertThat(search(trace, 1_000, UNLIMITED, 1).search(25, 34))
        .isInstanceOf(SearchResult.Refuted.class);
  }
}
