package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.RandomRuns;
import io.racedet.engine.cp.CpDetector;
import io.racedet.engine.window.WindowedEngine;
import io.racedet.event.Op;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.Pair;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpWindowTest {
  private static final int WINDOW = 12;
  private static final int MADE_UP = 0;

  @Test
  void cpWindow_raceInsideAWindow_isFound() {
    assertThat(pairs(2, "T1|w(x)", "T2|w(x)", "T1|w(y)", "T1|w(z)", "T2|w(z)", "T2|w(y)"))
        .hasToString("[(1,2)]");
    assertThat(pairs(3, "T1|w(x)", "T2|w(x)", "T1|w(y)", "T1|w(z)", "T2|w(z)", "T2|w(y)"))
        .hasToString("[(1,2), (4,5)]");
  }

  /** A visible difference: the same trace, with the pair too far apart. */
  @Test
  void cpWindow_pairAcrossABorder_isLostToItAndFoundByCp() {
    String[] trace = {"T1|w(x)", "T1|w(y)", "T1|w(y)", "T2|w(x)"};
    assertThat(pairs(3, trace)).isEmpty();
    assertThat(pairs(4, trace)).hasToString("[(1,4)]");
  }

  @Test
  void cpWindow_lockHeldWhereAWindowBegins_protectsThere() {
    String[] trace = {
      "T1|acq(m)", "T1|r(z)", "T1|w(x)", "T1|rel(m)", "T2|acq(m)", "T2|w(x)", "T2|rel(m)", "T2|r(y)"
    };
    assertThat(pairs(2, trace)).isEmpty();
    assertThat(pairs(6, trace)).isEmpty();
  }

  /** T1's write is not in its section, whatever it held in the window before. */
  @ParameterizedTest
  @CsvSource({"acq, rel", "acqr, relr"})
  void cpWindow_lockReleasedBeforeAWindow_isNotHeldInIt(String acquire, String release) {
    String[] trace = {
      "T1|" + acquire + "(m)",
      "T1|acq(l)",
      "T1|" + release + "(m)",
      "T1|rel(l)",
      "T1|r(z)",
      "T1|r(z)",
      "T1|w(x)",
      "T1|" + acquire + "(m)",
      "T1|" + release + "(m)",
      "T2|acq(m)",
      "T2|w(x)",
      "T2|rel(m)"
    };
    assertThat(pairs(6, trace)).hasToString("[(7,11)]");
    trace[5] = "T1|" + acquire + "(m)";
    trace[7] = "T1|r(z)";
    assertThat(pairs(6, trace)).isEmpty();
  }

  /** The outer one of two locks is released first, so that a window begins with the inner one. */
  @Test
  void cpWindow_innerLockHeldWhereAWindowBegins_protectsThere() {
    String[] trace = {
      "T1|acq(a)", "T1|acq(b)", "T1|rel(a)", "T1|w(x)", "T1|rel(b)", "T2|acq(b)", "T2|w(x)"
    };
    assertThat(pairs(3, trace)).isEmpty();
    assertThat(pairs(4, trace)).isEmpty();
    trace[5] = "T2|acq(a)";
    assertThat(pairs(4, trace)).isEmpty(); // the writes are in different windows
    trace[2] = "T1|r(z)";
    assertThat(pairs(7, trace)).hasToString("[(4,7)]");
  }

  @Test
  void cpWindow_readLocksHeldWhereAWindowBegins_excludeWritersOnly() {
    String[] trace = {
      "T1|acqr(m)",
      "T2|acqr(m)",
      "T1|w(x)",
      "T1|relr(m)",
      "T2|r(x)",
      "T2|relr(m)",
      "T3|acq(m)",
      "T3|w(x)"
    };
    assertThat(pairs(8, trace)).hasToString("[(3,5)]");
    assertThat(pairs(2, trace)).isEmpty();
    assertThat(EngineRun.of(setup -> windows(setup, 2), TestTrace.parse(trace)).pairs()).isEmpty();
  }

  @Test
  void limits_ofOneWindow_areNotReached_andOfMoreAreSaid() {
    TestTrace trace = TestTrace.parse("T1|w(x)", "T1|w(y)", "T1|w(y)", "T2|w(x)");
    assertThat(EngineRun.of(setup -> windows(setup, 4), trace).engine().limits()).isEmpty();
    assertThat(EngineRun.of(setup -> windows(setup, 3), trace).engine().limits())
        .containsExactly(reached(2, 3));
    assertThat(EngineRun.of(setup -> windows(setup, 1), trace).engine().limits())
        .containsExactly(reached(4, 1));
  }

  private static ReachedLimit reached(int windows, int length) {
    return new ReachedLimit(
        "WINDOW",
        "the trace was analysed as %d windows of %d events: races between accesses in different"
                .formatted(windows, length)
            + " windows are not found",
        "--window");
  }

  /** A lock released in an earlier window, in either mode, protects nothing in a later one. */
  @ParameterizedTest
  @ValueSource(strings = {"", "r"})
  void cpWindow_lockReleasedBeforeAWindowBegins_doesNotProtectThere(String mode) {
    String[] trace = {
      "T1|acq" + mode + "(m)",
      "T1|rel" + mode + "(m)",
      "T1|r(y)",
      "T1|r(y)",
      "T2|acq(m)",
      "T2|w(x)",
      "T2|rel(m)",
      "T1|w(x)"
    };
    assertThat(pairs(4, trace)).hasToString("[(6,8)]");
  }

  @Test
  void cpWindow_raceOfAnObservedOrder_isMarkedSo() {
    String[] trace = {
      "T1|w(x)", "T1|acq(m)", "T1|rel(m)", "T2|acq(m)", "T2|rel(m)", "T2|w(x)", "T1|w(x)"
    };
    assertThat(EngineRun.of(setup -> windows(setup, 9), TestTrace.parse(trace)).reports())
        .extracting(Report::pair, Report::ordered)
        .containsExactly(tuple(new Pair(1, 6), true), tuple(new Pair(6, 7), false));
  }

  @Test
  void ids_areNumberedAnewInEachWindow() {
    TestTrace.Builder trace = new TestTrace.Builder();
    for (int i = 0; i < 50; i++) {
      trace.add("T1", Op.ACQUIRE, "m" + i).add("T1", Op.WRITE, "x" + i);
      trace.add("T1", Op.SEND, "c" + i).add("T1", Op.RELEASE, "m" + i);
    }
    WindowedEngine engine = EngineRun.of(setup -> windows(setup, 8), trace.build()).engine();
    assertThat(engine.numbers()).isEqualTo(6);
  }

  @Test
  @Tag("random")
  void cpWindow_randomTraces_areTheRacesOfEachWindowByItself() {
    int[] lost = new int[1];
    RandomRuns.checkSome(
        trace -> {
          if (!trace.uses(Op.WAKE, Op.ALLOC)) { // they look back beyond the window
            SortedSet<Pair> found = EngineRun.of(setup -> windows(setup, WINDOW), trace).pairs();
            assertThat(found).isEqualTo(expected(trace));
            lost[0] += EngineRun.of(CpDetector::new, trace).pairs().size() > found.size() ? 1 : 0;
          }
        });
    assertThat(lost[0]).isGreaterThan(TraceRuns.SOME / 20);
  }

  private static SortedSet<Pair> expected(TestTrace trace) {
    String[] lines = trace.toString().strip().split("\n");
    Map<String, Integer> depth =
        new LinkedHashMap<>(); // by the line of an acquire, without its location
    List<String> held = new ArrayList<>();
    List<String> window = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    SortedSet<Pair> races = new TreeSet<>();
    int size = 0;
    for (int i = 1; i <= trace.size(); i++) {
      String line = lines[i - 1].substring(0, lines[i - 1].lastIndexOf('|'));
      if (isOutermost(trace.event(i), line, depth)) {
        if (size == WINDOW) {
          addRaces(window, indices, races);
          window = new ArrayList<>(held);
          indices = new ArrayList<>(held.stream().map(acquire -> MADE_UP).toList());
          size = 0;
        }
        size++;
        window.add(line);
        indices.add(i);
        if (line.contains("|acq")) {
          held.add(line);
        } else if (line.contains("|rel")) {
          held.remove(line.replace("|rel", "|acq"));
        }
      }
    }
    addRaces(window, indices, races);
    return races;
  }

  /** Whether an event is not the inner acquire or release of a re-entrant lock. */
  private static boolean isOutermost(TraceEvent event, String line, Map<String, Integer> depth) {
    return switch (event.op()) {
      case ACQUIRE, ACQUIRE_SHARED -> depth.merge(line, 1, Integer::sum) == 1;
      case RELEASE, RELEASE_SHARED ->
          depth.merge(line.replace("|rel", "|acq"), -1, Integer::sum) == 0;
      default -> true;
    };
  }

  private static void addRaces(List<String> window, List<Integer> indices, SortedSet<Pair> races) {
    TestTrace trace = TestTrace.parse(window.toArray(String[]::new));
    for (Pair pair : new SuccessiveAccesses(trace).of(new CpRelation(trace).races())) {
      races.add(new Pair(indices.get(pair.first() - 1), indices.get(pair.second() - 1)));
    }
  }

  private static SortedSet<Pair> pairs(int window, String... trace) {
    return EngineRun.of(setup -> windows(setup, window), TestTrace.parse(trace)).pairs();
  }

  private static WindowedEngine windows(EngineSetup setup, int window) {
    return (WindowedEngine)
        CausallyPrecedesEngines.CP_WINDOW.create(
            new EngineSetup(
                setup.contexts(), setup.races(), setup.limits().withWindow(window), setup.edges()));
  }
}
