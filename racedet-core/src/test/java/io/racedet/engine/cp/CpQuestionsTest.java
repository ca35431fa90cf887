package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which questions are asked, and when pairs that await them are told, in single executions. */
class CpQuestionsTest extends CpTestCase {
  @Test
  void race_withoutAQuestion_isToldAtTheAccess() {
    run("T1|w(x)", "T2|r(x)");
    assertThat(races).containsExactly(new Pair(1, 2));
  }

  @Test
  void race_thatAwaitsASection_isToldAtItsEnd() {
    String[] trace = {
      "T1|w(x)", "T1|acq(m)", "T1|rel(m)", "T2|acq(m)", "T2|w(x)", "T2|r(z)", "T2|rel(m)", "T1|r(u)"
    };
    runTo(6, trace);
    assertThat(races).isEmpty();
    runTo(7, trace);
    assertThat(races).containsExactly(new Pair(1, 5));
  }

  @Test
  void race_thatAwaitsASectionWithoutAnEnd_isToldAtTheEndOfTheTrace() {
    run("T1|w(x)", "T1|acq(m)", "T1|rel(m)", "T2|acq(m)", "T2|w(x)");
    assertThat(races).isEmpty();
    cp.finish();
    assertThat(races).containsExactly(new Pair(1, 5));
  }

  @Test
  void section_afterOneThatIsKnownToBeBefore_asksNothing() {
    run("T1|acq(m)", "T1|rel(m)", "T1|fork(T2)", "T2|acq(m)");
    assertThat(cp.order().questions.size()).isZero();
  }

  @Test
  void section_afterOneThatIsNotKnownToBeBefore_asks() {
    run("T1|acq(m)", "T1|rel(m)", "T2|acq(m)");
    assertThat(cp.order().questions.size()).isEqualTo(1);
  }

  /** By the conflict T2 knows T1's section up to its release; the question is about its own. */
  @Test
  void section_afterOneThatIsKnownUpToItsRelease_asksOnlyAboutTheOther() {
    run("T1|acqr(m)", "T1|w(x)", "T1|relr(m)", "T2|acq(m)", "T2|w(x)", "T2|rel(m)", "T2|acq(m)");
    assertThat(cp.order().questions.size()).isEqualTo(1);
    assertThat(cp.order().questions.undecided(0).history.thread(0)).isEqualTo(1);
  }

  /** Each section without an answer looks once for questions that it depends on. */
  @Test
  void passes_areOneForEachQuestionWithoutAFullAnswer() {
    run("T1|acq(m)", "T1|rel(m)", "T2|acq(m)", "T2|rel(m)", "T1|acq(m)", "T1|rel(m)");
    assertThat(cp.order().questions.passes()).isEqualTo(2);
    assertThat(cp.order().questions.dependencies()).isZero();
    assertThat(cp.order().questions.size()).isZero();
  }

  /** The question about a is answered while that about b, which is newer, is not. */
  @Test
  void answer_ofAnOuterSectionThatEndsFirst_leavesTheQuestionOfTheInnerOne() {
    assertExact(
        "T1|acq(a)",
        "T1|w(x)",
        "T1|rel(a)",
        "T1|w(v)",
        "T1|acq(b)",
        "T1|w(y)",
        "T1|rel(b)",
        "T2|acq(a)",
        "T2|acq(b)",
        "T2|w(x)",
        "T2|rel(a)",
        "T2|r(v)",
        "T2|w(y)",
        "T2|rel(b)");
    assertThat(races).isEmpty();
  }

  /** T3's section of c depends on those of both readers of m, though they ask about the same. */
  @Test
  void question_thatDependsOnTwoReaders_isAnsweredByTheFirst() {
    assertExact(
        "T0|w(x)",
        "T0|acq(c)",
        "T0|rel(c)",
        "T0|acq(m)",
        "T0|w(y)",
        "T0|rel(m)",
        "T1|acqr(m)",
        "T2|acqr(m)",
        "T1|acq(a)",
        "T1|rel(a)",
        "T2|acq(b)",
        "T2|rel(b)",
        "T3|acq(c)",
        "T3|acq(d)",
        "T3|rel(d)",
        "T3|acq(a)",
        "T3|rel(a)",
        "T3|acq(b)",
        "T3|rel(b)",
        "T3|rel(c)",
        "T5|acq(d)",
        "T5|rel(d)",
        "T5|w(x)",
        "T1|r(y)",
        "T1|relr(m)",
        "T2|relr(m)");
    assertThat(races).isEmpty();
  }

  /** T1's first section in read mode is still open, so that there is no finished one. */
  @Test
  void exclusiveSection_insideOfAReadersOwn_asksNothing() {
    run("T1|acqr(m)", "T1|acq(m)");
    assertThat(cp.order().questions.size()).isZero();
  }

  /**
   * T1's section of m orders that of T2, and only with that T2's reader of l knows of T1's: the
   * answers of T3's section are sought again.
   */
  @Test
  void answer_thatRaisesAnotherOneOfTheSameSection_isSoughtAgain() {
    assertExact(
        "T1|acqr(l)",
        "T2|acqr(l)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T1|w(x)",
        "T2|acq(m)",
        "T2|rel(m)",
        "T2|w(y)",
        "T1|relr(l)",
        "T2|relr(l)",
        "T3|acq(l)",
        "T3|r(y)",
        "T3|rel(l)",
        "T3|w(x)");
    assertThat(races).isEmpty();
  }

  /** T3's section ends while T2's is open, whose question the pair awaits. */
  @Test
  void race_thatAwaitsASectionWhileAnotherEnds_isTold() {
    assertExact(
        "T1|w(x)",
        "T1|acq(a)",
        "T1|rel(a)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T2|acq(a)",
        "T3|acq(m)",
        "T3|rel(m)",
        "T2|w(x)",
        "T2|rel(a)");
    assertThat(races).containsExactly(new Pair(1, 9));
  }

  /**
   * T5's section of e depends on T3's of m, of which it knows the acquire, and that on T2's of o,
   * of which T3 learns only later.
   */
  @Test
  void question_thatDependsOnAnOpenOneThroughAnother_isNotDecidedBeforeIt() {
    assertExact(
        "T1|acq(e)",
        "T1|acq(m)",
        "T1|acq(o)",
        "T1|w(y)",
        "T1|rel(o)",
        "T1|rel(m)",
        "T1|w(x)",
        "T1|rel(e)",
        "T2|acq(o)",
        "T3|acq(m)",
        "T3|acq(d)",
        "T3|rel(d)",
        "T5|acq(d)",
        "T5|rel(d)",
        "T5|acq(e)",
        "T2|acq(n)",
        "T2|rel(n)",
        "T3|acq(n)",
        "T3|rel(n)",
        "T3|rel(m)",
        "T5|rel(e)",
        "T5|w(x)",
        "T2|r(y)",
        "T2|rel(o)");
    assertThat(races).isEmpty();
  }

  /** T1's section of m, which T2's open one asks about, is after nothing in d. */
  @Test
  void question_thatAnOpenOneCannotRaise_isDecidedAtItsEnd() {
    String[] trace = {
      "T1|acq(m)",
      "T1|rel(m)",
      "T2|acq(m)",
      "T2|w(x)",
      "T2|acq(d)",
      "T2|rel(d)",
      "T3|acq(d)",
      "T3|w(x)",
      "T3|rel(d)",
      "T2|rel(m)"
    };
    runTo(9, trace);
    assertThat(cp.order().questions.dependencies()).isZero();
    assertThat(races).containsExactly(new Pair(4, 8));
    assertExact(trace);
  }

  /** T2 knows of T1 by a reader's section of m, and T3 of T2 by a conflict in b. */
  @Test
  void exclusiveSection_afterAReaders_knowsWhatItKnows() {
    assertExact(
        "T1|w(x)",
        "T1|acqr(m)",
        "T1|relr(m)",
        "T2|acq(m)",
        "T2|rel(m)",
        "T2|acq(b)",
        "T2|w(z)",
        "T2|rel(b)",
        "T3|acq(b)",
        "T3|r(z)",
        "T3|rel(b)",
        "T3|w(x)");
    assertThat(races).isEmpty();
  }

  /** T3 has no event between its fork in the section and the end of that. */
  @Test
  void answer_ofASectionInWhichAThreadIsForked_isLearnedByIt() {
    assertExact(
        "T1|w(x)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|fork(T3)",
        "T2|r(y)",
        "T2|rel(m)",
        "T3|w(x)");
    assertThat(races).isEmpty();
  }

  /** T2 releases n when the order is no longer among the newest ones. */
  @Test
  void release_longAfterAnOrderWasLearned_passesItOn() {
    List<String> trace = new ArrayList<>(List.of("T1|w(x)", "T1|acq(m)", "T1|w(y)", "T1|rel(m)"));
    trace.addAll(List.of("T2|acq(m)", "T2|r(y)", "T2|rel(m)"));
    for (int i = 0; i < 6; i++) {
      for (String thread : List.of("U" + i, "T2")) {
        trace.add(thread + "|acq(l" + i + ")");
        trace.add(thread + "|w(y" + i + ")");
        trace.add(thread + "|rel(l" + i + ")");
      }
    }
    trace.addAll(List.of("T2|acq(n)", "T2|rel(n)", "T3|acq(n)", "T3|rel(n)", "T3|w(x)"));
    assertExact(trace.toArray(String[]::new));
    assertThat(races).isEmpty();
  }

  /** An atomic write conflicts with a plain read, by whichever rule. */
  @Test
  void atomicWriteInASection_conflicts() {
    String[] trace = {
      "T1|w(x)",
      "T1|acq(m)",
      "T1|aw(y)",
      "T1|rel(m)",
      "T2|acq(m)",
      "T2|r(y)",
      "T2|rel(m)",
      "T2|w(x)"
    };
    assertExact(trace);
    assertThat(races).isEmpty();
  }

  /** A pair awaits the sections of as many locks; the end of one of them may order it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 40})
  void pair_thatAwaitsManySections_isToldUnlessOneIsOrdered(int locks) {
    for (int ordered : new int[] {-1, 0, locks / 2, locks - 1}) {
      List<String> trace = new ArrayList<>(List.of("T1|w(x)"));
      for (int lock = 0; lock < locks; lock++) {
        trace.add("T1|acq(m" + lock + ")");
        trace.add(lock == ordered ? "T1|w(y)" : "T1|r(z)");
        trace.add("T1|rel(m" + lock + ")");
      }
      for (int lock = 0; lock < locks; lock++) {
        trace.add("T2|acq(m" + lock + ")");
      }
      trace.add("T2|w(x)");
      for (int lock = 0; lock < locks; lock++) {
        trace.add(lock == ordered ? "T2|w(y)" : "T2|r(z)");
        trace.add("T2|rel(m" + lock + ")");
      }
      CpQuestionsTest alone = new CpQuestionsTest();
      alone.run(trace.toArray(String[]::new));
      assertThat(alone.races).hasSize(ordered < 0 ? 1 : 0);
      assertThat(alone.cp.order().questions.size()).isZero();
    }
  }
}
