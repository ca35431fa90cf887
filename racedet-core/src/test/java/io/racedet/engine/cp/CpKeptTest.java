package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.growth.RetainedBytes;
import io.racedet.engine.history.Epoch;
import io.racedet.event.Op;
import io.racedet.oracle.Pair;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which accesses, sections and questions are kept, and which are not. */
class CpKeptTest extends CpTestCase {
  /** The reads of two threads are in a row, which a write gives back. */
  @Test
  void reads_thatAreOverwritten_areNotKept() {
    RetainedBytes bytes = new RetainedBytes(this);
    long before = 0;
    for (int round = 0; round < 1_000; round++) {
      before = round == 10 ? bytes.of(cp) : before;
      cp.accessOf(Op.READ, 0, Epoch.of(0, ++done), 0);
      cp.accessOf(Op.READ, 0, Epoch.of(1, ++done), 0);
      cp.accessOf(Op.WRITE, 0, Epoch.of(0, ++done), 0);
    }
    assertThat(bytes.of(cp)).isLessThan(before + 1_000);
  }

  /**
   * The write of y that conflicts is overwritten, so that nothing that is live is before the first
   * section of m, and it is dropped while the question has that answer.
   */
  @Test
  void answer_thatIsASectionNoLongerNeeded_ordersNothing() {
    assertExact(
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|w(y)",
        "T2|acq(n)",
        "T2|rel(n)",
        "T2|rel(m)");
  }

  /** The write of x is replaced, and the first section of m needed by the pair alone. */
  @Test
  void sectionThatAPairAwaits_isKept() {
    assertExact(
        "T1|w(x)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T1|w(y)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|w(x)",
        "T2|acq(n)",
        "T2|rel(n)",
        "T2|r(y)",
        "T2|rel(m)");
    assertThat(races).containsExactly(new Pair(5, 12));
  }

  /** All sections of T3 depend on that of T2, which stays open for long. */
  @Test
  void questions_thatAreDecided_areNotKept() {
    List<String> trace = new ArrayList<>();
    int sections = 200;
    for (int i = 0; i < sections; i++) {
      trace.add("T1|acq(m" + i + ")");
      trace.add("T1|rel(m" + i + ")");
    }
    trace.addAll(List.of("T1|acq(o)", "T1|rel(o)"));
    trace.addAll(List.of("T2|acq(o)", "T2|acq(n)", "T2|rel(n)", "T3|acq(n)", "T3|rel(n)"));
    for (int i = 0; i < sections; i++) {
      trace.add("T3|acq(m" + i + ")");
      trace.add("T3|w(x" + i + ")");
      trace.add("T3|rel(m" + i + ")");
    }
    CpQuestions questions = cp.order().questions;
    run(trace.toArray(String[]::new));
    assertThat(questions.size()).isGreaterThan(sections);
    trace.add("T2|rel(o)");
    run(trace.toArray(String[]::new));
    assertThat(questions.size()).isZero();
    assertThat(new RetainedBytes(this, cp.order().clocks).of(questions)).isLessThan(40 * sections);
  }
}
