package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.order.HappensBefore;
import io.racedet.oracle.TestTrace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The executions of the paper's figures, with the sets printed in Figures 4-7. */
class CpFiguresTest {
  private static final String OWNERS = "owners ";
  private static final String CELL = " \\| ";
  private static final char NOT_PRINTED = '~';
  private static final char ADDED = '+';

  /** The files are copied from the paper's tables; omissions of the paper are marked there. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6, 7})
  void sets_afterEachEvent_areThoseOfTheFigure(int figure) throws IOException {
    List<String> lines = new ArrayList<>(read("/raptor/figure" + figure + ".txt").lines().toList());
    lines.removeIf(line -> line.startsWith("#"));
    Map<String, SortedSet<String>> expected = new LinkedHashMap<>();
    for (String owner : lines.remove(0).substring(OWNERS.length()).split(" ")) {
      expected.put(owner, new TreeSet<>());
    }
    CpSets engine = new CpSets(trace(lines), CpFiguresTest::noRace);
    for (String line : lines) {
      String[] cells = line.split(CELL);
      for (int i = 1; i < cells.length; i++) {
        change(expected, cells[i]);
      }
      Map<String, SortedSet<String>> sets = engine.next();
      for (String owner : expected.keySet()) {
        SortedSet<String> actual = sets.getOrDefault(owner, new TreeSet<>());
        if (figure != 4) {
          actual.removeIf(element -> element.startsWith("PO "));
        }
        assertThat(actual).as(line + ": " + owner).isEqualTo(expected.get(owner));
      }
    }
  }

  private static TestTrace trace(List<String> lines) {
    return TestTrace.parse(lines.stream().map(line -> line.split(CELL)[0]).toArray(String[]::new));
  }

  /** Applies a cell, for example {@code x1: +CP T2, -CCP T2:m1}. */
  private static void change(Map<String, SortedSet<String>> sets, String cell) {
    int colon = cell.indexOf(": ");
    SortedSet<String> owner = sets.get(cell.substring(0, colon));
    for (String change : cell.substring(colon + 2).split(", ")) {
      String signed = change.charAt(0) == NOT_PRINTED ? change.substring(1) : change;
      String element = signed.substring(1);
      boolean changed = signed.charAt(0) == ADDED ? owner.add(element) : owner.remove(element);
      assertThat(changed).as(cell).isTrue();
      if (element.startsWith("HB ") && element.endsWith("*")) {
        owner.remove(element.substring(0, element.length() - 1));
      }
    }
  }

  private static void noRace(
      int variable,
      io.racedet.race.RaceKind kind,
      boolean ordered,
      long first,
      long firstDetail,
      long second,
      long secondDetail) {
    throw new AssertionError("race (" + first + "," + second + ")");
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = CpFiguresTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void figure1a_noConflictInTheSections_raceOfTheOuterAccesses() {
    assertRaces(
        "(1,8)",
        "T1|w(x)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|r(z)",
        "T2|rel(m)",
        "T2|r(x)");
  }

  @Test
  void figure1b_conflictInTheSections_noRace() {
    assertRaces(
        "-",
        "T1|w(x)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|r(y)",
        "T2|rel(m)",
        "T2|r(x)");
  }

  @Test
  void figure2_orderIsKnownOnlyAfterTheAccess_noRace() {
    assertRaces(
        "-",
        "T1|w(x)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T1|acq(u)",
        "T1|w(y)",
        "T1|rel(u)",
        "T2|acq(m)",
        "T2|acq(v)",
        "T2|rel(v)",
        "T3|acq(v)",
        "T3|rel(v)",
        "T3|r(x)",
        "T2|acq(u)",
        "T2|r(y)",
        "T2|rel(u)",
        "T2|rel(m)");
  }

  /** Section 2.3: T1 executes its section of u before that of m. */
  @Test
  void figure2_sectionsSwapped_race() {
    assertRaces(
        "(1,12)",
        "T1|w(x)",
        "T1|acq(u)",
        "T1|w(y)",
        "T1|rel(u)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|acq(v)",
        "T2|rel(v)",
        "T3|acq(v)",
        "T3|rel(v)",
        "T3|r(x)",
        "T2|acq(u)",
        "T2|r(y)",
        "T2|rel(u)",
        "T2|rel(m)");
  }

  @Test
  void figure6_conditionIsTransferred_noRace() {
    assertRaces(
        "-",
        "T1|w(x)",
        "T1|acq(m)",
        "T1|rel(m)",
        "T1|acq(o)",
        "T1|rel(o)",
        "T1|acq(q)",
        "T1|w(y)",
        "T1|rel(q)",
        "T2|acq(o)",
        "T3|acq(m)",
        "T3|acq(p)",
        "T3|rel(p)",
        "T2|acq(r)",
        "T2|rel(r)",
        "T3|acq(r)",
        "T3|rel(r)",
        "T3|rel(m)",
        "T4|acq(p)",
        "T4|rel(p)",
        "T4|w(x)",
        "T2|acq(q)",
        "T2|w(y)",
        "T2|rel(q)",
        "T2|rel(o)");
  }

  private static final String[] FIGURE_7_END = {
    "T2|acq(o)", "T2|rel(o)", "T2|w(y)", "T2|rel(q)", "T3|acq(q)", "T4|acq(m)", "T4|acq(p)",
    "T4|rel(p)", "T3|acq(r)", "T3|rel(r)", "T5|acq(p)", "T5|rel(p)", "T4|acq(r)", "T4|rel(r)",
    "T4|rel(m)", "T5|w(x)", "T3|w(y)", "T3|rel(q)"
  };

  @Test
  void figure7_conditionIsTransferredToALockOfAnotherThread_noRace() {
    assertRaces(
        "-", concat("T2|acq(q)", "T1|w(x)", "T1|acq(m)", "T1|rel(m)", "T1|acq(o)", "T1|rel(o)"));
  }

  /** Section 5.5: T1 executes its section of o before that of m. */
  @Test
  void figure7_sectionsSwapped_race() {
    assertRaces(
        "(2,22)",
        concat("T2|acq(q)", "T1|w(x)", "T1|acq(o)", "T1|rel(o)", "T1|acq(m)", "T1|rel(m)"));
  }

  private static String[] concat(String... begin) {
    List<String> events = new ArrayList<>(List.of(begin));
    events.addAll(List.of(FIGURE_7_END));
    return events.toArray(String[]::new);
  }

  /* Errors in the listings, found by running them: the pairs that they lose or add. */

  @Test
  void erratum1_noWriteAfterTheRead_raceIsNotLost() {
    assertRaces("(1,2)", "T1|w(x)", "T2|r(x)");
  }

  @Test
  void erratum2_secondReadInsideTheSection_raceOfTheFirstIsNotLost() {
    assertRaces("(2,4)", "T4|acq(a)", "T4|w(x)", "T4|rel(a)", "T3|r(x)", "T3|acq(a)", "T3|r(x)");
  }

  @Test
  void erratum3_secondReadOutsideTheInnerSection_noFalseRace() {
    assertRaces(
        "-",
        "T1|acq(a)",
        "T1|acq(b)",
        "T1|r(x)",
        "T1|rel(b)",
        "T1|r(x)",
        "T1|rel(a)",
        "T3|acq(a)",
        "T3|acq(b)",
        "T3|rel(a)",
        "T3|w(x)");
  }

  /** The conflict is with the section after the one that the number of x names. */
  @Test
  void erratum4_conflictWithALaterSection_isKeptForOwnersOfEarlierOnes() {
    String[] trace = {
      "T1|w(x)",
      "T1|acq(m)",
      "T1|rel(m)",
      "T2|acq(m)",
      "T2|w(y)",
      "T2|rel(m)",
      "T3|acq(m)",
      "T3|w(y)",
      "T3|rel(m)",
      "T3|w(x)"
    };
    assertRaces("-", trace);
    trace[4] = "T2|w(z)";
    assertRaces("(1,10)", trace);
  }

  private static void assertRaces(String races, String... trace) {
    TestTrace parsed = TestTrace.parse(trace);
    assertThat(EngineRun.of(CpDetector::new, parsed).pairs().toString().replace("[]", "[-]"))
        .isEqualTo("[" + races + "]");
    EngineFeed.Maker<CpDetector> frugal = setup -> new CpDetector(setup, new HappensBefore(), 0);
    assertThat(EngineRun.of(frugal, parsed).pairs())
        .isEqualTo(EngineRun.of(CpDetector::new, parsed).pairs());
  }
}
