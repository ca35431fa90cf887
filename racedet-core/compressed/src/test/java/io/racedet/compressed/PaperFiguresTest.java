package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.HbBeginning;
import io.racedet.compressed.stretch.HbStretch;
import io.racedet.compressed.stretch.HbSummary;
import io.racedet.compressed.stretch.LocksetBeginning;
import io.racedet.compressed.stretch.LocksetStretch;
import io.racedet.compressed.stretch.LocksetSummary;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.ChunkOrder;
import io.racedet.compressed.summary.OpenSummary;
import io.racedet.compressed.summary.Symbol;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.ids.LockUse;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Figures 2 and 3 of Kini, Mathur, Viswanathan: Data race detection on compressed traces, with the
 * sets printed in examples 2.4, 3.4, 3.7 and 4.2. For happens-before the paper computes After sets
 * of accesses; here these follow from the clocks at the end of the stretch.
 */
class PaperFiguresTest {
  private static final TestTrace FIGURE_2 =
      TestTrace.parse(
          """
          1|w(x)|
          1|fork(2)|
          2|r(x)|
          2|acq(l)|
          2|w(y)|
          2|rel(l)|
          1|r(x)|
          1|acq(l)|
          1|rel(l)|
          1|w(y)|
          2|r(x)|
          2|acq(l)|
          2|w(y)|
          2|rel(l)|
          1|join(2)|
          1|w(y)|
          """);
  private static final TestTrace FIGURE_3 =
      TestTrace.parse(
          """
          1|r(x)|
          1|acq(l)|
          1|w(y)|
          1|rel(l)|
          2|acq(l)|
          2|r(x)|
          2|w(y)|
          2|rel(l)|
          2|r(x)|
          1|w(z)|
          """);

  // The rules, as stretches of events.
  private static final int[] E = {1, 2};
  private static final int[] F = {3, 6};
  private static final int[] SECOND_F = {11, 14};
  private static final int[] D = {7, 10};
  private static final int[] C = {1, 6};
  private static final int[] A = {1, 10};
  private static final int[] B = {11, 16};
  private static final int[] G = {15, 16};
  private static final int[] W = {1, 2};
  private static final int[] X = {3, 5};
  private static final int[] U = {1, 5};
  private static final int[] Y = {6, 7};
  private static final int[] Z = {8, 10};
  private static final int[] V = {6, 10};
  private static final int[] S = {1, 10};
  private static final int[] ALL_OF_2 = {1, 16};

  @Test
  void figure2_afterSets_areThosePrinted() {
    assertThat(after(FIGURE_2, E, 1)).containsExactlyInAnyOrder("1", "2");
    assertThat(after(FIGURE_2, C, 1)).containsExactlyInAnyOrder("1", "2", "l");
    assertThat(after(FIGURE_2, F, 5)).containsExactlyInAnyOrder("2", "l");
    assertThat(after(FIGURE_2, F, 3)).containsExactlyInAnyOrder("2", "l");
    assertThat(after(FIGURE_2, A, 10)).containsExactlyInAnyOrder("1");
  }

  @Test
  void figure2_beforeSets_areThosePrinted() {
    assertThat(before(FIGURE_2, G, 16)).containsExactlyInAnyOrder("1", "2");
    assertThat(before(FIGURE_2, B, 16)).containsExactlyInAnyOrder("1", "2", "l");
    assertThat(before(FIGURE_2, F, 3)).containsExactlyInAnyOrder("2");
    assertThat(before(FIGURE_2, D, 10)).containsExactlyInAnyOrder("1", "l");
    assertThat(before(FIGURE_2, D, 7)).containsExactlyInAnyOrder("1");
    assertThat(before(FIGURE_2, SECOND_F, 13)).containsExactlyInAnyOrder("2", "l");
    assertThat(before(FIGURE_2, B, 13)).containsExactlyInAnyOrder("2", "l");
  }

  /** AF of a symbol: the symbols that know an event of the symbol immediately before the rule. */
  @Test
  void figure2_afterFirstSets_areThosePrinted() {
    TestTrace withWrites = TestTrace.parse("1|w(a)|", "2|w(b)|", lines(FIGURE_2, F));
    int[] all = {1, 6};
    assertThat(after(withWrites, all, 1)).as("1 and nothing else").containsExactly("1");
    assertThat(after(withWrites, all, 2)).containsExactlyInAnyOrder("2", "l");
  }

  @Test
  void figure2_raceOfTheRules_isBetween10And13() {
    for (int[] rule : List.of(D, E, F, G)) {
      assertThat(hbRaces(FIGURE_2, rule)).isEmpty();
    }
    assertThat(hbRaces(FIGURE_2, ALL_OF_2, A, B)).containsExactly("y: 10, 13");
    assertThat(hbRaces(FIGURE_2, ALL_OF_2, E, F, D, SECOND_F, G)).containsExactly("y: 10, 13");
  }

  @Test
  void figure3_afterAndBeforeSets_areThosePrinted() {
    assertThat(after(FIGURE_3, W, 1)).containsExactlyInAnyOrder("1");
    assertThat(after(FIGURE_3, U, 1)).containsExactlyInAnyOrder("1", "2", "l");
    assertThat(before(FIGURE_3, X, 3)).containsExactlyInAnyOrder("1");
    assertThat(before(FIGURE_3, U, 3)).containsExactlyInAnyOrder("1", "l");
    assertThat(hbRaces(FIGURE_3, S, W, X, Y, Z)).isEmpty();
  }

  @Test
  void figure3_openAcquiresAndReleases_areThosePrinted() {
    assertThat(open(FIGURE_3, W)).containsExactlyInAnyOrder("acq 1 l 1");
    assertThat(open(FIGURE_3, X)).containsExactlyInAnyOrder("rel 1 l 1", "acq 2 l 1");
    assertThat(open(FIGURE_3, Y)).isEmpty();
    assertThat(open(FIGURE_3, Z)).containsExactlyInAnyOrder("rel 2 l 1");
    assertThat(open(FIGURE_3, U, W, X)).containsExactlyInAnyOrder("acq 2 l 1");
    assertThat(open(FIGURE_3, V, Y, Z)).containsExactlyInAnyOrder("rel 2 l 1");
  }

  /** Without the dummy locks, which represent the thread and whether it only reads. */
  @Test
  void figure3_locksets_areThosePrinted() {
    assertThat(locksets(FIGURE_3, W)).isEqualTo(Map.of("1 x", Set.of()));
    assertThat(locksets(FIGURE_3, X)).isEqualTo(Map.of("1 y", Set.of("l")));
    assertThat(locksets(FIGURE_3, Y)).isEqualTo(Map.of("2 x", Set.of(), "2 y", Set.of()));
    assertThat(locksets(FIGURE_3, V, Y, Z))
        .isEqualTo(Map.of("2 x", Set.of(), "2 y", Set.of("l"), "1 z", Set.of()));
    assertThat(locksets(FIGURE_3, U, W, X)).isEqualTo(Map.of("1 x", Set.of(), "1 y", Set.of("l")));
    assertThat(locksets(FIGURE_3, S, W, X, Y, Z))
        .isEqualTo(
            Map.of(
                "1 x", Set.of(),
                "2 x", Set.of(),
                "1 y", Set.of("l"),
                "2 y", Set.of("l"),
                "1 z", Set.of()));
  }

  @Test
  void figures_violationsOfTheDiscipline_areThosePrinted() {
    assertThat(violated(FIGURE_2, E, F, D, SECOND_F, G)).containsExactly("x", "y");
    assertThat(violated(FIGURE_3, W, X, Y, Z)).isEmpty();
    assertThat(locksets(FIGURE_2, ALL_OF_2, E, F, D, SECOND_F, G))
        .isEqualTo(Map.of("1 x", Set.of(), "2 x", Set.of(), "1 y", Set.of(), "2 y", Set.of("l")));
  }

  private static String lines(TestTrace trace, int[] rule) {
    return String.join(
        "\n", trace.toString().strip().lines().toList().subList(rule[0] - 1, rule[1]));
  }

  private static long word(TraceEvent e) {
    return EventBlock.word(e.op(), e.thread(), e.operand());
  }

  /** Feeds a rule, or the summaries of the rules in it, one by one. */
  private static <T> Stretch<T> feed(
      TestTrace trace, Stretch<T> into, Supplier<Stretch<T>> maker, int[][] of) {
    for (int[] rule : of) {
      Stretch<T> part = maker.get();
      for (int i = rule[0]; i <= rule[1]; i++) {
        part.event(word(trace.event(i)), i - rule[0] + 1, 0);
      }
      into.append(part.summary());
    }
    return into;
  }

  private static HbSummary hb(TestTrace trace, int[] rule) {
    return feed(trace, hbStretch(), PaperFiguresTest::hbStretch, new int[][] {rule}).summary();
  }

  private static Stretch<HbSummary> hbStretch() {
    return new HbStretch(AllocatedVariables.RENAMED);
  }

  private static Stretch<LocksetSummary> locksetStretch() {
    return new LocksetStretch(AllocatedVariables.RENAMED);
  }

  /** The symbols whose present knows an event of a rule. */
  private static Set<String> after(TestTrace trace, int[] rule, int event) {
    ChunkOrder order = hb(trace, rule).order();
    int thread = Symbol.thread(trace.event(event).thread());
    Set<String> after = new HashSet<>(Set.of(name(trace, thread)));
    for (int i = 0; i < order.moved().length; i++) {
      for (int column = 0; column < order.columns().length; column++) {
        long known = order.known()[i * order.columns().length + column];
        if (order.symbols()[order.columns()[column]] == thread && known > event - rule[0]) {
          after.add(name(trace, order.symbols()[order.moved()[i]]));
        }
      }
    }
    return after;
  }

  /** The symbols whose past is ordered before an access of a rule. */
  private static Set<String> before(TestTrace trace, int[] rule, int event) {
    int[] upTo = {rule[0], event};
    TraceEvent access = trace.event(event);
    Stretch<HbSummary> stretch = hbStretch();
    for (int i = upTo[0]; i < event; i++) {
      TraceEvent e = trace.event(i);
      boolean isSame = e.isAccess() && e.operand() == access.operand();
      stretch.event(
          isSame ? EventBlock.word(Op.BEGIN, e.thread(), 0) : word(e), i - rule[0] + 1, 0);
    }
    stretch.event(word(access), event - rule[0] + 1, 0);
    HbSummary summary = stretch.summary();
    Set<String> before = new HashSet<>();
    for (int i = 0; i < summary.variables().length; i++) {
      if (summary.variables()[i] == access.operand()) {
        int head = summary.headEnd()[i] - 1;
        int words = summary.order().words();
        for (int row = 0; row < summary.order().symbols().length; row++) {
          long set = summary.order().sets()[(int) summary.headSet()[head] * words + row / 64];
          if ((set >>> row & 1) != 0) {
            before.add(name(trace, summary.order().symbols()[row]));
          }
        }
      }
    }
    return before;
  }

  private static String name(TestTrace trace, int symbol) {
    return trace.name(Symbol.isThread(symbol) ? Operand.THREAD : Operand.LOCK, Symbol.id(symbol));
  }

  private static List<String> hbRaces(TestTrace trace, int[] whole, int[]... parts) {
    List<String> races = new ArrayList<>();
    Beginning<HbSummary> first =
        new HbBeginning(
            (variable, kind, ordered, e, eDetail, f, fDetail) ->
                races.add(trace.name(Operand.VARIABLE, variable) + ": " + e + ", " + f),
            AllocatedVariables.RENAMED);
    int time = 0;
    for (int[] rule : parts.length == 0 ? new int[][] {whole} : parts) {
      HbSummary summary = hb(trace, rule);
      if (first.racesIn(summary)) {
        for (int i = rule[0]; i <= rule[1]; i++) {
          first.event(word(trace.event(i)), time + i - rule[0] + 1, 0);
        }
      } else {
        first.append(summary);
      }
      time += rule[1] - rule[0] + 1;
    }
    return races;
  }

  private static LocksetSummary lockset(TestTrace trace, int[] whole, int[]... parts) {
    int[][] rules = parts.length == 0 ? new int[][] {whole} : parts;
    return feed(trace, locksetStretch(), PaperFiguresTest::locksetStretch, rules).summary();
  }

  private static List<String> open(TestTrace trace, int[] whole, int[]... parts) {
    OpenSummary open = lockset(trace, whole, parts).open();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < open.threads().length; i++) {
      String thread = trace.name(Operand.THREAD, open.threads()[i]);
      for (int r = open.releaseBegin(i); r < open.releaseEnd()[i]; r++) {
        String lock = trace.name(Operand.LOCK, LockUse.lock(open.released()[r]));
        all.add("rel " + thread + " " + lock + " " + open.releaseCount()[r]);
      }
      for (int a = open.acquireBegin(i); a < open.acquireEnd()[i]; a++) {
        String lock = trace.name(Operand.LOCK, LockUse.lock(open.acquired()[a]));
        all.add("acq " + thread + " " + lock + " " + open.acquireCount()[a]);
      }
    }
    return all;
  }

  /** By thread and variable. */
  private static Map<String, Set<String>> locksets(TestTrace trace, int[] whole, int[]... parts) {
    LocksetSummary summary = lockset(trace, whole, parts);
    Map<String, Set<String>> locksets = new TreeMap<>();
    for (int i = 0; i < summary.variables().length; i++) {
      for (int at = i == 0 ? 0 : summary.lastEnd()[i - 1]; at < summary.lastEnd()[i]; at++) {
        String key =
            trace.name(Operand.THREAD, summary.threads()[at])
                + " "
                + trace.name(Operand.VARIABLE, summary.variables()[i]);
        locksets.put(key, protecting(trace, summary, at));
      }
    }
    return locksets;
  }

  private static Set<String> protecting(TestTrace trace, LocksetSummary summary, int entry) {
    Set<String> locks = new HashSet<>();
    boolean reads = (summary.kinds()[entry] & 1 << AccessKind.READ) != 0;
    boolean writes = (summary.kinds()[entry] & 1 << AccessKind.WRITE) != 0;
    for (int bit = 0; bit < summary.locks().length; bit++) {
      long protectsReads = summary.sets()[2 * entry * summary.words()] >>> bit & 1;
      long protectsWrites = summary.sets()[(2 * entry + 1) * summary.words()] >>> bit & 1;
      if ((!reads || protectsReads != 0) && (!writes || protectsWrites != 0)) {
        locks.add(trace.name(Operand.LOCK, summary.locks()[bit]));
      }
    }
    return locks;
  }

  private static List<String> violated(TestTrace trace, int[]... parts) {
    List<String> variables = new ArrayList<>();
    Beginning<LocksetSummary> first =
        new LocksetBeginning(
            (variable, kind, ordered, e, eDetail, f, fDetail) ->
                variables.add(trace.name(Operand.VARIABLE, variable)),
            AllocatedVariables.RENAMED);
    int time = 0;
    for (int[] rule : parts) {
      LocksetSummary summary = lockset(trace, rule);
      if (first.racesIn(summary)) {
        for (int i = rule[0]; i <= rule[1]; i++) {
          first.event(word(trace.event(i)), time + i - rule[0] + 1, 0);
        }
      } else {
        first.append(summary);
      }
      time += rule[1] - rule[0] + 1;
    }
    return variables;
  }
}
