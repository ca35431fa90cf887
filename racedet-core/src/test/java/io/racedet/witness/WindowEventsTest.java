package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which events a window of a trace has, and how what is found in it is told of the trace. */
class WindowEventsTest {
  private static final AccessPair NONE = new AccessPair(TraceIndex.NEVER, TraceIndex.NEVER);

  private static TraceIndex index(String events) {
    return SmallTrace.of(events).index;
  }

  /** The events of a window: the thread and the operation of each. */
  private static List<String> events(TraceWindow window) {
    EventHistory events = window.events();
    List<String> all = new ArrayList<>();
    for (int p = 0; p < events.size(); p++) {
      all.add("T" + (events.thread(p) + 1) + " " + events.op(p));
    }
    return all;
  }

  private static TraceWindow after(String events, int from, int to) {
    return TraceWindow.afterRecorded(index(events), from, to, NONE);
  }

  private static TraceWindow byItself(String events, int from, int to, Goal goal) {
    return TraceWindow.byItself(index(events), from, to, goal);
  }

  private static Op only(TraceWindow window) {
    assertThat(window.events().size()).isEqualTo(1);
    return window.events().op(0);
  }

  /** In the order in which the trace has them, each once. */
  @Test
  void afterRecorded_locksAreHeld_areAcquiredFirst() {
    String events = "T1|r(k)  T2|acq(a)  T1|acq(b)  T1|acqr(b)  T1|w(x)  T2|w(x)";
    assertThat(events(after(events, 4, 6)))
        .containsExactly(
            "T2 ACQUIRE",
            "T2 SEND",
            "T1 ACQUIRE",
            "T1 SEND",
            "T1 ACQUIRE_SHARED",
            "T1 SEND",
            "T1 RECEIVE",
            "T2 RECEIVE",
            "T1 WRITE",
            "T2 WRITE");
  }

  @Test
  void afterRecorded_threadWithoutAnEventInTheWindow_waitsForNothing() {
    String events = "T1|acq(a)  T2|r(k)  T1|w(x)  T2|w(x)";
    assertThat(events(after(events, 2, 3)))
        .containsExactly("T1 ACQUIRE", "T1 SEND", "T1 RECEIVE", "T1 WRITE");
  }

  @Test
  void afterRecorded_threadForkedInTheWindow_waitsForItsForkOnly() {
    String events = "T1|acq(a)  T1|fork(T2)  T2|w(x)";
    assertThat(events(after(events, 1, 3)))
        .containsExactly("T1 ACQUIRE", "T1 SEND", "T1 RECEIVE", "T1 FORK", "T2 WRITE");
  }

  @Test
  void afterRecorded_sectionThatEndsAfterTheWindow_isKept() {
    assertThat(only(after("T1|r(k)  T1|acq(a)  T1|rel(a)", 1, 2))).isEqualTo(Op.ACQUIRE);
  }

  @Test
  void afterRecorded_readOfAnEarlierWrite_isKept() {
    assertThat(only(after("T1|w(y)  T2|r(y)", 1, 2))).isEqualTo(Op.READ);
  }

  @Test
  void byItself_readOfAnEarlierWrite_isLeftOutUnlessItIsOfTheGoal() {
    String events = "T1|w(y)  T2|r(y)";
    assertThat(only(byItself(events, 1, 2, NONE))).isEqualTo(Op.BEGIN);
    assertThat(only(byItself(events, 1, 2, new AccessPair(0, 1)))).isEqualTo(Op.READ);
  }

  @Test
  void byItself_readOfAWriteInTheWindowOrOfNone_isKept() {
    assertThat(events(byItself("T1|r(k)  T1|w(y)  T1|r(k)  T2|r(y)", 1, 4, NONE)))
        .containsExactly("T1 WRITE", "T1 READ", "T2 READ");
  }

  @Test
  void byItself_sections_areKeptIfTheyAreWholeOrNeverEnd() {
    String events =
        "T1|acq(a)  T2|acq(b)  T1|rel(a)  T2|rel(b)  T3|acq(c)  T4|acq(d)  T4|r(k)  T4|rel(d)";
    assertThat(events(byItself(events, 1, 7, NONE)))
        .containsExactly(
            "T2 ACQUIRE", "T1 BEGIN", "T2 RELEASE", "T3 ACQUIRE", "T4 BEGIN", "T4 READ");
    assertThat(events(byItself(events, 5, 7, NONE))).containsExactly("T4 BEGIN", "T4 READ");
  }

  /**
   * The lock of the wait is acquired in a section that is left out: its last notify is not seen.
   */
  @Test
  void hasCauses_wakeHasAnOlderCauseInTheWindow_false() {
    String events =
        "T2|acq(l)  T2|rel(l)  T1|notify(l)  T2|acq(l)  T2|rel(l)  T1|notify(l)  T2|acq(l)"
            + "  T2|wake(l)  T2|rel(l)";
    TraceWindow cut = byItself(events, 0, 8, NONE);
    TraceIndex ofCut = new TraceIndex(cut.events());
    assertThat(ofCut.link(7)).as("the cause").isEqualTo(2);
    assertThat(cut.hasCauses(ofCut)).isFalse();
    TraceWindow whole = byItself(events, 0, 9, NONE);
    assertThat(whole.hasCauses(new TraceIndex(whole.events()))).isTrue();
  }

  @Test
  void whole_refutationInAWindow_hasTheIndicesOfTheTrace() {
    TraceWindow window = byItself("T1|r(k)  T1|r(k)  T1|w(x)  T1|w(y)  T2|r(y)", 2, 5, NONE);
    assertThat(window.whole(refuted(new Refutation.Step(2, 3))))
        .isEqualTo(refuted(new Refutation.Step(4, 5)));
  }

  private static SearchResult refuted(Refutation.Step step) {
    return new SearchResult.Refuted(Refutation.of(Refutation.Kind.NEEDED, List.of(step)));
  }

  @Test
  void ofReordering_eventsAfterTheGoal_areKept() {
    TraceIndex index = index("T1|r(k)  T1|w(x)  T2|acq(l)  T3|w(x)  T2|rel(l)  T2|w(k)");
    TraceWindow window = TraceWindow.ofReordering(index, new int[] {0, 2, 4}, new AccessPair(1, 3));
    assertThat(events(window))
        .containsExactly("T1 READ", "T1 WRITE", "T2 ACQUIRE", "T3 WRITE", "T2 RELEASE");
  }
}
