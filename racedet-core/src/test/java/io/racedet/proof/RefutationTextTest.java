package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.witness.Refutation;
import io.racedet.witness.Refutation.Kind;
import io.racedet.witness.Refutation.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of each reason why there is no reordering. */
class RefutationTextTest {
  private static final int NO_LOCK = -1;
  private static final RecordedTrace TRACE =
      RecordedTrace.of(
          "T1|acq(l)  T1|w(x)  T1|w(y)  T1|rel(l)  T2|acq(l)  T2|r(y)  T2|rel(l)  T2|w(x)");

  private static String text(RecordedTrace trace, int lock, Kind kind, long... events) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < events.length; i += 2) {
      steps.add(new Step(events[i], events[i + 1]));
    }
    return new RefutationText(trace.history(), trace.names)
        .of(trace.pair(2, 8), new Refutation(kind, lock, steps));
  }

  @Test
  void commonLock_isNamed() {
    assertThat(text(TRACE, 0, Kind.COMMON_LOCK)).isEqualTo("both accesses hold l");
  }

  /** A chain begins in the thread of one of the accesses. */
  @Test
  void needed_saysWhichAccessComesFirst_andWhy() {
    assertThat(text(TRACE, NO_LOCK, Kind.NEEDED, 4, 5))
        .isEqualTo(
            "in every reordering #2 comes first: #4 T1 rel(l) before #5 T2 acq(l) (sections of one"
                + " lock)");
    assertThat(text(TRACE, NO_LOCK, Kind.NEEDED, 7, 1, 3, 6))
        .isEqualTo(
            "in every reordering #8 comes first: #7 T2 rel(l) before #1 T1 acq(l) (sections of one"
                + " lock), then #3 T1 w(y) before #6 T2 r(y) (is read)");
  }

  @Test
  void ofDeadlock_saysWhichRequestComesFirst() {
    RecordedTrace trace =
        RecordedTrace.of(
            "T1|acq(a)  T1|acq(b)  T1|w(x)  T2|acq(c)  T2|r(x)  T2|w(y)  T3|acq(d)  T3|r(y)");
    RefutationText texts = new RefutationText(trace.history(), trace.names);
    long[] requests = {2, 4, 7};
    assertThat(texts.ofDeadlock(requests, needed(3, 5)))
        .isEqualTo("in every reordering #2 comes first: #3 T1 w(x) before #5 T2 r(x) (is read)");
    assertThat(texts.ofDeadlock(requests, needed(6, 8)))
        .isEqualTo("in every reordering #4 comes first: #6 T2 w(y) before #8 T3 r(y) (is read)");
    assertThat(texts.ofDeadlock(requests, needed(8, 5)))
        .startsWith("in every reordering #7 comes first: #8 T3 r(y) before #5 T2 r(x)");
  }

  private static Refutation needed(long from, long to) {
    return new Refutation(Kind.NEEDED, NO_LOCK, List.of(new Step(from, to)));
  }

  @Test
  void cycle_isAChain() {
    assertThat(text(TRACE, NO_LOCK, Kind.CYCLE, 3, 6, 7, 1))
        .isEqualTo(
            "every reordering would have a cycle: #3 T1 w(y) before #6 T2 r(y) (is read), then #7"
                + " T2 rel(l) before #1 T1 acq(l) (sections of one lock)");
  }

  @Test
  void neverReleased_namesTheSectionsThatWouldFollow() {
    assertThat(text(TRACE, NO_LOCK, Kind.NEVER_RELEASED, 1, 5))
        .isEqualTo("#1 T1 acq(l), which is never released, would come before #5 T2 acq(l)");
  }

  @Test
  void everyOrder_namesAll() {
    assertThat(text(TRACE, NO_LOCK, Kind.EVERY_ORDER, 4, 5))
        .isEqualTo("no reordering has #4 T1 rel(l) before #5 T2 acq(l)");
    assertThat(text(TRACE, NO_LOCK, Kind.EVERY_ORDER, 4, 5, 7, 1))
        .isEqualTo(
            "no reordering has #4 T1 rel(l) before #5 T2 acq(l), nor #7 T2 rel(l) before #1 T1"
                + " acq(l)");
  }

  /** An event, one that must come after it, and why. */
  @ParameterizedTest
  @CsvSource({
    "T1|fork(T2), T2|r(x), fork",
    "T2|end, T1|join(T2), join",
    "T1|fork(T2), T1|join(T2), join",
    "T2|w(y), T1|join(T2), join",
    "T1|relr(l), T2|acq(l), sections of one lock",
    "T1|snd(c), T2|rcv(c), hand-off",
    "T1|notify(l), T2|wake(l), notify",
    "T1|w(y), T2|r(y), is read",
    "T1|aw(y), T2|ar(y), is read",
    "T1|sw(y), T2|sr(y), is read",
    "T1|w(y), T2|w(y), the read keeps its write",
    "T1|sw(y), T2|sw(y), the read keeps its write",
    "T1|r(y), T2|w(y), the read keeps its write",
    "T1|sr(y), T2|sw(y), the read keeps its write",
  })
  void step_hasTheReasonOfItsKind(String from, String to, String reason) {
    String events = "T1|acqr(l)  T1|w(x)  " + from + "  T1|w(z)  " + to + "  T1|w(z)";
    RecordedTrace trace = RecordedTrace.of(events + "  T1|w(z)  T2|w(x)");
    assertThat(text(trace, NO_LOCK, Kind.CYCLE, 3, 5)).endsWith(" (" + reason + ")");
  }
}
