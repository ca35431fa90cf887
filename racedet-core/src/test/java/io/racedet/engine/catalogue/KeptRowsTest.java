package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.LocksetDiscipline;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows that engines keep of variables that need more than the newest accesses. */
class KeptRowsTest {
  private static final int TRACES = 300;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withVariables(2),
          Shape.atomics(),
          Shape.atomics().withVariables(2).with(Step.GUARDED_READ, 3).with(Step.FORK, 1),
          Shape.sharedSections().withMaxEvents(20));

  private interface Check {
    /** Returns how many rows an engine keeps at the end of a trace, after checking them. */
    int rows(TestTrace trace);
  }

  private static void checkTraces(int least, Check check) {
    int rows = 0;
    for (int seed = 0; seed < TRACES; seed++) {
      rows += check.rows(RandomTraces.of(SHAPES.get(seed % SHAPES.size()), seed));
    }
    assertThat(rows).isGreaterThan(least);
  }

  @Test
  void fastTrack_keepsRowsOfUnorderedReadsAndOfAtomicAccessesSinceAWrite() {
    checkTraces(
        100,
        trace -> {
          int rows = EngineRun.of(FastTrack::new, trace).engine().rows();
          assertThat(rows).as("%s", trace).isEqualTo(rowsSinceWrites(trace));
          return rows;
        });
  }

  private static int rowsSinceWrites(TestTrace trace) {
    HappensBefore order = new HappensBefore(trace);
    Map<Integer, Set<String>> rows = new HashMap<>(); // by variable
    Map<Integer, Integer> lastRead = new HashMap<>();
    for (int f = 1; f <= trace.size(); f++) {
      TraceEvent event = trace.event(f);
      int variable = event.operand();
      if (event.op() == Op.WRITE) {
        rows.remove(variable);
        lastRead.remove(variable);
      } else if (event.isAccess() && event.isAtomic()) {
        rows.computeIfAbsent(variable, unseen -> new HashSet<>()).add(event.op().name());
      } else if (event.isAccess()) {
        Integer last = lastRead.put(variable, f);
        if (last != null && !order.order().before(last, f)) {
          rows.computeIfAbsent(variable, unseen -> new HashSet<>()).add("reads");
        }
      }
    }
    return rows.values().stream().mapToInt(Set::size).sum();
  }

  /** Whether reads are ordered does not matter: a row is needed if no lock protects them all. */
  @ParameterizedTest
  @CsvSource({
    "T1|r(x) T1|r(x), 0",
    "T1|r(x) T2|r(x), 1",
    "T1|r(x) T2|r(y), 0",
    "T1|r(x) T2|r(x) T3|r(x) T1|r(y), 1",
    "T1|r(x) T2|r(x) T3|w(x), 0",
    "T1|r(x) T2|r(x) T3|w(x) T1|r(x) T2|r(x) T1|r(y) T2|r(y), 2",
    "T1|acq(m) T1|r(x) T1|rel(m) T2|acq(m) T2|r(x) T2|rel(m), 0",
    "T1|ar(x) T2|aw(x) T3|ar(x) T1|ar(y), 3",
    "T1|ar(x) T2|aw(x) T3|w(x), 0"
  })
  void goldilocks_keepsRowsOfReadsByThreadsWithoutACommonLock(String trace, int rows) {
    TestTrace parsed = TestTrace.parse(trace.split(" "));
    assertThat(EngineRun.of(Goldilocks::new, parsed).engine().rows()).isEqualTo(rows);
  }

  @Test
  void eraser_keepsRowsOfSharedVariablesWithoutAViolation() {
    checkTraces(
        100,
        trace -> {
          EngineRun<Eraser> run = EngineRun.of(Eraser::new, trace);
          LocksetDiscipline discipline = new LocksetDiscipline(trace);
          Map<Integer, Integer> violations = new TreeMap<>();
          for (Report report : run.reports()) {
            int second = (int) report.secondIndex();
            assertThat(violations.put(report.variable(), second)).isNull();
            assertThat(report.firstIndex()).isEqualTo(discipline.partner(second));
          }
          assertThat(violations).as("%s", trace).isEqualTo(discipline.violations());
          int rows = run.engine().rows();
          assertThat(rows).as("%s", trace).isEqualTo(rowsWithout(violations.keySet(), trace));
          return rows;
        });
  }

  private static int rowsWithout(Set<Integer> variables, TestTrace trace) {
    Map<Integer, Set<Integer>> threads = new HashMap<>();
    Map<Integer, Set<Op>> atomics = new HashMap<>();
    for (TraceEvent event : trace.events()) {
      if (event.isAccess() && !variables.contains(event.operand())) {
        threads.computeIfAbsent(event.operand(), unseen -> new HashSet<>()).add(event.thread());
        if (event.isAtomic()) {
          atomics.computeIfAbsent(event.operand(), unseen -> new HashSet<>()).add(event.op());
        }
      }
    }
    long shared = threads.values().stream().filter(of -> of.size() > 1).count();
    return (int) shared + atomics.values().stream().mapToInt(Set::size).sum();
  }
}
